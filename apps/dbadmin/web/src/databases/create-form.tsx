import { Select, Switch } from '@mantine/core';
import { SaveForm, t, useSaveForm, useUrlState } from '@cairn/ui';
import { dbadmin } from '../client.ts';
import { serverOptions, useConnections } from '../connections/use-connections.ts';
import { jobChangeKeys } from '../query-keys.ts';
import { DatabaseNameField, PurposeField } from './database-fields.tsx';
import { databaseNameProblem } from './identifier-check.ts';

/** Creates a database, with PostGIS by default. */
export function CreateForm({ onDone }: { onDone: () => void }) {
  const servers = useConnections().data ?? [];
  const [currentServer] = useUrlState('connection_id');
  const state = useSaveForm({
    initial: {
      connection_id: currentServer || String(servers[0]?.id ?? ''),
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
    refresh: jobChangeKeys,
    onSaved: onDone,
  });
  const { form } = state;
  return (
    <SaveForm state={state} save={t('databases.create')} onCancel={onDone}>
      <Select
        label={t('server.choose')}
        required
        allowDeselect={false}
        data={serverOptions(servers)}
        {...form.getInputProps('connection_id')}
      />
      <DatabaseNameField
        label={t('common.name')}
        description={t('create.nameHint')}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <PurposeField {...form.getInputProps('purpose')} />
      <Switch
        label={t('create.spatial')}
        description={t('create.spatialHint')}
        {...form.getInputProps('enable_spatialdb', { type: 'checkbox' })}
      />
    </SaveForm>
  );
}
