import { ConfirmDanger, t, useChange } from '@cairn/ui';
import { reportServer, type RegisteredDatasource } from '../client.ts';
import { REFRESHED } from './use-datasources.ts';

interface DeleteDatasourceProps {
  /** Null when the dialog is closed. */
  datasource: RegisteredDatasource | null;
  onClose: () => void;
  onDeleted: () => void;
}

/** Deletes a datasource, after naming what goes with it. */
export function DeleteDatasource({ datasource, onClose, onDeleted }: DeleteDatasourceProps) {
  const remove = useChange(
    (key: string) => reportServer.DELETE('/api/v1/datasources/{key}', { params: { path: { key } } }),
    {
      done: () => t('datasources.deleted', { title: datasource?.title }),
      refresh: REFRESHED,
      onDone() {
        onClose();
        onDeleted();
      },
    },
  );
  return (
    <ConfirmDanger
      opened={datasource !== null}
      title={t('datasources.deleteAsk', { title: datasource?.title })}
      action={t('datasources.delete')}
      typeName={datasource?.title ?? ''}
      busy={remove.isPending}
      onConfirm={() => datasource && remove.mutate(datasource.key)}
      onClose={onClose}
    >
      <p style={{ margin: 0 }}>{t('datasources.lost')}</p>
      <p style={{ margin: '8px 0 0' }}>{t('datasources.kept')}</p>
    </ConfirmDanger>
  );
}
