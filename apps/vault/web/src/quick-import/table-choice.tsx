import { MultiSelect, Select } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { t, useApi } from '@cairn/ui';
import { vault } from '../client.ts';
import { useDatabases } from '../databases/use-databases.ts';
import styles from '../upload/upload.module.css';
import type { Values } from './source.ts';

interface TableChoiceProps {
  form: UseFormReturnType<Values>;
}

/** Tables of one schema of a database of database administration. */
export function TableChoice({ form }: TableChoiceProps) {
  const { database: chosen, tables } = form.values;
  const { databases = [] } = useDatabases();
  const list = useApi(
    ['databases', chosen, 'tables'],
    (signal) =>
      vault.GET('/api/dbadmin-service/databases/{id}/tables', {
        params: { path: { id: Number(chosen) } },
        signal,
      }),
    { enabled: chosen !== '', staleTime: 15_000 },
  );
  const first = tables[0];
  const schema = first === undefined ? null : (JSON.parse(first) as [string])[0];
  const options = (list.data ?? [])
    // One load copies tables of one schema.
    .filter((table) => schema === null || table.schema === schema)
    .map((table) => ({
      value: JSON.stringify([table.schema, table.name]),
      label: `${table.schema}.${table.name}`,
    }));
  return (
    <div className={styles.fields}>
      <Select
        label={t('quick.from')}
        placeholder={t('databases.choose')}
        required
        searchable
        allowDeselect={false}
        nothingFoundMessage={t('databases.none')}
        data={databases.map(({ databaseId, label }) => ({ value: String(databaseId), label }))}
        {...form.getInputProps('database')}
        value={chosen || null}
        onChange={(next) => form.setValues({ database: next ?? '', tables: [] })}
      />
      <MultiSelect
        label={t('quick.tables')}
        description={t('quick.tablesHint')}
        required
        searchable
        disabled={chosen === ''}
        nothingFoundMessage={t('quick.noTable')}
        data={options}
        {...form.getInputProps('tables')}
        error={list.error?.message ?? form.errors.tables}
      />
    </div>
  );
}
