import { Button, Code } from '@mantine/core';
import { IconDownload, IconEye, IconPalette, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import {
  DataTable,
  errorFromResponse,
  Loaded,
  MenuItem,
  RowMenu,
  SidePanel,
  t,
  useUrlState,
  type Column,
} from '@cairn/ui';
import { styleHref } from '../addresses.ts';
import type { MapServer, MapServerStyle } from '../client.ts';
import { AddStylePanel } from './add-style-panel.tsx';
import { AssignStylePanel, styleName } from './assign-style-panel.tsx';
import type { MapServerTabProps } from './types.ts';
import { useCatalog } from './use-map-servers.ts';
import css from './map-servers.module.css';

/** The styles of a map server: view, add and assign them. */
export function StylesTab({ server, mayEdit }: MapServerTabProps) {
  const catalog = useCatalog(server.id);
  const columns = useMemo(() => styleColumns(), []);
  const [panel, setPanel] = useUrlState('panel');
  const [chosen, setChosen] = useState<MapServerStyle | null>(null);
  const open = (name: string, style: MapServerStyle | null) => {
    setChosen(style);
    setPanel(name);
  };
  const close = () => setPanel('');
  return (
    <>
      <DataTable
        label={t('mapServers.tabs.styles')}
        rows={catalog.data?.styles}
        columns={columns}
        rowKey={styleName}
        rowName={styleName}
        source={catalog}
        searchPlaceholder={t('mapServers.styles.search')}
        tools={
          mayEdit ? (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open('style', null)}>
              {t('mapServers.styles.upload')}
            </Button>
          ) : undefined
        }
        actions={(row) => (
          <RowMenu label={t('mapServers.actionsFor', { name: styleName(row) })}>
            <MenuItem icon={IconEye} onClick={() => open('view', row)}>
              {t('mapServers.styles.view')}
            </MenuItem>
            {mayEdit ? (
              <MenuItem icon={IconPalette} onClick={() => open('assign', row)}>
                {t('mapServers.styles.assign')}
              </MenuItem>
            ) : null}
          </RowMenu>
        )}
      />
      {mayEdit && panel === 'style' ? <AddStylePanel server={server} onClose={close} /> : null}
      {mayEdit && panel === 'assign' ? (
        <AssignStylePanel
          server={server}
          initial={{ layer: '', style: chosen ? styleName(chosen) : '' }}
          onClose={close}
        />
      ) : null}
      {panel === 'view' && chosen ? <StyleView server={server} style={chosen} onClose={close} /> : null}
    </>
  );
}

function StyleView({
  server,
  style,
  onClose,
}: {
  server: MapServer;
  style: MapServerStyle;
  onClose: () => void;
}) {
  const href = styleHref(server.id, style);
  const document = useQuery({ queryKey: ['map-style', href], queryFn: () => readDocument(href) });
  const name = styleName(style);
  return (
    <SidePanel opened title={t('mapServers.styles.viewTitle', { name })} onClose={onClose} size={640}>
      <Loaded query={document} rows={8}>
        {(text) => (
          <>
            <Code
              block
              className={css.document}
              tabIndex={0}
              aria-label={t('mapServers.styles.viewTitle', { name })}
            >
              {text}
            </Code>
            <Button
              component="a"
              href={href}
              download={`${style.name}.sld`}
              mt="md"
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              {t('mapServers.styles.download')}
            </Button>
          </>
        )}
      </Loaded>
    </SidePanel>
  );
}

async function readDocument(href: string): Promise<string> {
  const response = await fetch(href);
  if (!response.ok) throw errorFromResponse(response, await response.json().catch(() => undefined));
  return response.text();
}

function styleColumns(): Column<MapServerStyle>[] {
  return [
    { key: 'name', header: t('mapServers.name'), value: ({ name }) => name, always: true },
    {
      key: 'workspace',
      header: t('mapServers.layers.workspace'),
      value: ({ workspace }) => workspace ?? t('mapServers.styles.global'),
    },
  ];
}
