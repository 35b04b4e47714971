import { Button, Tabs } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useParams } from 'react-router';
import { ApiError, ErrorState, LoadingRows, Page, SidePanel, t, useRights, useUrlState } from '@cairn/ui';
import { datasetsCrumb, mapServersHref } from '../addresses.ts';
import type { MapServer } from '../client.ts';
import { LayersTab } from './layers-tab.tsx';
import { MapServerForm } from './map-server-form.tsx';
import { PublicationsTab } from './publications-tab.tsx';
import { StylesTab } from './styles-tab.tsx';
import { useCatalogRefresh, useMapServers, useServerPublications } from './use-map-servers.ts';
import { WorkspacesTab } from './workspaces-tab.tsx';
import styles from './map-servers.module.css';

const TABS = [
  { name: 'layers', Content: LayersTab },
  { name: 'styles', Content: StylesTab },
  { name: 'workspaces', Content: WorkspacesTab },
  { name: 'publications', Content: PublicationsTab },
] as const;

/** One map server: its layers, styles and workspaces, and what is published on it. */
export function MapServerPage() {
  const { id } = useParams();
  const servers = useMapServers();
  const server = servers.data?.find((each) => String(each.id) === id);
  if (servers.error) return <ErrorState error={servers.error} retry={() => void servers.refetch()} />;
  if (!servers.data) return <LoadingRows />;
  if (!server) return <ErrorState error={new ApiError({ status: 404, message: t('mapServers.unknown') })} />;
  return <Server server={server} />;
}

function Server({ server }: { server: MapServer }) {
  const [tab, setTab] = useUrlState('tab', 'layers');
  const [panel, setPanel] = useUrlState('panel');
  const mayEdit = useRights('vault').edit;
  useCatalogRefresh(useServerPublications(server.id).data);
  const close = () => setPanel('');
  return (
    <Page
      title={server.name}
      lead={server.url}
      crumbs={[datasetsCrumb(), { label: t('mapServers.title'), href: mapServersHref() }]}
      action={
        mayEdit ? (
          <Button
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={() => setPanel('edit')}
          >
            {t('mapServers.edit')}
          </Button>
        ) : undefined
      }
    >
      <Tabs value={tab} onChange={(next) => setTab(next ?? '')} keepMounted={false}>
        <Tabs.List aria-label={server.name} className={styles.tabs}>
          {TABS.map(({ name }) => (
            <Tabs.Tab key={name} value={name}>
              {t(`mapServers.tabs.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {TABS.map(({ name, Content }) => (
          <Tabs.Panel key={name} value={name}>
            <Content server={server} mayEdit={mayEdit} />
          </Tabs.Panel>
        ))}
      </Tabs>
      <SidePanel opened={mayEdit && panel === 'edit'} title={t('mapServers.editTitle')} onClose={close}>
        <MapServerForm server={server} onClose={close} />
      </SidePanel>
    </Page>
  );
}
