import { Autocomplete, SegmentedControl, Select, Stack, Switch, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { FormActions, formatBytes, jobsKey, t, useApi, useSaveForm } from '@cairn/ui';
import { dbadmin, type DatabaseDetail, type UploadedFile } from '../../client.ts';
import { followJob } from '../../jobs/use-followed-job.ts';
import { databaseKey, databasesKey, jobListKey } from '../../query-keys.ts';
import { LayerChoice, type ChosenLayer } from './layer-choice.tsx';
import { tableNameOf } from './table-name.ts';
import styles from './import.module.css';

interface ImportFormProps {
  database: DatabaseDetail;
  uploaded: UploadedFile;
  /** How many imports were queued. */
  onQueued: (count: number) => void;
  onCancel: () => void;
}

interface ImportValues extends Record<string, unknown> {
  layers: ChosenLayer[];
  mode: 'new' | 'append';
  schema: string;
  policy: string;
  epsg: string;
  overwrite: boolean;
}

/** Which layers go into which tables, new or existing: a job for each, all from the file that was sent once. */
export function ImportForm({ database, uploaded, onQueued, onCancel }: ImportFormProps) {
  const queries = useQueryClient();
  const { layers } = uploaded;
  // The only layer of a file often has a name that says less than that of the file.
  const isOnly = layers.length === 1;
  const schemas = useApi([...databaseKey(database.id), 'schemas'], (signal) =>
    dbadmin.GET('/api/databases/{id}/schemas', { params: { path: { id: database.id } }, signal }),
  );
  const { form, bind, saving, problem, guard } = useSaveForm<ImportValues, { job_id: string }>({
    initial: {
      layers: layers.map(({ name }, at): ChosenLayer => ({
        name,
        chosen: at === 0,
        table: tableNameOf(isOnly ? uploaded.filename : name),
      })),
      mode: 'new',
      schema: 'public',
      policy: 'preserve',
      epsg: '',
      overwrite: false,
    },
    validate: {
      layers: {
        table: (value, { layers: all }, path) =>
          all[Number(path.split('.')[1])]?.chosen && value.trim() === '' ? t('import.tableMissing') : null,
      },
      schema: (value) => (value.trim() === '' ? t('import.schemaMissing') : null),
      epsg: (value, { mode, policy }) => {
        const isNeeded = mode === 'append' ? value.trim() !== '' : policy === 'epsg';
        return isNeeded && !/^[1-9]\d{0,5}$/.test(value.trim()) ? t('import.epsgWrong') : null;
      },
    },
    async save({ mode, policy, epsg, schema, layers: all, overwrite }) {
      const append = mode === 'append';
      const usesEpsg = append ? epsg.trim() !== '' : policy === 'epsg';
      const queue = (layer: ChosenLayer) =>
        dbadmin.POST('/api/databases/{id}/import', {
          params: { path: { id: database.id } },
          body: {
            source_path: uploaded.source_path,
            schema: schema.trim(),
            table_name: layer.table.trim(),
            layer_name: layer.name,
            srid_policy: usesEpsg ? `EPSG:${epsg.trim()}` : append ? '' : policy,
            overwrite,
            append,
          },
        });
      const chosen = all.filter((layer) => layer.chosen);
      let answer = await queue(chosen[0] as ChosenLayer);
      let queued = 0;
      for (; answer.response.ok; answer = await queue(chosen[queued] as ChosenLayer)) {
        // What is queued is not queued again when a later layer is refused.
        form.setFieldValue(`layers.${all.indexOf(chosen[queued] as ChosenLayer)}.chosen`, false);
        if (answer.data) followJob(queries, database.id, answer.data.job_id);
        queued += 1;
        if (queued === chosen.length) break;
      }
      for (const queryKey of [databaseKey(database.id), databasesKey, jobsKey, jobListKey])
        void queries.invalidateQueries({ queryKey });
      if (queued > 0) onQueued(queued);
      return answer;
    },
  });
  const append = form.values.mode === 'append';
  const tables = useApi(
    [...databaseKey(database.id), 'tables', form.values.schema],
    (signal) =>
      dbadmin.GET('/api/databases/{id}/tables', {
        params: { path: { id: database.id }, query: { schema: form.values.schema } },
        signal,
      }),
    { enabled: append },
  );
  const spatial = (tables.data ?? []).filter((table) => table.geometry_column !== null);
  const namesNoSystem = form.values.layers.some(({ chosen }, at) => chosen && layers[at]?.srid === null);
  const resetTables = (mode: string) =>
    form.values.layers.forEach(({ name }, at) =>
      form.setFieldValue(
        `layers.${at}.table`,
        mode === 'append' ? '' : tableNameOf(isOnly ? uploaded.filename : name),
      ),
    );
  const changeMode = (mode: string) => {
    form.setFieldValue('mode', mode as ImportValues['mode']);
    // What is offered in the one mode is no choice in the other.
    resetTables(mode);
  };
  const changeSchema = (schema: string) => {
    form.setFieldValue('schema', schema);
    // The chosen table is in the schema that was named before.
    if (append) resetTables('append');
  };
  const count = form.values.layers.filter(({ chosen }) => chosen).length;
  return (
    <form {...bind}>
      <Stack gap="md">
        <p style={{ margin: 0 }}>
          <strong>{uploaded.filename}</strong>{' '}
          <span className="numeric">{formatBytes(uploaded.size_bytes)}</span>
        </p>
        <SegmentedControl
          aria-label={t('import.into')}
          className={styles.modes}
          data={[
            { value: 'new', label: t('import.newTable') },
            { value: 'append', label: t('import.appendTable') },
          ]}
          value={form.values.mode}
          onChange={changeMode}
        />
        {append ? <p className={styles.hint}>{t('import.appendHint')}</p> : null}
        <LayerChoice
          layers={layers}
          chosen={form.values.layers}
          onChoose={(at, chosen) => form.setFieldValue(`layers.${at}.chosen`, chosen)}
          tables={append ? spatial.map(({ name }) => name) : null}
          tableProps={(at) => form.getInputProps(`layers.${at}.table`)}
        />
        <div className={styles.grid}>
          <Autocomplete
            label={t('tables.schema')}
            required
            data={schemas.data ?? ['public']}
            {...form.getInputProps('schema')}
            onChange={changeSchema}
          />
          {append ? null : (
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
          )}
          {(append ? namesNoSystem : form.values.policy === 'epsg') ? (
            <TextInput
              label={t(append ? 'import.epsgOfFile' : 'import.epsg')}
              placeholder="25832"
              inputMode="numeric"
              {...form.getInputProps('epsg')}
            />
          ) : null}
        </div>
        {append ? null : (
          <Switch
            label={t('import.overwrite')}
            description={t('import.overwriteHint')}
            {...form.getInputProps('overwrite', { type: 'checkbox' })}
          />
        )}
        <FormActions
          save={count > 1 ? t('import.saveMany', { count }) : t('import.save')}
          saving={saving}
          disabled={count === 0}
          problem={problem}
          onCancel={onCancel}
        />
      </Stack>
      {guard}
    </form>
  );
}
