import { ConfirmDanger, formatNumber, t, useChange } from '@cairn/ui';
import { vault, type DatabaseConnection } from '../client.ts';
import { connectionsKey } from './use-connections.ts';

interface DeleteDialogProps {
  /** Null when the dialog is closed. */
  connection: DatabaseConnection | null;
  onClose: () => void;
}

/** Deletes a connection, after saying what stays; a connection that datasets need cannot be deleted. */
export function DeleteDialog({ connection, onClose }: DeleteDialogProps) {
  const remove = useChange(
    (id: number) => vault.DELETE('/api/connections/{id}', { params: { path: { id } } }),
    {
      refresh: [connectionsKey],
      done: () => t('connections.deleted', { name: connection?.name }),
      onDone: onClose,
    },
  );
  const count = connection?.dataset_count ?? 0;
  return (
    <ConfirmDanger
      opened={connection !== null}
      title={t('connections.deleteTitle', { name: connection?.name })}
      action={t('connections.deleteAction')}
      busy={remove.isPending}
      disabled={count > 0}
      onConfirm={() => connection && remove.mutate(connection.id)}
      onClose={onClose}
    >
      <p style={{ margin: 0 }}>
        {count > 0
          ? t('connections.inUse', { count, number: formatNumber(count) })
          : t('connections.deleteText')}
      </p>
    </ConfirmDanger>
  );
}
