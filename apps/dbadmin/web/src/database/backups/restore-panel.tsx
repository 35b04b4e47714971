import { Alert, Radio, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { FormActions, formatExact, formatNumber, jobsKey, SidePanel, t, useSaveForm } from '@cairn/ui';
import { dbadmin, type Backup, type DatabaseDetail } from '../../client.ts';
import { databaseNameProblem } from '../../databases/name-check.ts';
import { followJob } from '../../jobs/use-followed-job.ts';
import { databaseKey, databasesKey, jobListKey } from '../../query-keys.ts';

interface RestorePanelProps {
  database: DatabaseDetail;
  /** Null when the panel is closed. */
  backup: Backup | null;
  onClose: () => void;
}

/** Brings a backup back: beside what is there, or in its place. */
export function RestorePanel({ database, backup, onClose }: RestorePanelProps) {
  return (
    <SidePanel opened={backup !== null} title={t('restore.title')} onClose={onClose}>
      {backup ? <RestoreForm database={database} backup={backup} onClose={onClose} /> : null}
    </SidePanel>
  );
}

function RestoreForm({ database, backup, onClose }: RestorePanelProps & { backup: Backup }) {
  const queries = useQueryClient();
  const { form, bind, saving, problem, guard } = useSaveForm({
    initial: { mode: 'new', new_database_name: `${database.name}_restored`, typed: '' },
    validate: {
      new_database_name: (value, { mode }) => (mode === 'new' ? databaseNameProblem(value) : null),
      typed: (value, { mode }) =>
        mode === 'existing' && value.trim() !== database.name
          ? t('restore.typeMissing', { name: database.name })
          : null,
    },
    save: ({ mode, new_database_name: name }) =>
      dbadmin.POST('/api/databases/{id}/restore', {
        params: { path: { id: database.id } },
        body: {
          artifact: backup.artifact,
          mode,
          ...(mode === 'new' ? { new_database_name: name.trim() } : {}),
        },
      }),
    refresh: [databaseKey(database.id), databasesKey, jobsKey, jobListKey],
    onSaved({ job_id: jobId }) {
      followJob(queries, database.id, jobId);
      onClose();
    },
  });
  const sessions = database.sessions ?? 0;
  const isNew = form.values.mode === 'new';
  return (
    <form {...bind}>
      <Stack gap="md">
        <p style={{ margin: 0 }}>
          {t('restore.text', { time: formatExact(new Date(backup.created_at)), name: database.name })}
        </p>
        <Radio.Group label={t('restore.where')} {...form.getInputProps('mode')}>
          <Stack gap="xs" mt={6}>
            <Radio value="new" label={t('restore.new')} description={t('restore.newHint')} />
            <Radio
              value="existing"
              label={t('restore.existing', { name: database.name })}
              description={t('restore.existingHint')}
            />
          </Stack>
        </Radio.Group>
        {isNew ? (
          <TextInput
            label={t('restore.newName')}
            required
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('new_database_name')}
          />
        ) : (
          <>
            <Alert color="yellow">{t('restore.kept', { name: database.name })}</Alert>
            {sessions > 0 ? (
              <Alert color="red" role="alert">
                {t('restore.inUse', { count: sessions, number: formatNumber(sessions) })}
              </Alert>
            ) : null}
            <TextInput
              label={t('restore.type', { name: database.name })}
              autoComplete="off"
              spellCheck={false}
              {...form.getInputProps('typed')}
            />
          </>
        )}
        <FormActions
          save={t(isNew ? 'restore.saveNew' : 'restore.saveExisting')}
          saving={saving}
          problem={problem}
          onCancel={onClose}
        />
      </Stack>
      {guard}
    </form>
  );
}
