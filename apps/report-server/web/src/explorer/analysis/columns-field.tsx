import { MultiSelect } from '@mantine/core';
import type { TableColumn } from '../../client.ts';

const MAX_COLUMNS = 20;

interface ColumnsFieldProps {
  label: string;
  hint: string | undefined;
  columns: TableColumn[];
  value: string[];
  error?: string | undefined;
  max?: number;
  onChange: (names: string[]) => void;
}

/** Several columns of the table, but for those of geometries and bytes. */
export function ColumnsField(props: ColumnsFieldProps) {
  const { label, hint, columns, value, error, max = MAX_COLUMNS, onChange } = props;
  const names = columns
    .filter(({ family }) => family !== 'geometry' && family !== 'binary')
    .map(({ name }) => name);
  return (
    <MultiSelect
      label={label}
      description={hint}
      error={error}
      data={names}
      value={value.filter((name) => names.includes(name))}
      maxValues={max}
      searchable
      clearable
      onChange={onChange}
    />
  );
}
