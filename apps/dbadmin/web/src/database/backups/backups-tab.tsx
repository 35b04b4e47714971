import { Button, Menu } from '@mantine/core';
import { IconDeviceFloppy, IconDownload, IconRestore, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import {
  ConfirmDanger,
  DataTable,
  EmptyState,
  FileSize,
  formatExact,
  RelativeTime,
  RowMenu,
  t,
  useApi,
  useChange,
  type Column,
} from '@cairn/ui';
import { backupHref, dbadmin, type Backup } from '../../client.ts';
import { useServerRights } from '../../layout/use-server-rights.ts';
import { useBackups } from '../../databases/use-backups.ts';
import { databaseKey, databasesKey } from '../../query-keys.ts';
import type { TabProps } from '../database-page.tsx';
import { Verified } from './verified.tsx';
import { RestorePanel } from './restore-panel.tsx';

const ICON = { size: 16, stroke: 1.7, 'aria-hidden': true } as const;

/** The backups of a database, and what can be done with each. */
export function BackupsTab({ database }: TabProps) {
  const rights = useServerRights(database.connection);
  const backUp = useBackups();
  const [restoring, setRestoring] = useState<Backup | null>(null);
  const [deleting, setDeleting] = useState<Backup | null>(null);
  const path = { id: database.id };
  const backups = useApi([...databaseKey(database.id), 'backups'], (signal) =>
    dbadmin.GET('/api/databases/{id}/backups', { params: { path }, signal }),
  );
  const remove = useChange(
    ({ filename }: Backup) =>
      dbadmin.DELETE('/api/databases/{id}/backups/{filename}', { params: { path: { ...path, filename } } }),
    {
      done: t('backups.deleted'),
      refresh: [databaseKey(database.id), databasesKey],
      onDone: () => setDeleting(null),
    },
  );
  const columns = useMemo(() => backupColumns(), []);
  const now = (
    <Button
      leftSection={<IconDeviceFloppy size={16} aria-hidden />}
      disabled={database.state !== 'ready'}
      onClick={() => void backUp([database])}
    >
      {t('databases.backUp')}
    </Button>
  );
  return (
    <>
      <DataTable
        label={t('backups.label', { name: database.name })}
        rows={backups.data}
        columns={columns}
        rowKey={(row) => row.filename}
        rowName={(row) => row.filename}
        source={backups}
        searchPlaceholder={t('backups.search')}
        tools={rights.edit ? now : undefined}
        actions={(row) =>
          rights.admin ? (
            <RowMenu label={t('databases.menu', { name: row.filename })}>
              <Menu.Item
                component="a"
                href={backupHref(database.id, row.filename)}
                download={row.filename}
                leftSection={<IconDownload {...ICON} />}
              >
                {t('backups.download')}
              </Menu.Item>
              <Menu.Item leftSection={<IconRestore {...ICON} />} onClick={() => setRestoring(row)}>
                {t('backups.restore')}
              </Menu.Item>
              <Menu.Divider />
              <Menu.Item color="red" leftSection={<IconTrash {...ICON} />} onClick={() => setDeleting(row)}>
                {t('backups.delete')}
              </Menu.Item>
            </RowMenu>
          ) : null
        }
        empty={
          <EmptyState
            boxed
            title={t('backups.none')}
            text={t('backups.noneText')}
            action={rights.edit ? now : undefined}
          />
        }
      />
      <RestorePanel database={database} backup={restoring} onClose={() => setRestoring(null)} />
      <ConfirmDanger
        opened={deleting !== null}
        title={t('backups.deleteTitle')}
        action={t('backups.deleteAction')}
        busy={remove.isPending}
        onConfirm={() => deleting && remove.mutate(deleting)}
        onClose={() => setDeleting(null)}
      >
        <p style={{ margin: 0 }}>
          {t('backups.deleteText', {
            time: deleting ? formatExact(new Date(deleting.created_at)) : '',
            name: database.name,
          })}
        </p>
      </ConfirmDanger>
    </>
  );
}

function backupColumns(): Column<Backup>[] {
  return [
    {
      key: 'created',
      header: t('backups.made'),
      value: (row) => new Date(row.created_at),
      cell: (row) => <RelativeTime exact value={row.created_at} />,
      always: true,
    },
    { key: 'file', header: t('backups.file'), value: (row) => row.filename, from: 'md' },
    {
      key: 'size',
      header: t('databases.size'),
      value: (row) => row.size_bytes,
      cell: (row) => <FileSize bytes={row.size_bytes} />,
      align: 'right',
      from: 'sm',
    },
    {
      key: 'verified',
      header: t('backups.verified'),
      value: (row) => (row.verified_at ? new Date(row.verified_at) : null),
      cell: (row) => <Verified at={row.verified_at ?? null} />,
    },
    {
      key: 'version',
      header: t('backups.version'),
      value: (row) => plainVersion(row),
      // The packager's own words are in the tooltip.
      cell: (row) => <span title={row.server_version ?? undefined}>{plainVersion(row)}</span>,
      from: 'lg',
    },
    { key: 'by', header: t('backups.by'), value: (row) => row.created_by, from: 'sm' },
    { key: 'note', header: t('backups.note'), value: (row) => row.note, from: 'lg' },
    {
      key: 'sha256',
      header: 'SHA-256',
      value: (row) => row.sha256,
      cell: (row) => <code title={row.sha256}>{row.sha256 ? `${row.sha256.slice(0, 12)}…` : '–'}</code>,
      from: 'lg',
    },
  ];
}

const plainVersion = ({ server_version: version }: Backup) => version?.split(' ')[0];
