import { PasswordInput, Select, TextInput } from '@mantine/core';
import {
  SaveForm,
  ServerAddress,
  serverAddressChecks,
  t,
  unwrap,
  useSaveForm,
  useTestedSave,
} from '@cairn/ui';
import { dbadmin, type Connection } from '../client.ts';
import { connectionsKey, databasesKey } from '../query-keys.ts';

interface ConnectionFormProps {
  /** The connection to edit; a new one when left out. */
  connection?: Connection;
  onSaved: (id: number) => void;
  onCancel?: () => void;
}

const MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;

interface Values extends Record<string, unknown> {
  name: string;
  host: string;
  port: string;
  sslmode: NonNullable<Connection['sslmode']>;
  admin_username: string;
  admin_password: string;
}

/** Address and login of a server, tested before they are saved. A blank password keeps the stored one. */
export function ConnectionForm({ connection, onSaved, onCancel }: ConnectionFormProps) {
  const { runTest, saveAnyway } = useTestedSave();
  const state = useSaveForm<Values, { id: number }>({
    initial: {
      name: connection?.name ?? '',
      host: connection?.host ?? '',
      port: String(connection?.port ?? 5432),
      sslmode: connection?.sslmode ?? 'prefer',
      admin_username: connection?.admin_username ?? '',
      admin_password: '',
    },
    validate: {
      name: required('common.nameMissing'),
      ...serverAddressChecks,
      admin_username: required('connections.userMissing'),
      admin_password: (value, values) =>
        value === '' && needsPassword(values, connection) ? t('connections.passwordMissing') : null,
    },
    save: async (values) => {
      const body = { ...toBody(values), ...(connection ? { connection_id: connection.id } : {}) };
      await runTest(async () => {
        if (!changesLogin(values, connection)) return null;
        const { ok, error } = await unwrap(dbadmin.POST('/api/connections/test', { body }));
        return ok ? null : (error ?? '');
      });
      return save(values, connection);
    },
    refresh: [connectionsKey, databasesKey],
    done: (): string =>
      t(connection ? 'connections.saved' : 'connections.added', { name: form.getValues().name }),
    onSaved: ({ id }) => {
      const clean = { ...form.getValues(), admin_password: '' };
      form.setValues(clean);
      form.resetDirty(clean);
      onSaved(id);
    },
  });
  const { form } = state;
  return (
    <SaveForm
      state={state}
      save={t(connection ? 'common.save' : 'connections.saveNew')}
      disabled={!form.isDirty()}
      onCancel={onCancel}
      danger={saveAnyway}
    >
      <TextInput
        label={t('common.name')}
        description={t('connections.nameHint')}
        required
        data-autofocus={connection ? undefined : true}
        {...form.getInputProps('name')}
      />
      <ServerAddress form={form} />
      <TextInput
        label={t('connections.user')}
        description={t('connections.userHint')}
        required
        spellCheck={false}
        autoComplete="off"
        {...form.getInputProps('admin_username')}
      />
      <PasswordInput
        label={t('connections.password')}
        description={t(connection ? 'connections.passwordKept' : 'connections.passwordHint')}
        required={needsPassword(form.values, connection)}
        autoComplete="new-password"
        {...form.getInputProps('admin_password')}
      />
      <Select
        label={t('connections.sslmode')}
        description={t(`connections.sslmodeHint.${form.values.sslmode}`)}
        data={[...MODES]}
        allowDeselect={false}
        {...form.getInputProps('sslmode')}
      />
    </SaveForm>
  );
}

function toBody(values: Values) {
  return {
    ...values,
    name: values.name.trim(),
    host: values.host.trim(),
    admin_username: values.admin_username.trim(),
    port: Number(values.port),
  };
}

async function save(values: Values, connection?: Connection) {
  const body = toBody(values);
  if (!connection) return dbadmin.POST('/api/connections', { body });
  return dbadmin.PUT('/api/connections/{id}', { params: { path: { id: connection.id } }, body });
}

/** The stored password is bound to one server and role, and to an SSL mode at least as strict. */
function needsPassword(values: Values, connection?: Connection): boolean {
  if (!connection) return true;
  return (
    values.host.trim() !== connection.host ||
    Number(values.port) !== connection.port ||
    values.admin_username.trim() !== connection.admin_username ||
    MODES.indexOf(values.sslmode) < MODES.indexOf(connection.sslmode ?? 'prefer')
  );
}

function changesLogin(values: Values, connection?: Connection): boolean {
  const isChanged = values.admin_password !== '' || values.sslmode !== connection?.sslmode;
  return isChanged || needsPassword(values, connection);
}

function required(sentence: string) {
  return (value: string) => (value.trim() === '' ? t(sentence) : null);
}
