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
import { vault, type DatabaseConnection } from '../client.ts';
import { connectionsKey } from './use-connections.ts';

interface ConnectionFormProps {
  /** The connection to edit; a new one when left out. */
  connection?: DatabaseConnection;
  onSaved: () => void;
  onCancel: () => void;
}

const MODES = ['disable', 'require', 'verify-ca', 'verify-full'] as const;

interface Values extends Record<string, unknown> {
  name: string;
  host: string;
  port: string;
  database_name: string;
  username: string;
  password: string;
  sslmode: (typeof MODES)[number];
}

/** Address and login of a database, tested before they are saved. A blank password keeps the stored one. */
export function ConnectionForm({ connection, onSaved, onCancel }: ConnectionFormProps) {
  const { runTest, saveAnyway } = useTestedSave();
  const state = useSaveForm<Values, unknown>({
    initial: {
      name: connection?.name ?? '',
      host: connection?.host ?? '',
      port: String(connection?.port ?? 5432),
      database_name: connection?.database_name ?? '',
      username: connection?.username ?? '',
      password: '',
      sslmode: MODES.find((mode) => mode === connection?.sslmode) ?? 'require',
    },
    validate: {
      name: required('connections.nameMissing'),
      ...serverAddressChecks,
      database_name: required('connections.databaseMissing'),
      username: required('connections.userMissing'),
      password: (value, values) =>
        value === '' && needsPassword(values, connection)
          ? t(connection ? 'connections.passwordAgain' : 'connections.passwordMissing')
          : null,
    },
    save: async (values) => {
      const body = toBody(values);
      const subject = connection ? { ...body, id: connection.id } : body;
      await runTest(async () => {
        const { success, error } = await unwrap(vault.POST('/api/connections/test', { body: subject }));
        return success ? null : (error ?? '');
      });
      if (!connection) return vault.POST('/api/connections', { body });
      return vault.PUT('/api/connections/{id}', { params: { path: { id: connection.id } }, body });
    },
    refresh: [connectionsKey],
    done: (): string =>
      t(connection ? 'connections.saved' : 'connections.added', { name: form.getValues().name }),
    onSaved,
  });
  const { form } = state;
  return (
    <SaveForm
      state={state}
      save={t(connection ? 'connections.saveChanges' : 'connections.saveNew')}
      disabled={!form.isDirty()}
      onCancel={onCancel}
      danger={saveAnyway}
    >
      <TextInput
        label={t('connections.name')}
        description={t('connections.nameHint')}
        required
        data-autofocus={connection ? undefined : true}
        {...form.getInputProps('name')}
      />
      <ServerAddress form={form} />
      <TextInput
        label={t('connections.database')}
        required
        spellCheck={false}
        {...form.getInputProps('database_name')}
      />
      <TextInput
        label={t('connections.user')}
        description={t('connections.userHint')}
        required
        spellCheck={false}
        autoComplete="off"
        {...form.getInputProps('username')}
      />
      <PasswordInput
        label={t('connections.password')}
        description={t(connection ? 'connections.passwordKept' : 'connections.passwordHint')}
        required={needsPassword(form.values, connection)}
        autoComplete="new-password"
        {...form.getInputProps('password')}
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
    name: values.name.trim(),
    host: values.host.trim(),
    port: Number(values.port),
    database_name: values.database_name.trim(),
    username: values.username.trim(),
    password: values.password,
    sslmode: values.sslmode,
  };
}

/** The stored password belongs to one server and user, and to an SSL mode at least as strict. */
function needsPassword(values: Values, connection?: DatabaseConnection): boolean {
  if (!connection) return true;
  return (
    values.host.trim() !== connection.host ||
    Number(values.port) !== connection.port ||
    values.username.trim() !== connection.username ||
    MODES.indexOf(values.sslmode) < MODES.findIndex((mode) => mode === connection.sslmode)
  );
}

function required(sentence: string) {
  return (value: string) => (value.trim() === '' ? t(sentence) : null);
}
