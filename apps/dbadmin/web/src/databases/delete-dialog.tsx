import { Alert, Button } from '@mantine/core';
import { ConfirmDanger, formatBytes, formatRelative, t, useChange } from '@cairn/ui';
import { dbadmin, type Database } from '../client.ts';
import { allDatabaseKeys, jobChangeKeys } from '../query-keys.ts';

interface DeleteDialogProps {
  /** Null when the dialog is closed. */
  database: Database | null;
  onClose: () => void;
}

/** Deletes a database for good: names what is lost and what is kept, and asks for its name. */
export function DeleteDialog({ database, onClose }: DeleteDialogProps) {
  const drop = useChange(
    ({ id, name }: Database) =>
      dbadmin.DELETE('/api/databases/{id}', { params: { path: { id } }, body: { confirm_name: name } }),
    { refresh: jobChangeKeys, onDone: onClose },
  );
  const unregister = useUnregisterDatabase(onClose);
  const backup = database?.last_backup;
  return (
    <ConfirmDanger
      opened={database !== null}
      title={t('delete.title', { name: database?.name })}
      action={t('delete.action')}
      typeName={database?.name ?? ''}
      busy={drop.isPending}
      onConfirm={() => database && drop.mutate(database)}
      onClose={onClose}
    >
      <p style={{ margin: 0 }}>
        {t('delete.lost', {
          server: database?.connection_name,
          size: formatBytes(database?.size_bytes ?? 0),
        })}
      </p>
      <Alert color={backup ? 'gray' : 'yellow'} mt="sm">
        {backup
          ? t('delete.backup', { time: formatRelative(new Date(backup.created_at)) })
          : t('delete.noBackup')}
      </Alert>
      <p style={{ margin: '12px 0 0' }}>
        {t('delete.instead')}{' '}
        <Button
          variant="subtle"
          size="compact-sm"
          loading={unregister.isPending}
          onClick={() => database && unregister.mutate(database)}
        >
          {t('delete.unregister')}
        </Button>
      </p>
    </ConfirmDanger>
  );
}

/** Removes a database from the list. It stays on its server. */
export function useUnregisterDatabase(onDone: () => void) {
  return useChange(
    ({ id }: Pick<Database, 'id' | 'name'>) =>
      dbadmin.DELETE('/api/databases/{id}/registration', { params: { path: { id } } }),
    {
      done: (_, { name }) => t('delete.unregistered', { name }),
      refresh: allDatabaseKeys,
      onDone,
    },
  );
}
