import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useMemo } from 'react';
import { DataTable, EmptyState, Page, t, useRights, useLatched, useUrlState } from '@cairn/ui';
import { useConnections } from '../layout/use-connections.ts';
import { connectionColumns } from './columns.tsx';
import { ConnectionMenu } from './connection-menu.tsx';

const ConnectionPanel = lazy(() =>
  import('./connection-panel.tsx').then((module) => ({ default: module.ConnectionPanel })),
);

/** The servers that are administered: who they are, whether they answer, and the way to change them. */
export function ConnectionsPage() {
  const connections = useConnections();
  const [panel, setPanel] = useUrlState('panel');
  const hasPanel = useLatched(panel !== '');
  const { admin: mayAdminister, edit: seesServers } = useRights('dbadmin');
  const columns = useMemo(() => connectionColumns({ seesServers }), [seesServers]);
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setPanel('new')}>
      {t('connections.add')}
    </Button>
  );
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
            title={t('connections.none')}
            text={t(mayAdminister ? 'connections.noneText' : 'connections.noneForViewers')}
            action={mayAdminister ? add : undefined}
          />
        }
      />
      {hasPanel ? (
        <Suspense>
          <ConnectionPanel subject={panel} onShow={setPanel} />
        </Suspense>
      ) : null}
    </Page>
  );
}
