import { Button, PasswordInput, Select, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { ApiError, SaveForm, t, unwrap, useSaveForm } from '@cairn/ui';
import { vault, type DatabaseConnection } from '../client.ts';
import { connectionsKey } from './use-connections.ts';
import styles from './connections.module.css';

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
  const [isRefused, setRefused] = useState(false);
  const isUntested = useRef(false);
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
      host: (value) => (/^[^\s,/]+$/.test(value.trim()) ? null : t('connections.hostWrong')),
      port: (value) => (isPort(value) ? null : t('connections.portWrong')),
      database_name: required('connections.databaseMissing'),
      username: required('connections.userMissing'),
      password: (value, values) =>
        value === '' && needsPassword(values, connection)
          ? t(connection ? 'connections.passwordAgain' : 'connections.passwordMissing')
          : null,
    },
    save: async (values) => {
      const mayFail = isUntested.current;
      isUntested.current = false;
      setRefused(false);
      const body = toBody(values);
      if (!mayFail) {
        const outcome = await unwrap(
          vault.POST('/api/connections/test', {
            body: connection ? { ...body, id: connection.id } : body,
          }),
        );
        setRefused(!outcome.success);
        if (!outcome.success)
          throw new ApiError({ status: 422, message: t('connections.notSaved', { problem: outcome.error }) });
      }
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
      danger={
        isRefused && state.problem ? (
          <Button type="submit" variant="default" onClick={() => (isUntested.current = true)}>
            {t('connections.saveAnyway')}
          </Button>
        ) : undefined
      }
    >
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

function isPort(value: string): boolean {
  return /^\d+$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535;
}

function required(sentence: string) {
  return (value: string) => (value.trim() === '' ? t(sentence) : null);
}
