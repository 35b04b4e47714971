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
import { pageHref } from '../addresses.ts';
import { dbadmin } from '../client.ts';
import { useLastServer } from '../connections/use-connections.ts';
import { useServerRights } from '../connections/use-server-rights.ts';
import { DatabaseState } from '../databases/database-state.tsx';
import { useCurrentInView } from '../layout/use-current-in-view.ts';
import { databaseKey } from '../query-keys.ts';
import { LatestJob } from './latest-job.tsx';
import type { DatabaseTabProps } from './types.ts';
import styles from './database.module.css';

type Tab = ComponentType<DatabaseTabProps>;

const TABS: { name: string; Content: Tab; needs?: 'edit' | 'admin' }[] = [
  { name: 'overview', Content: lazyTab(async () => (await import('./overview-tab.tsx')).OverviewTab) },
  { name: 'tables', Content: lazyTab(async () => (await import('./tables/tables-tab.tsx')).TablesTab) },
  { name: 'backups', Content: lazyTab(async () => (await import('./backups/backups-tab.tsx')).BackupsTab) },
  {
    name: 'import',
    Content: lazyTab(async () => (await import('./import/import-tab.tsx')).ImportTab),
    needs: 'edit',
  },
  {
    name: 'access',
    Content: lazyTab(async () => (await import('./access/access-tab.tsx')).AccessTab),
    needs: 'edit',
  },
  {
    name: 'danger',
    Content: lazyTab(async () => (await import('./danger-tab.tsx')).DangerTab),
    needs: 'admin',
  },
];

/** One database: its details, tables, backups, imports and access, each in a tab. */
export function DatabasePage() {
  const { id: text = '' } = useParams();
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0;
  const { data, error, refetch } = useApi(
    databaseKey(id),
    (signal) => dbadmin.GET('/api/databases/{id}', { params: { path: { id } }, signal }),
    { enabled: id > 0, refetchInterval: (last) => (last?.pending ? 1_000 : last?.job ? 2_000 : false) },
  );
  if (id === 0 || (error instanceof ApiError && error.status === 404)) return <NotFound />;
  if (data) return <DatabaseView database={data} />;
  return (
    <Page title={t('database.title')} crumbs={crumbs()}>
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        <>
          <Skeleton height={36} mb="md" />
          <LoadingRows />
        </>
      )}
    </Page>
  );
}

function DatabaseView({ database }: DatabaseTabProps) {
  const rights = useServerRights(database.connection);
  useLastServer(database.connection_id);
  const isAdmin = useMe().data?.admin === true;
  const [requested, setTab] = useUrlState('tab', 'overview');
  const tabs = TABS.filter(({ needs }) => !needs || rights[needs]);
  const current = tabs.some(({ name }) => name === requested) ? requested : 'overview';
  const list = useCurrentInView<HTMLDivElement>('[aria-selected="true"]', `${current} ${tabs.length}`);
  return (
    <Page
      title={database.name}
      lead={database.purpose || t('common.onServer', { server: database.connection_name })}
      mark={<DatabaseState row={database} />}
      crumbs={crumbs()}
      width={1300}
      action={
        isAdmin ? (
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
      <LatestJob database={database} />
      <Tabs value={current} onChange={(next) => setTab(next ?? '')} keepMounted={false}>
        <Tabs.List className={styles.tabs} ref={list}>
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

function crumbs() {
  return [{ label: t('databases.title'), href: pageHref('/databases') }];
}

/** A tab whose code loads when it is first opened. */
function lazyTab(load: () => Promise<Tab>): Tab {
  return lazy(async () => ({ default: await load() }));
}
