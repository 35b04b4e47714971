import { lazy, Suspense, useMemo } from 'react';
import { DataTable, EmptyState, Page, t, useLatched, useRights, useUrlState } from '@cairn/ui';
import { AddButton } from '../layout/add-button.tsx';
import { connectionColumns } from './columns.tsx';
import { ConnectionMenu } from './connection-menu.tsx';
import { useConnections } from './use-connections.ts';

const ConnectionPanel = lazy(() =>
  import('./connection-panel.tsx').then((module) => ({ default: module.ConnectionPanel })),
);

/** The registered servers and their state, with a panel to view, test and edit each. */
export function ConnectionsPage() {
  const connections = useConnections();
  const [panel, setPanel] = useUrlState('panel');
  const hasPanel = useLatched(panel !== '');
  const { admin: mayAdminister, edit: seesServers } = useRights('dbadmin');
  const columns = useMemo(() => connectionColumns({ seesServers }), [seesServers]);
  const add = <AddButton label={t('connections.add')} onClick={() => setPanel('new')} />;
  return (
    <Page
      title={t('connections.title')}
      lead={t('connections.lead')}
      action={mayAdminister && connections.data?.length ? add : undefined}
    >
      <DataTable
        label={t('connections.title')}
        rows={connections.data}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        source={connections}
        searchPlaceholder={t('connections.search')}
        currentKey={Number(panel) || undefined}
        actions={(row) => <ConnectionMenu row={row} onOpen={setPanel} />}
        empty={
          <EmptyState
            boxed
            title={t('server.none')}
            text={t(mayAdminister ? 'connections.noneText' : 'server.noneForViewers')}
            action={mayAdminister ? add : undefined}
          />
        }
      />
      {hasPanel ? (
        <Suspense>
          <ConnectionPanel panel={panel} onPanel={setPanel} />
        </Suspense>
      ) : null}
    </Page>
  );
}
