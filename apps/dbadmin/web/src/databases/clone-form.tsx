import { Stack, Textarea, TextInput } from '@mantine/core';
import { FormActions, formatBytes, jobsKey, t, useSaveForm } from '@cairn/ui';
import { dbadmin, type Database } from '../client.ts';
import { databasesKey, jobListKey } from '../query-keys.ts';
import { databaseNameProblem } from './name-check.ts';

/** A copy of a database on its server. */
export function CloneForm({ source, onDone }: { source: Database; onDone: () => void }) {
  const { form, bind, saving, problem, guard } = useSaveForm({
    initial: { name: `${source.name}_copy`, purpose: source.purpose },
    validate: { name: databaseNameProblem },
    save: ({ name, purpose }) =>
      dbadmin.POST('/api/databases/{id}/clone', {
        params: { path: { id: source.id } },
        body: { name: name.trim(), purpose: purpose.trim() },
      }),
    refresh: [databasesKey, jobsKey, jobListKey],
    onSaved: onDone,
  });
  return (
    <form {...bind}>
      <Stack gap="md">
        <p style={{ margin: 0 }}>
          {t('clone.text', { server: source.connection_name, size: formatBytes(source.size_bytes ?? 0) })}
        </p>
        <TextInput
          label={t('clone.name')}
          required
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('name')}
        />
        <Textarea label={t('databases.purpose')} autosize minRows={2} {...form.getInputProps('purpose')} />
        <FormActions save={t('clone.save')} saving={saving} problem={problem} onCancel={onDone} />
      </Stack>
      {guard}
    </form>
  );
}
