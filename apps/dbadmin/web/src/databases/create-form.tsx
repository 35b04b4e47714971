import { Select, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { FormActions, jobsKey, t, useSaveForm, useUrlState } from '@cairn/ui';
import { dbadmin } from '../client.ts';
import { useConnections } from '../layout/use-connections.ts';
import { databasesKey, jobListKey } from '../query-keys.ts';
import { databaseNameProblem } from './name-check.ts';

/** A new database, with PostGIS unless it is not wanted. */
export function CreateForm({ onDone }: { onDone: () => void }) {
  const servers = useConnections().data ?? [];
  const [shown] = useUrlState('connection_id');
  const { form, bind, saving, problem, guard } = useSaveForm({
    initial: {
      connection_id: shown || String(servers[0]?.id ?? ''),
      name: '',
      purpose: '',
      enable_spatialdb: true,
    },
    validate: {
      connection_id: (value) => (value === '' ? t('create.serverMissing') : null),
      name: databaseNameProblem,
    },
    save: ({ connection_id: server, name, purpose, ...rest }) =>
      dbadmin.POST('/api/databases', {
        body: { connection_id: Number(server), name: name.trim(), purpose: purpose.trim(), ...rest },
      }),
    refresh: [databasesKey, jobsKey, jobListKey],
    onSaved: onDone,
  });
  return (
    <form {...bind}>
      <Stack gap="md">
        <Select
          label={t('databases.server')}
          required
          allowDeselect={false}
          data={servers.map(({ id, name }) => ({ value: String(id), label: name }))}
          {...form.getInputProps('connection_id')}
        />
        <TextInput
          label={t('databases.name')}
          description={t('create.nameHint')}
          required
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('name')}
        />
        <Textarea
          label={t('databases.purpose')}
          description={t('create.purposeHint')}
          autosize
          minRows={2}
          {...form.getInputProps('purpose')}
        />
        <Switch
          label={t('create.spatial')}
          description={t('create.spatialHint')}
          {...form.getInputProps('enable_spatialdb', { type: 'checkbox' })}
        />
        <FormActions save={t('create.save')} saving={saving} problem={problem} onCancel={onDone} />
      </Stack>
      {guard}
    </form>
  );
}
