import { Button, Skeleton, Tabs } from '@mantine/core';
import { IconTerminal2 } from '@tabler/icons-react';
import { lazy, Suspense, type ComponentType } from 'react';
import { useParams } from 'react-router';
import {
  ApiError,
  ErrorState,
  LoadingRows,
  NotFound,
  Page,
  ServiceLink,
  t,
  useApi,
  useMe,
  useUrlState,
} from '@cairn/ui';
import { dbadmin, pageHref, type DatabaseDetail } from '../client.ts';
import { DatabaseState } from '../databases/state.tsx';
import { useLastServer } from '../layout/use-connections.ts';
import { useServerRights } from '../layout/use-server-rights.ts';
import { databaseKey } from '../query-keys.ts';
import { FollowedJob } from './followed-job.tsx';
import styles from './database.module.css';

export interface TabProps {
  database: DatabaseDetail;
}

const TABS: { name: string; Content: ComponentType<TabProps>; needs?: 'edit' | 'admin' }[] = [
  { name: 'overview', Content: later(async () => (await import('./overview-tab.tsx')).OverviewTab) },
  { name: 'tables', Content: later(async () => (await import('./tables/tables-tab.tsx')).TablesTab) },
  { name: 'backups', Content: later(async () => (await import('./backups/backups-tab.tsx')).BackupsTab) },
  {
    name: 'import',
    Content: later(async () => (await import('./import/import-tab.tsx')).ImportTab),
    needs: 'edit',
  },
  {
    name: 'access',
    Content: later(async () => (await import('./access/access-tab.tsx')).AccessTab),
    needs: 'edit',
  },
  {
    name: 'danger',
    Content: later(async () => (await import('./danger-tab.tsx')).DangerTab),
    needs: 'admin',
  },
];

/** One database: what it is and holds, its backups, what is brought into it, who may use it. */
export function DatabasePage() {
  const { id: text = '' } = useParams();
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0;
  const database = useApi(
    databaseKey(id),
    (signal) => dbadmin.GET('/api/databases/{id}', { params: { path: { id } }, signal }),
    { enabled: id > 0, refetchInterval: (known) => (known?.pending ? 1_000 : known?.job ? 2_000 : false) },
  );
  const crumbs = [{ label: t('databases.title'), href: pageHref('/databases') }];
  if (id === 0 || (database.error instanceof ApiError && database.error.status === 404)) return <NotFound />;
  if (database.error && !database.data) {
    return (
      <Page title={t('database.title')} crumbs={crumbs}>
        <ErrorState error={database.error} retry={() => void database.refetch()} />
      </Page>
    );
  }
  if (!database.data) {
    return (
      <Page title={t('database.title')} crumbs={crumbs}>
        <Skeleton height={36} mb="md" />
        <LoadingRows />
      </Page>
    );
  }
  return <DatabaseView database={database.data} crumbs={crumbs} />;
}

function DatabaseView({ database, crumbs }: TabProps & { crumbs: { label: string; href: string }[] }) {
  const rights = useServerRights(database.connection);
  useLastServer(database.connection_id);
  const hasTerminals = useMe().data?.admin === true;
  const [wanted, setTab] = useUrlState('tab', 'overview');
  const tabs = TABS.filter(({ needs }) => !needs || rights[needs]);
  const open = tabs.some(({ name }) => name === wanted) ? wanted : 'overview';
  return (
    <Page
      title={database.name}
      lead={database.purpose || t('database.on', { server: database.connection_name })}
      mark={<DatabaseState row={database} />}
      crumbs={crumbs}
      width={1300}
      action={
        hasTerminals ? (
          <Button
            component={ServiceLink}
            variant="default"
            href={pageHref('/terminal', { connection_id: database.connection_id, database: database.name })}
            leftSection={<IconTerminal2 size={16} aria-hidden />}
          >
            {t('databases.terminal')}
          </Button>
        ) : undefined
      }
    >
      <FollowedJob database={database} />
      <Tabs value={open} onChange={(next) => setTab(next ?? '')} keepMounted={false}>
        <Tabs.List className={styles.tabs}>
          {tabs.map(({ name }) => (
            <Tabs.Tab key={name} value={name}>
              {t(`database.tabs.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ name, Content }) => (
          <Tabs.Panel key={name} value={name} className={styles.panel}>
            <Suspense fallback={<LoadingRows />}>
              <Content database={database} />
            </Suspense>
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}

/** A tab whose code is fetched when it is first opened. */
function later(load: () => Promise<ComponentType<TabProps>>): ComponentType<TabProps> {
  return lazy(async () => ({ default: await load() }));
}
