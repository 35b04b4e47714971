import { Button, Menu } from '@mantine/core';
import { IconDeviceFloppy, IconDownload, IconRestore, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import {
  type Column,
  ConfirmDanger,
  DataTable,
  EmptyState,
  FileSize,
  MenuItem,
  RelativeTime,
  RowMenu,
  formatExact,
  t,
  useApi,
  useChange,
} from '@cairn/ui';
import { backupHref } from '../../addresses.ts';
import { dbadmin, type Backup } from '../../client.ts';
import { useServerRights } from '../../connections/use-server-rights.ts';
import { Verified } from '../../databases/backup-badges.tsx';
import { useBackUp } from '../../databases/use-back-up.ts';
import { databaseKey, databasesKey } from '../../query-keys.ts';
import type { DatabaseTabProps } from '../types.ts';
import { RestorePanel } from './restore-panel.tsx';

/** The backups of a database: create, download, restore and delete. */
export function BackupsTab({ database }: DatabaseTabProps) {
  const rights = useServerRights(database.connection);
  const backUp = useBackUp();
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
  const backUpNow = rights.edit ? (
    <Button
      leftSection={<IconDeviceFloppy size={16} aria-hidden />}
      disabled={database.state !== 'ready'}
      onClick={() => void backUp([database])}
    >
      {t('databases.backUp')}
    </Button>
  ) : undefined;
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
        tools={backUpNow}
        actions={(row) =>
          rights.admin ? (
            <RowMenu label={t('common.actionsFor', { name: row.filename })}>
              <Menu.Item
                component="a"
                href={backupHref(database.id, row.filename)}
                download={row.filename}
                leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
              >
                {t('backups.download')}
              </Menu.Item>
              <MenuItem icon={IconRestore} onClick={() => setRestoring(row)}>
                {t('backups.restore')}
              </MenuItem>
              <Menu.Divider />
              <MenuItem icon={IconTrash} color="red" onClick={() => setDeleting(row)}>
                {t('backups.delete')}
              </MenuItem>
            </RowMenu>
          ) : null
        }
        empty={<EmptyState boxed title={t('backups.none')} text={t('backups.noneText')} action={backUpNow} />}
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
      header: t('backups.created'),
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
      cell: (row) => <Verified at={row.verified_at} />,
    },
    {
      key: 'version',
      header: t('backups.version'),
      value: shortVersion,
      // The tooltip has the whole version, with that of the distribution's package.
      cell: (row) => <span title={row.server_version ?? undefined}>{shortVersion(row)}</span>,
      from: 'lg',
    },
    { key: 'by', header: t('common.by'), value: (row) => row.created_by, from: 'sm' },
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

function shortVersion({ server_version: version }: Backup): string | undefined {
  return version?.split(' ')[0];
}
