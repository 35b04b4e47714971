import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Loaded, Page, ServiceLink, t, useRights } from '@cairn/ui';
import { pageHref } from '../addresses.ts';
import { useConnections } from '../connections/use-connections.ts';
import { useDatabases } from '../databases/use-databases.ts';
import { NoServers } from '../layout/server-page.tsx';
import { ActiveJobs } from './active-jobs.tsx';
import { IssuesPanel } from './issues-panel.tsx';
import { LargestDatabases } from './largest-databases.tsx';
import { LastBackups } from './last-backups.tsx';
import { ServerList } from './server-list.tsx';
import { Tiles } from './tiles.tsx';
import { useServerStates } from './use-server-states.ts';
import styles from './workspace.module.css';

/** All servers and databases at a glance: issues first, then servers, jobs, sizes and backups. */
export function WorkspacePage() {
  const connections = useConnections();
  const databases = useDatabases();
  const states = useServerStates(connections.data);
  const mayEdit = useRights('dbadmin').edit;
  const rows = databases.data;
  return (
    <Page
      title={t('workspace.title')}
      lead={t('workspace.lead')}
      width={1320}
      action={
        mayEdit && connections.data?.length ? (
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
      <Loaded query={connections} height={72}>
        {(servers) =>
          servers.length === 0 ? (
            <NoServers />
          ) : (
            <div className={styles.grid}>
              <Tiles states={states} databases={rows} />
              <div className={styles.wide}>
                <IssuesPanel states={states} databases={rows} error={databases.error} />
              </div>
              <ServerList states={states} />
              <ActiveJobs />
              <LargestDatabases databases={rows} />
              <LastBackups databases={rows} />
            </div>
          )
        }
      </Loaded>
    </Page>
  );
}
