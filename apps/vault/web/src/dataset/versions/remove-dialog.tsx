import { ConfirmDanger, formatBytes, formatNumber, t, useChange } from '@cairn/ui';
import { vault, type Version } from '../../client.ts';
import { datasetKey } from '../../query-keys.ts';

interface RemoveDialogProps {
  /** The version to delete; null while the dialog is closed. */
  version: Version | null;
  versions: Version[];
  onClose: () => void;
  onDone: (removed: Version) => void;
}

/** Deletes one version for good: says what is lost and asks for its name. */
export function RemoveDialog({ version, versions, onClose, onDone }: RemoveDialogProps) {
  const remove = useChange(
    (gone: Version) =>
      vault.DELETE('/datasets/{name}/versions/{version}', {
        params: { path: { name: gone.dataset, version: gone.version } },
      }),
    {
      done: (_, { version: number }) => t('versions.remove.done', { version: number }),
      refresh: version ? [datasetKey(version.dataset)] : [],
      onDone: (_, gone) => {
        onClose();
        onDone(gone);
      },
    },
  );
  const children = versions.filter(({ parent_id: parent }) => parent === version?.id).length;
  return (
    <ConfirmDanger
      opened={version !== null}
      title={t('versions.remove.title', { version: version?.version })}
      action={t('versions.remove.action')}
      typeName={t('versions.number', { version: version?.version })}
      busy={remove.isPending}
      onConfirm={() => version && remove.mutate(version)}
      onClose={onClose}
    >
      <p style={{ margin: 0 }}>
        {t('versions.remove.lost', { file: version?.file_name, size: formatBytes(version?.size ?? 0) })}
      </p>
      {children > 0 ? (
        <p style={{ margin: '8px 0 0' }}>
          {t('versions.remove.children', { count: children, number: formatNumber(children) })}
        </p>
      ) : null}
    </ConfirmDanger>
  );
}
