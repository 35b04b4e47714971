import { ConfirmDanger, formatBytes, formatNumber, t, useChange } from '@cairn/ui';
import { vault, type ManagedDataset } from '../client.ts';
import { DeletionEffects } from './deletion-effects.tsx';
import { datasetsKey, foldersKey } from '../query-keys.ts';

interface DeleteDialogProps {
  /** The archived dataset to delete; null when the dialog is closed. */
  row: ManagedDataset | null;
  onClose: () => void;
  onDeleted?: (() => void) | undefined;
}

/** Deletes a dataset for good: says what is lost and asks for its name. */
export function DeleteDialog({ row, onClose, onDeleted }: DeleteDialogProps) {
  const remove = useChange(
    (name: string) =>
      vault.DELETE('/datasets/{name}', { params: { path: { name }, query: { confirm: 'true' } } }),
    {
      done: () => t('delete.done', { name: row?.name }),
      refresh: [datasetsKey, foldersKey],
      onDone: () => {
        onClose();
        onDeleted?.();
      },
    },
  );
  const count = row?.version_count ?? 0;
  return (
    <ConfirmDanger
      opened={row !== null}
      title={t('delete.title', { title: row?.title })}
      action={t('delete.action')}
      typeName={row?.name ?? ''}
      busy={remove.isPending}
      onConfirm={() => row && remove.mutate(row.name)}
      onClose={onClose}
    >
      <p style={{ margin: 0 }}>
        {row?.datasource_type === 'spatialdb'
          ? t('delete.table', { table: row.file_name })
          : t('delete.lost', {
              count,
              number: formatNumber(count),
              size: formatBytes(row?.file_size ?? 0),
            })}
      </p>
      {row ? <DeletionEffects dataset={row.name} /> : null}
      <p style={{ margin: '8px 0 0' }}>{t('delete.instead')}</p>
    </ConfirmDanger>
  );
}
