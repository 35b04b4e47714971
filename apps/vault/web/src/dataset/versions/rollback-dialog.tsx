import { Modal, Stack, Textarea } from '@mantine/core';
import { FormActions, formatNumber, t, useSaveForm } from '@cairn/ui';
import { vault, type Version } from '../../client.ts';
import { datasetKey } from '../../query-keys.ts';

interface RollbackDialogProps {
  /** The version to roll back to; null while the dialog is closed. */
  version: Version | null;
  latest: Version;
  onClose: () => void;
  onDone: (created: number) => void;
}

const LONGEST = 1_000;

/** Says what a rollback makes and takes a reason; since nothing is lost, it does not warn. */
export function RollbackDialog({ version, ...props }: RollbackDialogProps) {
  return (
    <Modal
      opened={version !== null}
      onClose={props.onClose}
      title={t('versions.rollback.title', { version: version?.version })}
    >
      {version ? <RollbackForm version={version} {...props} /> : null}
    </Modal>
  );
}

function RollbackForm({ version, latest, onClose, onDone }: RollbackDialogProps & { version: Version }) {
  const { form, bind, saving, problem } = useSaveForm({
    initial: { reason: '' },
    validate: {
      reason: (value) => (value.length > LONGEST ? t('edit.tooLong', { count: LONGEST }) : null),
    },
    save: ({ reason }) =>
      vault.POST('/versions/{id}/rollback', {
        params: { path: { id: String(version.id) } },
        body: { reason },
      }),
    refresh: [datasetKey(version.dataset)],
    done: ({ new_version: created }) => t('versions.rollback.done', { created, version: version.version }),
    onSaved: ({ new_version: created }) => {
      onClose();
      onDone(created);
    },
  });
  const later = latest.version - version.version;
  return (
    <form {...bind}>
      <Stack>
        <div>
          <p style={{ margin: 0 }}>
            {t('versions.rollback.what', { next: latest.version + 1, version: version.version })}
          </p>
          <p style={{ margin: '8px 0 0' }}>
            {t('versions.rollback.kept', {
              count: later,
              number: formatNumber(later),
              latest: latest.version,
            })}
          </p>
        </div>
        <Textarea
          data-autofocus
          autosize
          minRows={2}
          label={t('versions.rollback.reason')}
          description={t('versions.rollback.reasonHint', { version: version.version })}
          {...form.getInputProps('reason')}
        />
        <FormActions
          save={t('versions.rollback.action')}
          saving={saving}
          problem={problem}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
