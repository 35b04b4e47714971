import { Badge, Button } from '@mantine/core';
import { IconPencil, IconPlus, IconServer2 } from '@tabler/icons-react';
import { useMemo } from 'react';
import {
  DataTable,
  EmptyState,
  MenuItem,
  Page,
  RowLink,
  RowMenu,
  SidePanel,
  t,
  useRights,
  useUrlState,
  type Column,
} from '@cairn/ui';
import { datasetsCrumb, mapServersHref } from '../addresses.ts';
import type { MapServer } from '../client.ts';
import { MapServerForm } from './map-server-form.tsx';
import { useMapServers } from './use-map-servers.ts';

/** The saved map servers, with a panel to add and edit one. */
export function MapServersPage() {
  const servers = useMapServers();
  const mayEdit = useRights('vault').edit;
  const [panel, setPanel] = useUrlState('panel');
  const columns = useMemo(() => serverColumns(), []);
  const edited = servers.data?.find(({ id }) => String(id) === panel);
  const close = () => setPanel('');
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setPanel('new')}>
      {t('mapServers.add')}
    </Button>
  );
  return (
    <Page
      title={t('mapServers.title')}
      lead={t('mapServers.lead')}
      crumbs={[datasetsCrumb()]}
      action={mayEdit && servers.data?.length ? add : undefined}
    >
      <DataTable
        label={t('mapServers.title')}
        rows={servers.data}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        source={servers}
        searchPlaceholder={t('mapServers.search')}
        currentKey={edited?.id}
        actions={(row) => (
          <RowMenu label={t('mapServers.actionsFor', { name: row.name })}>
            <MenuItem icon={IconServer2} href={mapServersHref(row.id)}>
              {t('mapServers.open')}
            </MenuItem>
            {mayEdit ? (
              <MenuItem icon={IconPencil} onClick={() => setPanel(String(row.id))}>
                {t('mapServers.edit')}
              </MenuItem>
            ) : null}
          </RowMenu>
        )}
        empty={
          <EmptyState
            boxed
            title={t('mapServers.none')}
            text={t(mayEdit ? 'mapServers.noneText' : 'mapServers.noneForViewers')}
            action={mayEdit ? add : undefined}
          />
        }
      />
      <SidePanel
        opened={mayEdit && (panel === 'new' || edited !== undefined)}
        title={t(panel === 'new' ? 'mapServers.newTitle' : 'mapServers.editTitle')}
        onClose={close}
      >
        <MapServerForm key={panel} server={edited} onClose={close} />
      </SidePanel>
    </Page>
  );
}

function serverColumns(): Column<MapServer>[] {
  return [
    {
      key: 'name',
      header: t('mapServers.name'),
      value: ({ name }) => name,
      cell: ({ id, name }) => <RowLink href={mapServersHref(id)}>{name}</RowLink>,
      always: true,
    },
    { key: 'url', header: t('mapServers.url'), value: ({ url }) => url },
    { key: 'username', header: t('mapServers.username'), value: ({ username }) => username, from: 'md' },
    {
      key: 'state',
      header: t('mapServers.state'),
      value: ({ enabled }) => t(enabled ? 'mapServers.enabled' : 'mapServers.disabled'),
      cell: ({ enabled }) =>
        enabled ? t('mapServers.enabled') : <Badge color="gray">{t('mapServers.disabled')}</Badge>,
      from: 'sm',
    },
  ];
}
