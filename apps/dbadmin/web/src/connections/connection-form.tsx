import { PasswordInput, Select, Stack, TextInput } from '@mantine/core';
import { FormActions, t, useSaveForm } from '@cairn/ui';
import { dbadmin, type Connection } from '../client.ts';
import { connectionsKey, databasesKey } from '../query-keys.ts';
import styles from './connections.module.css';

interface ConnectionFormProps {
  /** The connection to change; a new one when left out. */
  connection?: Connection;
  onSaved: (id: number) => void;
  onCancel?: () => void;
}

const MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;

interface Values extends Record<string, unknown> {
  name: string;
  host: string;
  port: string;
  sslmode: Connection['sslmode'];
  admin_username: string;
  admin_password: string;
}

/** Where a server is and who we are there. A stored password is never shown; blank keeps it. */
export function ConnectionForm({ connection, onSaved, onCancel }: ConnectionFormProps) {
  const { form, bind, saving, problem, guard } = useSaveForm<Values, { id: number }>({
    initial: {
      name: connection?.name ?? '',
      host: connection?.host ?? '',
      port: String(connection?.port ?? 5432),
      sslmode: connection?.sslmode ?? 'prefer',
      admin_username: connection?.admin_username ?? '',
      admin_password: '',
    },
    validate: {
      name: required('connections.nameMissing'),
      host: (value) => (/^[^\s,/]+$/.test(value.trim()) ? null : t('connections.hostWrong')),
      port: (value) => (isPort(value) ? null : t('connections.portWrong')),
      admin_username: required('connections.userMissing'),
      admin_password: (value, values) =>
        value === '' && needsPassword(values, connection) ? t('connections.passwordMissing') : null,
    },
    save: (values) => save(values, connection),
    refresh: [connectionsKey, databasesKey],
    done: t(connection ? 'connections.saved' : 'connections.added'),
    onSaved: ({ id }) => {
      const clean = { ...form.getValues(), admin_password: '' };
      form.setValues(clean);
      form.resetDirty(clean);
      onSaved(id);
    },
  });
  return (
    <form {...bind} autoComplete="off">
      <Stack gap="md">
        <TextInput
          label={t('connections.name')}
          description={t('connections.nameHint')}
          required
          data-autofocus={connection ? undefined : true}
          {...form.getInputProps('name')}
        />
        <div className={styles.pair}>
          <TextInput
            label={t('connections.host')}
            required
            spellCheck={false}
            {...form.getInputProps('host')}
          />
          <TextInput
            label={t('connections.port')}
            inputMode="numeric"
            required
            {...form.getInputProps('port')}
          />
        </div>
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
          label={t('connections.tls')}
          description={t(`connections.sslmode.${form.values.sslmode}.hint`)}
          data={MODES.map((value) => ({ value, label: t(`connections.sslmode.${value}.label`) }))}
          allowDeselect={false}
          {...form.getInputProps('sslmode')}
        />
        <FormActions
          save={t(connection ? 'connections.save' : 'connections.saveNew')}
          saving={saving}
          problem={problem}
          disabled={!form.isDirty()}
          {...(onCancel ? { onCancel } : {})}
        />
      </Stack>
      {guard}
    </form>
  );
}

async function save(values: Values, connection?: Connection) {
  const body = {
    ...values,
    name: values.name.trim(),
    host: values.host.trim(),
    admin_username: values.admin_username.trim(),
    port: Number(values.port),
  };
  if (!connection) return dbadmin.POST('/api/connections', { body });
  return dbadmin.PUT('/api/connections/{id}', { params: { path: { id: connection.id } }, body });
}

/** The stored password belongs to one server and user: for another it is asked for again. */
function needsPassword(values: Values, connection?: Connection): boolean {
  if (!connection) return true;
  return (
    values.host.trim() !== connection.host ||
    Number(values.port) !== connection.port ||
    values.admin_username.trim() !== connection.admin_username
  );
}

function isPort(value: string): boolean {
  return /^\d+$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535;
}

function required(sentence: string) {
  return (value: string) => (value.trim() === '' ? t(sentence) : null);
}
