import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { ErrorState, LoadingRows, Page, ServiceLink, t, useRights } from '@cairn/ui';
import { pageHref } from '../client.ts';
import { useDatabases } from '../databases/use-databases.ts';
import { NoServers } from '../layout/server-page.tsx';
import { useConnections } from '../layout/use-connections.ts';
import { Attention } from './attention.tsx';
import { LastBackups } from './last-backups.tsx';
import { ServerList } from './server-list.tsx';
import { Sizes } from './sizes.tsx';
import { Tiles } from './tiles.tsx';
import { UnderWay } from './under-way.tsx';
import { useServerStates } from './use-server-states.ts';
import styles from './workspace.module.css';

/** Everything at a glance: what needs attention first, then servers, sizes, jobs and backups. */
export function WorkspacePage() {
  const connections = useConnections();
  const databases = useDatabases();
  const states = useServerStates(connections.data);
  const mayEdit = useRights('dbadmin').edit;
  const servers = connections.data;
  const rows = databases.data;
  return (
    <Page
      title={t('workspace.title')}
      lead={t('workspace.lead')}
      width={1320}
      action={
        mayEdit && servers?.length ? (
          <Button
            component={ServiceLink}
            href={pageHref('/databases', { panel: 'create' })}
            leftSection={<IconPlus size={16} aria-hidden />}
          >
            {t('databases.create')}
          </Button>
        ) : undefined
      }
    >
      {connections.error ? (
        <ErrorState error={connections.error} retry={() => void connections.refetch()} />
      ) : !servers ? (
        <LoadingRows height={72} />
      ) : servers.length === 0 ? (
        <NoServers />
      ) : (
        <div className={styles.grid}>
          <Tiles states={states} databases={rows} />
          <div className={styles.wide}>
            <Attention states={states} databases={rows} error={databases.error} />
          </div>
          <ServerList states={states} />
          <UnderWay />
          <Sizes databases={rows} />
          <LastBackups databases={rows} />
        </div>
      )}
    </Page>
  );
}
