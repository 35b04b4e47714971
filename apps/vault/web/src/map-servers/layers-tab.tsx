import { Button } from '@mantine/core';
import { IconDownload, IconPalette } from '@tabler/icons-react';
import { useMemo } from 'react';
import {
  DataTable,
  EmptyState,
  MenuItem,
  RowMenu,
  ServiceLink,
  t,
  useUrlState,
  type Column,
} from '@cairn/ui';
import { importLayerHref } from '../addresses.ts';
import type { MapServerItem } from '../client.ts';
import { AssignStylePanel } from './assign-style-panel.tsx';
import type { MapServerTabProps } from './types.ts';
import { useCatalog } from './use-map-servers.ts';

/** The layers that the map server has, each of which can be imported. */
export function LayersTab({ server, mayEdit }: MapServerTabProps) {
  const catalog = useCatalog(server.id);
  const columns = useMemo(() => layerColumns(), []);
  const [panel, setPanel] = useUrlState('panel');
  const [layer, setLayer] = useUrlState('layer');
  const assign = (row: MapServerItem) => {
    setLayer(`${row.workspace}:${row.name}`);
    setPanel('assign');
  };
  return (
    <>
      <DataTable
        label={t('mapServers.tabs.layers')}
        rows={catalog.data?.layers}
        columns={columns}
        rowKey={({ workspace, name }) => `${workspace}:${name}`}
        rowName={({ name }) => name}
        source={catalog}
        searchPlaceholder={t('mapServers.layers.search')}
        empty={
          <EmptyState boxed title={t('mapServers.layers.none')} text={t('mapServers.layers.noneText')} />
        }
        {...(mayEdit
          ? {
              actions: (row: MapServerItem) => (
                <>
                  <Button
                    component={ServiceLink}
                    href={importLayerHref(server.id, row)}
                    size="compact-sm"
                    variant="default"
                    leftSection={<IconDownload size={14} aria-hidden />}
                    aria-label={t('mapServers.layers.importOf', { name: row.name })}
                  >
                    {t('mapServers.layers.import')}
                  </Button>
                  <RowMenu label={t('mapServers.actionsFor', { name: row.name })}>
                    <MenuItem icon={IconPalette} onClick={() => assign(row)}>
                      {t('mapServers.layers.style')}
                    </MenuItem>
                  </RowMenu>
                </>
              ),
            }
          : {})}
      />
      {mayEdit && panel === 'assign' ? (
        <AssignStylePanel server={server} initial={{ layer, style: '' }} onClose={() => setPanel('')} />
      ) : null}
    </>
  );
}

function layerColumns(): Column<MapServerItem>[] {
  return [
    { key: 'name', header: t('mapServers.name'), value: ({ name }) => name, always: true },
    { key: 'workspace', header: t('mapServers.layers.workspace'), value: ({ workspace }) => workspace },
  ];
}
