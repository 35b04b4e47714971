import { Alert, Select, Stack, Textarea } from '@mantine/core';
import { FormActions, t, useApi, useSaveForm, useUrlState } from '@cairn/ui';
import { dbadmin } from '../client.ts';
import { useConnections } from '../layout/use-connections.ts';
import { connectionsKey, databasesKey } from '../query-keys.ts';
import { useDatabases } from './use-databases.ts';

/** A database that is on the server already. */
export function RegisterForm({ onDone }: { onDone: () => void }) {
  const servers = useConnections().data ?? [];
  const [shown] = useUrlState('connection_id');
  const { form, bind, saving, problem, guard } = useSaveForm({
    initial: { connection_id: shown || String(servers[0]?.id ?? ''), name: '', purpose: '' },
    validate: { name: (value) => (value ? null : t('register.nameMissing')) },
    save: ({ connection_id: server, name, purpose }) =>
      dbadmin.POST('/api/connections/{id}/databases', {
        params: { path: { id: Number(server) } },
        body: { name, purpose: purpose.trim() },
      }),
    refresh: [databasesKey, connectionsKey],
    done: t('register.done'),
    onSaved: onDone,
  });
  const server = Number(form.values.connection_id);
  const live = useApi(
    [...connectionsKey, server, 'live'],
    (signal) => dbadmin.GET('/api/connections/{id}/databases', { params: { path: { id: server } }, signal }),
    { enabled: server > 0 },
  );
  const known = useDatabases(String(server)).data ?? [];
  // `postgres` belongs to the server itself and is not taken.
  const names =
    live.data?.filter((name) => name !== 'postgres' && !known.some((row) => row.name === name)) ?? [];
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
        {live.error ? <Alert color="red">{live.error.message}</Alert> : null}
        <Select
          label={t('register.name')}
          description={live.data && names.length === 0 ? t('register.allKnown') : t('register.nameHint')}
          required
          searchable
          disabled={names.length === 0}
          data={names}
          {...form.getInputProps('name')}
          value={form.values.name || null}
          onChange={(name) => form.setFieldValue('name', name ?? '')}
        />
        <Textarea
          label={t('databases.purpose')}
          description={t('create.purposeHint')}
          autosize
          minRows={2}
          {...form.getInputProps('purpose')}
        />
        <FormActions save={t('register.save')} saving={saving} problem={problem} onCancel={onDone} />
      </Stack>
      {guard}
    </form>
  );
}
