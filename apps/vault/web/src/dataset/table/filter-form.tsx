import { useState } from 'react';
import { Button, Select, Stack, TextInput } from '@mantine/core';
import { t } from '@cairn/ui';
import type { EditColumn } from '../../client.ts';
import {
  filterText,
  filterValue,
  needsValue,
  operatorsFor,
  type Operator,
  type RowFilter,
} from './filters.ts';

interface FilterFormProps {
  columns: EditColumn[];
  initial: RowFilter | undefined;
  onSave: (filter: RowFilter) => void;
}

const INPUT_TYPES: Partial<Record<EditColumn['type'], string>> = {
  date: 'date',
  datetime: 'datetime-local',
  time: 'time',
};

/** One condition: a column, a comparison, a value of the column's type. */
export function FilterForm({ columns, initial, onSave }: FilterFormProps) {
  const first = columns.find(({ primary_key: key }) => !key) ?? columns[0];
  const [name, setName] = useState(initial?.column ?? first?.name ?? '');
  const type = columns.find((column) => column.name === name)?.type ?? 'text';
  const operators = operatorsFor(type);
  const [operator, setOperator] = useState<Operator>(initial?.op ?? operators[0] ?? '=');
  const op = operators.includes(operator) ? operator : (operators[0] ?? '=');
  const [text, setText] = useState(initial ? filterText(initial) : '');
  const [problem, setProblem] = useState<string | null>(null);
  const save = () => {
    if (!needsValue(op)) return onSave({ column: name, op });
    const value = filterValue(type, op, type === 'boolean' && text === '' ? 'true' : text);
    if (value === undefined) return setProblem(t(text === '' ? 'table.valueMissing' : 'table.valueWrong'));
    return onSave({ column: name, op, value });
  };
  const change = (next: string) => {
    setText(next);
    setProblem(null);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Stack gap="sm">
        <Select
          label={t('table.column')}
          data={columns.map((column) => column.name)}
          value={name}
          allowDeselect={false}
          searchable={columns.length > 10}
          comboboxProps={{ withinPortal: false }}
          onChange={(next) => {
            setName(next ?? '');
            change('');
          }}
        />
        <Select
          label={t('table.comparison')}
          data={operators.map((each) => ({ value: each, label: t(`table.opNames.${each}`) }))}
          value={op}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          onChange={(next) => {
            setOperator(next as Operator);
            setProblem(null);
          }}
        />
        {!needsValue(op) ? null : type === 'boolean' ? (
          <Select
            label={t('table.value')}
            data={[
              { value: 'true', label: t('table.yes') },
              { value: 'false', label: t('table.no') },
            ]}
            value={text || 'true'}
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
            onChange={(next) => change(next ?? 'true')}
          />
        ) : (
          <TextInput
            data-autofocus
            label={t('table.value')}
            description={op === 'in' ? t('table.inHint') : undefined}
            type={op === 'in' ? 'text' : (INPUT_TYPES[type] ?? 'text')}
            inputMode={type === 'integer' || type === 'real' ? 'decimal' : undefined}
            value={text}
            error={problem}
            autoComplete="off"
            onChange={(event) => change(event.currentTarget.value)}
          />
        )}
        <Button type="submit">{t('table.applyFilter')}</Button>
      </Stack>
    </form>
  );
}
