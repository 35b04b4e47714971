import { Autocomplete, Select, Stack, Switch, TextInput } from '@mantine/core';
import { FormActions, formatBytes, formatNumber, jobsKey, t, useApi, useSaveForm } from '@cairn/ui';
import { dbadmin, type DatabaseDetail, type UploadedFile } from '../../client.ts';
import { databaseKey, databasesKey, jobListKey } from '../../query-keys.ts';
import { tableNameOf } from './table-name.ts';
import styles from './import.module.css';

interface ImportFormProps {
  database: DatabaseDetail;
  uploaded: UploadedFile;
  onQueued: () => void;
  onCancel: () => void;
}

type Layer = UploadedFile['layers'][number];

/** Which layer becomes which table. */
export function ImportForm({ database, uploaded, onQueued, onCancel }: ImportFormProps) {
  const first = uploaded.layers[0];
  // The only layer of a file often has a name that says less than that of the file.
  const isOnly = uploaded.layers.length === 1;
  const schemas = useApi([...databaseKey(database.id), 'schemas'], (signal) =>
    dbadmin.GET('/api/databases/{id}/schemas', { params: { path: { id: database.id } }, signal }),
  );
  const { form, bind, saving, problem, guard } = useSaveForm({
    initial: {
      layer_name: first?.name ?? '',
      schema: 'public',
      table_name: tableNameOf(isOnly || !first ? uploaded.filename : first.name),
      policy: 'preserve',
      epsg: '',
      overwrite: false,
    },
    validate: {
      schema: (value) => (value.trim() === '' ? t('import.schemaMissing') : null),
      table_name: (value) => (value.trim() === '' ? t('import.tableMissing') : null),
      epsg: (value, { policy }) =>
        policy === 'epsg' && !/^[1-9]\d{0,5}$/.test(value.trim()) ? t('import.epsgWrong') : null,
    },
    save: ({ policy, epsg, schema, table_name: table, layer_name: layer, overwrite }) =>
      dbadmin.POST('/api/databases/{id}/import', {
        params: { path: { id: database.id } },
        body: {
          source_path: uploaded.source_path,
          schema: schema.trim(),
          table_name: table.trim(),
          layer_name: layer,
          srid_policy: policy === 'epsg' ? `EPSG:${epsg.trim()}` : policy,
          overwrite,
        },
      }),
    refresh: [databaseKey(database.id), databasesKey, jobsKey, jobListKey],
    onSaved: onQueued,
  });
  const layer = uploaded.layers.find(({ name }) => name === form.values.layer_name) ?? first;
  return (
    <form {...bind}>
      <Stack gap="md">
        <p style={{ margin: 0 }}>
          <strong>{uploaded.filename}</strong>{' '}
          <span className="numeric">{formatBytes(uploaded.size_bytes)}</span>
          {layer ? <span className={styles.quiet}> · {wordsFor(layer)}</span> : null}
        </p>
        <div className={styles.grid}>
          <Select
            label={t('import.layer')}
            allowDeselect={false}
            data={uploaded.layers.map(({ name }) => name)}
            {...form.getInputProps('layer_name')}
            onChange={(name) => {
              form.setFieldValue('layer_name', name ?? '');
              form.setFieldValue('table_name', tableNameOf(name ?? ''));
            }}
          />
          <Autocomplete
            label={t('tables.schema')}
            required
            data={schemas.data ?? ['public']}
            {...form.getInputProps('schema')}
          />
          <TextInput
            label={t('import.table')}
            required
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('table_name')}
          />
          <Select
            label={t('import.srid')}
            description={t(`import.policies.${form.values.policy}.hint`)}
            allowDeselect={false}
            data={['preserve', 'detect', 'epsg'].map((value) => ({
              value,
              label: t(`import.policies.${value}.label`),
            }))}
            {...form.getInputProps('policy')}
          />
          {form.values.policy === 'epsg' ? (
            <TextInput
              label={t('import.epsg')}
              placeholder="25832"
              inputMode="numeric"
              {...form.getInputProps('epsg')}
            />
          ) : null}
        </div>
        <Switch
          label={t('import.overwrite')}
          description={t('import.overwriteHint')}
          {...form.getInputProps('overwrite', { type: 'checkbox' })}
        />
        <FormActions save={t('import.save')} saving={saving} problem={problem} onCancel={onCancel} />
      </Stack>
      {guard}
    </form>
  );
}

function wordsFor({ feature_count: count, geometry_type: type, srid }: Layer): string {
  return [
    count === null ? null : t('import.features', { count, number: formatNumber(count) }),
    type,
    srid === null ? t('import.noSrid') : `EPSG:${srid}`,
  ]
    .filter(Boolean)
    .join(' · ');
}
