import { Button, PasswordInput, Select, Stack, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { ApiError, FormActions, t, unwrap, useSaveForm } from '@cairn/ui';
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
  sslmode: NonNullable<Connection['sslmode']>;
  admin_username: string;
  admin_password: string;
}

/** Where a server is and how to sign in there, which is tried before it is saved. A blank password keeps the stored one. */
export function ConnectionForm({ connection, onSaved, onCancel }: ConnectionFormProps) {
  const [isRefused, setRefused] = useState(false);
  const isUntested = useRef(false);
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
    save: async (values) => {
      const mayFail = isUntested.current;
      isUntested.current = false;
      setRefused(false);
      if (!mayFail && changesLogin(values, connection)) {
        const outcome = await unwrap(
          dbadmin.POST('/api/connections/test', { body: toTest(values, connection) }),
        );
        setRefused(!outcome.ok);
        if (!outcome.ok) {
          throw new ApiError({ status: 422, message: t('connections.notSaved', { problem: outcome.error }) });
        }
      }
      return save(values, connection);
    },
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
          danger={
            isRefused && problem ? (
              <Button type="submit" variant="default" onClick={() => (isUntested.current = true)}>
                {t('connections.saveAnyway')}
              </Button>
            ) : undefined
          }
          {...(onCancel ? { onCancel } : {})}
        />
      </Stack>
      {guard}
    </form>
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

function toTest(values: Values, connection?: Connection) {
  return { ...toBody(values), ...(connection ? { connection_id: connection.id } : {}) };
}

async function save(values: Values, connection?: Connection) {
  const body = toBody(values);
  if (!connection) return dbadmin.POST('/api/connections', { body });
  return dbadmin.PUT('/api/connections/{id}', { params: { path: { id: connection.id } }, body });
}

/** The stored password belongs to one server and user, and to encryption at least as strict; else it is asked for again. */
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
  const isOther = values.admin_password !== '' || values.sslmode !== connection?.sslmode;
  return isOther || needsPassword(values, connection);
}

function isPort(value: string): boolean {
  return /^\d+$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535;
}

function required(sentence: string) {
  return (value: string) => (value.trim() === '' ? t(sentence) : null);
}
