import { ConfirmDanger, formatNumber, t, useChange } from '@cairn/ui';
import { dbadmin, type Connection } from '../client.ts';
import { connectionsKey, databasesKey } from '../query-keys.ts';

interface ForgetDialogProps {
  /** Null when the dialog is closed. */
  connection: Connection | null;
  onClose: () => void;
  onForgotten: () => void;
}

/** Forgets a server: says what of it is kept here and goes with it. */
export function ForgetDialog({ connection, onClose, onForgotten }: ForgetDialogProps) {
  const forget = useChange(
    (id: number) => dbadmin.DELETE('/api/connections/{id}', { params: { path: { id } } }),
    {
      done: () => t('forget.done', { name: connection?.name }),
      refresh: [connectionsKey, databasesKey],
      onDone() {
        onClose();
        onForgotten();
      },
    },
  );
  const count = connection?.database_count ?? 0;
  return (
    <ConfirmDanger
      opened={connection !== null}
      title={t('forget.title', { name: connection?.name })}
      action={t('forget.action')}
      typeName={connection?.name ?? ''}
      busy={forget.isPending}
      onConfirm={() => connection && forget.mutate(connection.id)}
      onClose={onClose}
    >
      <p style={{ margin: 0 }}>{t('forget.lost', { count, number: formatNumber(count) })}</p>
      <p style={{ margin: '8px 0 0' }}>{t('forget.kept')}</p>
    </ConfirmDanger>
  );
}
