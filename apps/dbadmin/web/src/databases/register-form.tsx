import { Alert, Select } from '@mantine/core';
import { SaveForm, t, useSaveForm, useUrlState } from '@cairn/ui';
import { dbadmin } from '../client.ts';
import { serverOptions, useConnections, useServerDatabases } from '../connections/use-connections.ts';
import { connectionsKey, databasesKey } from '../query-keys.ts';
import { PurposeField } from './database-fields.tsx';
import { useDatabases } from './use-databases.ts';

/** Registers a database that already exists on a server. */
export function RegisterForm({ onDone }: { onDone: () => void }) {
  const servers = useConnections().data ?? [];
  const [currentServer] = useUrlState('connection_id');
  const state = useSaveForm({
    initial: { connection_id: currentServer || String(servers[0]?.id ?? ''), name: '', purpose: '' },
    validate: { name: (value) => (value ? null : t('register.nameMissing')) },
    save: ({ connection_id: server, name, purpose }) =>
      dbadmin.POST('/api/connections/{id}/databases', {
        params: { path: { id: Number(server) } },
        body: { name, purpose: purpose.trim() },
      }),
    refresh: [databasesKey, connectionsKey],
    done: (): string => t('register.done', { name: state.form.getValues().name }),
    onSaved: onDone,
  });
  const { form } = state;
  const { data: names, error } = useServerDatabases(Number(form.values.connection_id));
  const registered = new Set(useDatabases(form.values.connection_id).data?.map(({ name }) => name));
  // `postgres` belongs to the server itself and is not offered.
  const unregistered = names?.filter((name) => name !== 'postgres' && !registered.has(name)) ?? [];
  return (
    <SaveForm state={state} save={t('register.save')} onCancel={onDone}>
      <Select
        label={t('server.choose')}
        required
        allowDeselect={false}
        data={serverOptions(servers)}
        {...form.getInputProps('connection_id')}
      />
      {error ? <Alert color="red">{error.message}</Alert> : null}
      <Select
        label={t('common.database')}
        description={t(names && unregistered.length === 0 ? 'register.allRegistered' : 'register.nameHint')}
        required
        searchable
        disabled={unregistered.length === 0}
        data={unregistered}
        {...form.getInputProps('name')}
        value={form.values.name || null}
        onChange={(name) => form.setFieldValue('name', name ?? '')}
      />
      <PurposeField {...form.getInputProps('purpose')} />
    </SaveForm>
  );
}
