import { PasswordInput, Select, Switch, TagsInput, TextInput } from '@mantine/core';
import { SaveForm, t, useSaveForm } from '@cairn/ui';
import { reportServer, type RegisteredDatasource } from '../client.ts';
import { REFRESHED } from './use-datasources.ts';
import styles from './datasources.module.css';

interface DatasourceFormProps {
  /** The datasource to change; a new one when left out. */
  datasource?: RegisteredDatasource;
  onSaved: (key: string) => void;
  onCancel?: () => void;
}

const MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;

interface Values extends Record<string, unknown> {
  title: string;
  host: string;
  port: string;
  database: string;
  username: string;
  password: string;
  sslmode: RegisteredDatasource['sslmode'];
  schemas: string[];
  seconds: string;
  enabled: boolean;
}

/** Where the database is and who reads it. A blank password keeps the stored one. */
export function DatasourceForm({ datasource, onSaved, onCancel }: DatasourceFormProps) {
  const state = useSaveForm<Values, RegisteredDatasource>({
    initial: {
      title: datasource?.title ?? '',
      host: datasource?.host ?? '',
      port: String(datasource?.port ?? 5432),
      database: datasource?.database ?? '',
      username: datasource?.username ?? '',
      password: '',
      sslmode: datasource?.sslmode ?? 'prefer',
      schemas: datasource?.schemas ?? [],
      seconds: String((datasource?.statement_timeout_ms ?? 30_000) / 1000),
      enabled: datasource?.enabled ?? true,
    },
    validate: {
      title: required('datasources.titleMissing'),
      host: (value) => (/^[^\s,/]+$/.test(value.trim()) ? null : t('datasources.hostWrong')),
      port: (value) => (isWithin(value, 1, 65_535) ? null : t('datasources.portWrong')),
      database: required('datasources.databaseMissing'),
      username: required('datasources.userMissing'),
      password: (value) => (value === '' && !datasource ? t('datasources.passwordMissing') : null),
      seconds: (value) => (isWithin(value, 1, 600) ? null : t('datasources.secondsWrong')),
    },
    save: (values) => {
      const body = toBody(values);
      if (!datasource) return reportServer.POST('/api/v1/datasources', { body });
      const params = { path: { key: datasource.key } };
      return reportServer.PUT('/api/v1/datasources/{key}', {
        params,
        body: { ...body, revision: datasource.revision },
      });
    },
    refresh: REFRESHED,
    done: (saved) => t('datasources.saved', { title: saved.title }),
    onSaved: (saved) => onSaved(saved.key),
  });
  const field = state.form.getInputProps;
  return (
    <SaveForm state={state} save={t(datasource ? 'datasources.save' : 'datasources.add')} onCancel={onCancel}>
      <TextInput
        label={t('datasources.name')}
        description={t('datasources.nameHint')}
        required
        data-autofocus={datasource ? undefined : true}
        {...field('title')}
      />
      <div className={styles.pair}>
        <TextInput label={t('datasources.host')} required spellCheck={false} {...field('host')} />
        <TextInput label={t('datasources.port')} inputMode="numeric" required {...field('port')} />
      </div>
      <TextInput label={t('datasources.database')} required spellCheck={false} {...field('database')} />
      <TextInput
        label={t('datasources.username')}
        description={t('datasources.usernameHint')}
        required
        spellCheck={false}
        autoComplete="off"
        {...field('username')}
      />
      <PasswordInput
        label={t('datasources.password')}
        description={t(datasource ? 'datasources.passwordKept' : 'datasources.passwordHint')}
        required={!datasource}
        autoComplete="new-password"
        {...field('password')}
      />
      <Select
        label={t('datasources.sslmode')}
        data={[...MODES]}
        allowDeselect={false}
        {...field('sslmode')}
      />
      <TagsInput
        label={t('datasources.schemas')}
        description={t('datasources.schemasHint')}
        acceptValueOnBlur
        {...field('schemas')}
      />
      <TextInput
        label={t('datasources.seconds')}
        description={t('datasources.secondsHint')}
        inputMode="numeric"
        {...field('seconds')}
      />
      <Switch
        label={t('datasources.enabled')}
        description={t('datasources.enabledHint')}
        {...state.form.getInputProps('enabled', { type: 'checkbox' })}
      />
    </SaveForm>
  );
}

function toBody({ seconds, port, ...values }: Values) {
  return {
    ...values,
    title: values.title.trim(),
    host: values.host.trim(),
    database: values.database.trim(),
    username: values.username.trim(),
    port: Number(port),
    statement_timeout_ms: Math.round(Number(seconds) * 1000),
  };
}

function isWithin(text: string, minimum: number, maximum: number): boolean {
  return /^\d+$/.test(text.trim()) && Number(text) >= minimum && Number(text) <= maximum;
}

function required(sentence: string) {
  return (value: string) => (value.trim() === '' ? t(sentence) : null);
}
