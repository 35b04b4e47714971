import { Collapse, Loader, PasswordInput, Select, Switch, TextInput } from '@mantine/core';
import { t } from '@cairn/ui';
import { OwnerFields } from './owner-fields.tsx';
import { LOAD_MODES, MANUAL, NEW, SSL_MODES, type SpatialDb } from './spatialdb.ts';
import type { SpatialDbForm } from './use-spatialdb.ts';
import styles from './upload.module.css';

/** "Also load into PostGIS", for uploads and imports alike. */
export function SpatialDbSection({ database }: { database: SpatialDbForm }) {
  const { values, change } = database;
  return (
    <section className={styles.database}>
      <Switch
        label={t('upload.db.label')}
        description={t('upload.db.hint')}
        checked={values.enabled}
        onChange={(event) => change({ enabled: event.currentTarget.checked })}
      />
      <Collapse expanded={values.enabled}>
        <SpatialDbFields database={database} />
      </Collapse>
    </section>
  );
}

interface SpatialDbFieldsProps {
  database: SpatialDbForm;
  /** The source creates tables with its own names. */
  newTablesOnly?: boolean;
}

/** The database to load into, and the tables there. */
export function SpatialDbFields({ database, newTablesOnly = false }: SpatialDbFieldsProps) {
  const { values, problems, change, databases, connections, servers, choose, adopting } = database;
  type TextName = 'host' | 'port' | 'dbname' | 'user' | 'schema' | 'table' | 'newName';
  const wrong = (name: keyof SpatialDb) =>
    problems.some((each) => each === name) ? t(`upload.db.wrong.${name}`) : undefined;
  const text = (name: TextName) => ({
    label: t(`upload.db.${name}`),
    value: values[name],
    autoComplete: 'off',
    spellCheck: false,
    error: wrong(name),
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => change({ [name]: event.currentTarget.value }),
  });
  const choice = (name: 'sslmode' | 'mode', options: readonly string[]) => ({
    label: t(`upload.db.${name}`),
    data: options.map((value) => ({ value, label: t(`upload.db.${name}s.${value}`) })),
    value: values[name],
    allowDeselect: false,
    onChange: (value: string | null) => change({ [name]: value ?? values[name] }),
  });
  return (
    <div className={styles.fields}>
      {databases.length + connections.length + servers.length > 0 ? (
        <Select
          className={styles.wide}
          label={t('upload.db.target')}
          placeholder={t('upload.db.choose')}
          required
          searchable
          allowDeselect={false}
          data={[
            ...databases.map(({ databaseId, label }) => ({ value: String(databaseId), label })),
            ...connections.map(({ id, name }) => ({
              value: `connection:${id}`,
              label: t('upload.db.connection', { name }),
            })),
            ...(servers.length > 0 ? [{ value: NEW, label: t('upload.db.new') }] : []),
            { value: MANUAL, label: t('upload.db.manual') },
          ]}
          value={values.target || null}
          onChange={(next) => choose(next ?? '')}
          rightSection={adopting.pending ? <Loader size={16} aria-label={t('upload.db.connecting')} /> : null}
          error={adopting.problem ?? wrong('target')}
        />
      ) : null}
      {values.target === NEW ? (
        <>
          <Select
            label={t('upload.db.server')}
            placeholder={t('upload.db.chooseServer')}
            required
            allowDeselect={false}
            data={servers.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={values.server || null}
            onChange={(next) => change({ server: next ?? '' })}
            error={wrong('server')}
          />
          <TextInput required description={t('upload.db.newHint')} {...text('newName')} />
          <OwnerFields database={database} wrong={wrong} />
        </>
      ) : null}
      {values.target === MANUAL ? (
        <>
          <TextInput required {...text('host')} />
          <TextInput inputMode="numeric" {...text('port')} />
          <TextInput required {...text('dbname')} />
          <TextInput required {...text('user')} />
          <PasswordInput
            label={t('upload.db.password')}
            description={t('upload.db.passwordHint')}
            autoComplete="new-password"
            value={values.password}
            onChange={(event) => change({ password: event.currentTarget.value })}
          />
          <Select {...choice('sslmode', SSL_MODES)} />
        </>
      ) : null}
      {values.target === NEW ? null : <TextInput {...text('schema')} />}
      {newTablesOnly ? null : <TextInput description={t('upload.db.tableHint')} {...text('table')} />}
      {newTablesOnly || values.target === NEW ? null : <Select {...choice('mode', LOAD_MODES)} />}
    </div>
  );
}
