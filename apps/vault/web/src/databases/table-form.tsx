import { Select, Stack, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { EmptyState, ErrorState, FormActions, LoadingRows, t, useApi, useSaveForm } from '@cairn/ui';
import { datasetRoute } from '../addresses.ts';
import { PROJECT_ID, vault } from '../client.ts';
import { datasetsKey } from '../query-keys.ts';
import { FolderChoice } from '../upload/destination-fields.tsx';
import { useImportName } from '../import/use-import-target.ts';
import { useDestination } from '../upload/use-destination.ts';
import styles from '../upload/upload.module.css';
import { adoptDatabase, useDatabases, type KnownDatabase } from './use-databases.ts';

/** A table of a database becomes a dataset; `?database=3&table=public.roads` fills it in. */
export function TableForm() {
  const { databases, error, retry } = useDatabases();
  if (!databases && error) return <ErrorState error={error} retry={retry} />;
  if (!databases) return <LoadingRows rows={4} />;
  if (databases.length === 0)
    return <EmptyState boxed title={t('databases.none')} text={t('databases.noneText')} />;
  return <Fields databases={databases} />;
}

interface Values extends Record<string, unknown> {
  database: string;
  /** Schema, name and geometry column, as JSON: each may hold any character. */
  table: string;
  dataset_name: string;
}

function Fields({ databases }: { databases: KnownDatabase[] }) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [{ folder }, setDestination] = useDestination();
  const nameProblem = useImportName();
  const asked = databases.find(({ databaseId }) => String(databaseId) === params.get('database'));
  const named = params.get('table') ?? '';
  const { form, bind, saving, problem, guard } = useSaveForm<Values, { dataset: string }>({
    initial: useMemo(
      () => ({
        database: asked ? String(asked.databaseId) : '',
        table: '',
        dataset_name: named.split('.').slice(1).join('.'),
      }),
      [asked, named],
    ),
    leaving: 'page',
    validate: {
      database: (value) => (value === '' ? t('databases.missing') : null),
      dataset_name: (name) => nameProblem(name),
    },
    async save({ database, dataset_name: name }) {
      const chosen = databases.find(({ databaseId }) => String(databaseId) === database) as KnownDatabase;
      const adopted = await adoptDatabase(chosen);
      if (!adopted.data) return adopted as never;
      const [schema, table, column] = keyParts(tableKey);
      return vault.POST('/api/datasets/register', {
        body: {
          name: name.trim(),
          connection_id: adopted.data.connection_id,
          schema_name: schema,
          table_name: table,
          geometry_column: column,
          project_id: PROJECT_ID,
          folder_id: folder,
        },
      });
    },
    refresh: [datasetsKey],
    onSaved: ({ dataset }) => void navigate(datasetRoute(dataset)),
  });
  const database = form.values.database;
  const tables = useApi(
    ['databases', database, 'tables'],
    (signal) =>
      vault.GET('/api/dbadmin-service/databases/{id}/tables', {
        params: { path: { id: Number(database) } },
        signal,
      }),
    { enabled: database !== '', staleTime: 15_000 },
  );
  const options = (tables.data ?? []).flatMap(({ schema, name, geometry_column: column }) =>
    column === null ? [] : [{ value: JSON.stringify([schema, name, column]), label: `${schema}.${name}` }],
  );
  const tableKey = form.values.table || (options.find(({ label }) => label === named)?.value ?? '');
  const chooseTable = (key: string) => {
    form.setFieldValue('table', key);
    if (key !== '' && !form.isDirty('dataset_name')) {
      form.setFieldValue('dataset_name', keyParts(key)[1]);
      form.resetDirty({ ...form.getValues(), dataset_name: keyParts(key)[1] });
    }
  };
  return (
    <form {...bind}>
      <Stack gap="md">
        <div className={styles.fields}>
          <Select
            label={t('databases.database')}
            placeholder={t('databases.choose')}
            required
            searchable
            allowDeselect={false}
            data={databases.map(({ databaseId, label }) => ({ value: String(databaseId), label }))}
            {...form.getInputProps('database')}
            onChange={(next) => {
              form.setFieldValue('database', next ?? '');
              form.setFieldValue('table', '');
            }}
          />
          <Select
            label={t('databases.table')}
            placeholder={t('databases.chooseTable')}
            description={t('databases.tableHint')}
            required
            searchable
            allowDeselect={false}
            disabled={database === ''}
            nothingFoundMessage={t('databases.noTable')}
            data={options}
            {...form.getInputProps('table')}
            error={tables.error?.message ?? form.errors.table}
            value={tableKey === '' ? null : tableKey}
            onChange={(next) => chooseTable(next ?? '')}
          />
          <TextInput
            label={t('upload.to.name')}
            required
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('dataset_name')}
          />
          <FolderChoice id={folder} onChange={(next) => setDestination({ folder: next })} />
        </div>
        <FormActions
          save={t('databases.publish')}
          saving={saving}
          disabled={tableKey === ''}
          problem={problem}
        />
      </Stack>
      {guard}
    </form>
  );
}

function keyParts(key: string): [schema: string, table: string, column: string] {
  return JSON.parse(key) as [string, string, string];
}
