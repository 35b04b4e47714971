import { Autocomplete, SegmentedControl, Select, Switch, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { SaveForm, formatBytes, t, useSaveForm } from '@cairn/ui';
import { dbadmin, type DatabaseDetail, type UploadedFile } from '../../client.ts';
import { followJob } from '../../jobs/use-jobs.ts';
import { jobChangeKeys } from '../../query-keys.ts';
import { useSchemas, useTables } from '../use-tables.ts';
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

/** Chooses layers and their tables, new or existing, and queues one job per layer. The file is uploaded only once. */
export function ImportForm({ database, uploaded, onQueued, onCancel }: ImportFormProps) {
  const queries = useQueryClient();
  const { layers } = uploaded;
  // The file name usually says more than the name of its only layer.
  const defaultTable = (layer: string) => tableNameOf(layers.length === 1 ? uploaded.filename : layer);
  const schemas = useSchemas(database.id);
  const state = useSaveForm<ImportValues, { job_id: string }>({
    initial: {
      layers: layers.map(({ name }, at): ChosenLayer => ({
        name,
        chosen: at === 0,
        table: defaultTable(name),
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
      let answer!: Awaited<ReturnType<typeof queue>>;
      let queued = 0;
      for (const [at, layer] of all.entries()) {
        if (!layer.chosen) continue;
        answer = await queue(layer);
        if (!answer.response.ok) break;
        // Saving again after a later layer was refused must not queue this one twice.
        form.setFieldValue(`layers.${at}.chosen`, false);
        if (answer.data) followJob(queries, database.id, answer.data.job_id);
        queued += 1;
      }
      for (const queryKey of jobChangeKeys) void queries.invalidateQueries({ queryKey });
      if (queued > 0) onQueued(queued);
      return answer;
    },
  });
  const { form } = state;
  const { schema } = form.values;
  const append = form.values.mode === 'append';
  const tables = useTables(database.id, schema, append && schema !== '').data ?? [];
  const spatialTables = tables.filter((table) => table.geometry_column !== null);
  const lacksSrid = form.values.layers.some(({ chosen }, at) => chosen && layers[at]?.srid === null);
  const setTables = (nameOf: (layer: string) => string) =>
    form.values.layers.forEach(({ name }, at) => form.setFieldValue(`layers.${at}.table`, nameOf(name)));
  const changeMode = (mode: string) => {
    form.setFieldValue('mode', mode as ImportValues['mode']);
    // A new table's name is no choice among existing tables, and the reverse.
    setTables(mode === 'append' ? () => '' : defaultTable);
  };
  const changeSchema = (next: string) => {
    form.setFieldValue('schema', next);
    // The chosen tables are in the previous schema.
    if (append) setTables(() => '');
  };
  const count = form.values.layers.filter(({ chosen }) => chosen).length;
  return (
    <SaveForm
      state={state}
      save={count > 1 ? t('import.saveMany', { count }) : t('import.save')}
      disabled={count === 0}
      onCancel={onCancel}
    >
      <p style={{ margin: 0 }}>
        <strong>{uploaded.filename}</strong>{' '}
        <span className="numeric">{formatBytes(uploaded.size_bytes)}</span>
      </p>
      <SegmentedControl
        aria-label={t('import.destination')}
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
        tables={append ? spatialTables.map(({ name }) => name) : null}
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
        {(append ? lacksSrid : form.values.policy === 'epsg') ? (
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
    </SaveForm>
  );
}
