import { Button, Select } from '@mantine/core';
import { IconDatabasePlus } from '@tabler/icons-react';
import { lazy, Suspense, useMemo } from 'react';
import { DataTable, EmptyState, Page, t, useLatched, useRights, useUrlState } from '@cairn/ui';
import type { Database } from '../client.ts';
import { serverOptions, useConnections, useLastServer } from '../connections/use-connections.ts';
import { useRightsOn } from '../connections/use-server-rights.ts';
import { AddButton } from '../layout/add-button.tsx';
import { NoServers } from '../layout/server-page.tsx';
import { BackUpAll } from './back-up-all.tsx';
import { databaseColumns } from './columns.tsx';
import { DatabaseMenu } from './database-menu.tsx';
import { useBackUp } from './use-back-up.ts';
import { useDatabases } from './use-databases.ts';

const DatabasePanels = lazy(() =>
  import('./database-panels.tsx').then((module) => ({ default: module.DatabasePanels })),
);

/** The registered databases: their size, last backup and running jobs, with actions and forms. */
export function DatabasesPage() {
  const [server, setServer] = useUrlState('connection_id');
  const [panel, setPanel] = useUrlState('panel');
  const hasPanels = useLatched(panel !== '');
  const connections = useConnections();
  const databases = useDatabases(server);
  const rights = useRights('dbadmin');
  const backUp = useBackUp();
  const servers = connections.data ?? [];
  const rightsOnServer = useRightsOn();
  const rightsOn = (id: number) => rightsOnServer(servers.find((each) => each.id === id));
  const mayBackUp = (row: Database) => row.state === 'ready' && rightsOn(row.connection_id).edit;
  useLastServer(Number(server) || undefined);
  const largest = useMemo(() => largestOf(databases.data), [databases.data]);
  const columns = useMemo(() => databaseColumns({ largest, showServer: server === '' }), [largest, server]);
  if (connections.isSuccess && servers.length === 0) {
    return (
      <Page title={t('databases.title')} lead={t('databases.lead')}>
        <NoServers />
      </Page>
    );
  }
  const create = <AddButton label={t('databases.create')} onClick={() => setPanel('create')} />;
  const register = (
    <AddButton
      label={t('databases.register')}
      icon={IconDatabasePlus}
      isSecondary
      onClick={() => setPanel('register')}
    />
  );
  return (
    <Page
      title={t('databases.title')}
      lead={t('databases.lead')}
      width={1440}
      action={
        databases.data?.length ? (
          <>
            {rights.admin ? register : null}
            {rights.edit ? create : null}
          </>
        ) : undefined
      }
    >
      <DataTable
        label={t('databases.title')}
        rows={databases.data}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        source={databases}
        searchPlaceholder={t('databases.search')}
        filtered={server !== ''}
        onResetFilters={() => setServer('')}
        filters={
          servers.length > 1 ? (
            <Select
              aria-label={t('server.choose')}
              placeholder={t('server.all')}
              size="xs"
              w={180}
              clearable
              data={serverOptions(servers)}
              value={server || null}
              onChange={(id) => setServer(id ?? '')}
            />
          ) : undefined
        }
        tools={
          rights.edit ? (
            <BackUpAll servers={servers.filter(({ id }) => rightsOn(id).edit)} server={server} />
          ) : undefined
        }
        actions={(row) => (
          <DatabaseMenu
            row={row}
            rights={rightsOn(row.connection_id)}
            onPanel={setPanel}
            onBackUp={(database) => void backUp([database])}
          />
        )}
        bulk={
          rights.edit
            ? (chosen, clear) => (
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => {
                    void backUp(chosen.filter(mayBackUp));
                    clear();
                  }}
                >
                  {t('databases.backUp')}
                </Button>
              )
            : undefined
        }
        empty={
          <EmptyState
            boxed
            title={t('databases.none')}
            text={t(rights.edit ? 'databases.noneText' : 'databases.noneForViewers')}
            action={
              <>
                {rights.edit ? create : null}
                {rights.admin ? register : null}
              </>
            }
          />
        }
      />
      {hasPanels ? (
        <Suspense>
          <DatabasePanels panel={panel} onPanel={setPanel} databases={databases.data ?? []} />
        </Suspense>
      ) : null}
    </Page>
  );
}

function largestOf(rows: Database[] | undefined): number {
  return Math.max(1, ...(rows ?? []).map(({ size_bytes: size }) => size ?? 0));
}
