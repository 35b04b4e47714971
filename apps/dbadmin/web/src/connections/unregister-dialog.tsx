import { ConfirmDanger, formatNumber, t, useChange } from '@cairn/ui';
import { dbadmin, type Connection } from '../client.ts';
import { connectionsKey, databasesKey } from '../query-keys.ts';

interface UnregisterDialogProps {
  /** Null when the dialog is closed. */
  connection: Connection | null;
  onClose: () => void;
  onUnregistered: () => void;
}

/** Unregisters a server, after naming what is removed from the platform with it. */
export function UnregisterDialog({ connection, onClose, onUnregistered }: UnregisterDialogProps) {
  const unregister = useChange(
    (id: number) => dbadmin.DELETE('/api/connections/{id}', { params: { path: { id } } }),
    {
      done: () => t('unregisterServer.done', { name: connection?.name }),
      refresh: [connectionsKey, databasesKey],
      onDone() {
        onClose();
        onUnregistered();
      },
    },
  );
  const count = connection?.database_count ?? 0;
  return (
    <ConfirmDanger
      opened={connection !== null}
      title={t('unregisterServer.title', { name: connection?.name })}
      action={t('unregisterServer.heading')}
      typeName={connection?.name ?? ''}
      busy={unregister.isPending}
      onConfirm={() => connection && unregister.mutate(connection.id)}
      onClose={onClose}
    >
      <p style={{ margin: 0 }}>{t('unregisterServer.lost', { count, number: formatNumber(count) })}</p>
      <p style={{ margin: '8px 0 0' }}>{t('unregisterServer.kept')}</p>
    </ConfirmDanger>
  );
}
