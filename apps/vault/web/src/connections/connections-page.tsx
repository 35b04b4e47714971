import { Badge, Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTable, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import {
  basePath,
  DataTable,
  EmptyState,
  formatNumber,
  MenuItem,
  Page,
  RowLink,
  RowMenu,
  SidePanel,
  t,
  useUrlState,
  type Column,
} from '@cairn/ui';
import { datasetsCrumb } from '../addresses.ts';
import type { DatabaseConnection } from '../client.ts';
import { ConnectionForm } from './connection-form.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { addressOf, connectionRoute, isManaged, useConnections } from './use-connections.ts';
import styles from './connections.module.css';

/** The saved connections to databases, with a panel to add and edit them. For administrators of the service. */
export function ConnectionsPage() {
  const connections = useConnections();
  const [panel, setPanel] = useUrlState('panel');
  const [deleted, setDeleted] = useState<DatabaseConnection | null>(null);
  const edited = connections.data?.find((row) => String(row.id) === panel && !isManaged(row));
  const close = () => setPanel('');
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setPanel('new')}>
      {t('connections.add')}
    </Button>
  );
  return (
    <Page
      title={t('connections.title')}
      lead={t('connections.lead')}
      crumbs={[datasetsCrumb()]}
      action={connections.data?.length ? add : undefined}
    >
      <DataTable
        label={t('connections.title')}
        rows={connections.data}
        columns={columns()}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        source={connections}
        searchPlaceholder={t('connections.search')}
        actions={(row) => (
          <RowMenu label={t('connections.actionsFor', { name: row.name })}>
            {isManaged(row) ? null : (
              <>
                <MenuItem icon={IconTable} href={basePath() + connectionRoute(row.id)}>
                  {t('connections.browse')}
                </MenuItem>
                <MenuItem icon={IconPencil} onClick={() => setPanel(String(row.id))}>
                  {t('connections.edit')}
                </MenuItem>
              </>
            )}
            <MenuItem icon={IconTrash} color="red" onClick={() => setDeleted(row)}>
              {t('connections.delete')}
            </MenuItem>
          </RowMenu>
        )}
        empty={
          <EmptyState boxed title={t('connections.none')} text={t('connections.noneText')} action={add} />
        }
      />
      <SidePanel
        opened={panel === 'new' || edited !== undefined}
        title={edited ? t('connections.editTitle', { name: edited.name }) : t('connections.add')}
        size={500}
        onClose={close}
      >
        {panel === 'new' ? <ConnectionForm onSaved={close} onCancel={close} /> : null}
        {edited ? (
          <>
            {edited.dataset_count > 0 ? (
              <p className={styles.note}>
                {t('connections.editUsed', {
                  count: edited.dataset_count,
                  number: formatNumber(edited.dataset_count),
                })}
              </p>
            ) : null}
            <ConnectionForm key={edited.id} connection={edited} onSaved={close} onCancel={close} />
          </>
        ) : null}
      </SidePanel>
      <DeleteDialog connection={deleted} onClose={() => setDeleted(null)} />
    </Page>
  );
}

function columns(): Column<DatabaseConnection>[] {
  return [
    {
      key: 'name',
      header: t('connections.name'),
      value: (row) => row.name,
      search: addressOf,
      cell: (row) => (
        <span className={styles.name}>
          <span className={styles.words}>
            {isManaged(row) ? (
              row.name
            ) : (
              <RowLink href={basePath() + connectionRoute(row.id)}>{row.name}</RowLink>
            )}
            {isManaged(row) ? (
              <Badge size="xs" color="gray" title={t('connections.managedHint')}>
                {t('connections.managed')}
              </Badge>
            ) : null}
          </span>
          <span className={styles.address}>{addressOf(row)}</span>
        </span>
      ),
      always: true,
    },
    { key: 'user', header: t('connections.user'), value: (row) => row.username, from: 'md' },
    { key: 'sslmode', header: t('connections.sslmode'), value: (row) => row.sslmode, from: 'lg' },
    {
      key: 'datasets',
      header: t('connections.datasets'),
      value: (row) => row.dataset_count,
      cell: (row) => <span className="numeric">{formatNumber(row.dataset_count)}</span>,
      align: 'right',
      from: 'sm',
    },
  ];
}
