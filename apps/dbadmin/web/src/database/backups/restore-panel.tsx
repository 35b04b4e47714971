import { Alert, Radio, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { SaveForm, SidePanel, formatExact, formatNumber, t, tui, useSaveForm } from '@cairn/ui';
import { dbadmin, type Backup, type DatabaseDetail } from '../../client.ts';
import { DatabaseNameField } from '../../databases/database-fields.tsx';
import { databaseNameProblem } from '../../databases/identifier-check.ts';
import { followJob } from '../../jobs/use-jobs.ts';
import { jobChangeKeys } from '../../query-keys.ts';

interface RestorePanelProps {
  database: DatabaseDetail;
  /** Null when the panel is closed. */
  backup: Backup | null;
  onClose: () => void;
}

/** Restores a backup to a new database, or in place of the current one. */
export function RestorePanel({ database, backup, onClose }: RestorePanelProps) {
  return (
    <SidePanel opened={backup !== null} title={t('restore.title')} onClose={onClose}>
      {backup ? <RestoreForm database={database} backup={backup} onClose={onClose} /> : null}
    </SidePanel>
  );
}

function RestoreForm({ database, backup, onClose }: RestorePanelProps & { backup: Backup }) {
  const queries = useQueryClient();
  const { name } = database;
  const state = useSaveForm({
    initial: { mode: 'new', new_database_name: `${name}_restored`, typed: '' },
    validate: {
      new_database_name: (value, { mode }) => (mode === 'new' ? databaseNameProblem(value) : null),
      typed: (value, { mode }) =>
        mode === 'existing' && value.trim() !== name ? tui('confirm.mismatch', { name }) : null,
    },
    save: ({ mode, new_database_name: newName }) =>
      dbadmin.POST('/api/databases/{id}/restore', {
        params: { path: { id: database.id } },
        body: {
          artifact: backup.artifact,
          mode,
          ...(mode === 'new' ? { new_database_name: newName.trim() } : {}),
        },
      }),
    refresh: jobChangeKeys,
    onSaved({ job_id: jobId }) {
      followJob(queries, database.id, jobId);
      onClose();
    },
  });
  const { form } = state;
  const sessions = database.sessions ?? 0;
  const isNew = form.values.mode === 'new';
  return (
    <SaveForm state={state} save={t(isNew ? 'restore.saveNew' : 'restore.saveExisting')} onCancel={onClose}>
      <p style={{ margin: 0 }}>
        {t('restore.text', { time: formatExact(new Date(backup.created_at)), name })}
      </p>
      <Radio.Group label={t('restore.where')} {...form.getInputProps('mode')}>
        <Stack gap="xs" mt={6}>
          <Radio value="new" label={t('restore.new')} description={t('restore.newHint', { name })} />
          <Radio
            value="existing"
            label={t('restore.existing', { name })}
            description={t('restore.existingHint')}
          />
        </Stack>
      </Radio.Group>
      {isNew ? (
        <DatabaseNameField {...form.getInputProps('new_database_name')} />
      ) : (
        <>
          <Alert color="yellow">{t('restore.kept', { name })}</Alert>
          {sessions > 0 ? (
            <Alert color="red" role="alert">
              {t('restore.inUse', { count: sessions, number: formatNumber(sessions), name })}
            </Alert>
          ) : null}
          <TextInput
            label={tui('confirm.typeName', { name })}
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('typed')}
          />
        </>
      )}
    </SaveForm>
  );
}
