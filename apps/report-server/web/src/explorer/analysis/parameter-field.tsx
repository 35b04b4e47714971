import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { t } from '@cairn/ui';
import type { TableColumn } from '../../client.ts';
import { kindOf } from '../state/column-kind.ts';
import { ColumnsField } from './columns-field.tsx';
import type { Field, FieldValue } from './fields.ts';

interface ParameterFieldProps {
  field: Field;
  value: FieldValue;
  /** Columns of the table that is analysed. */
  columns: TableColumn[];
  /** Whether the value is a proposal of ours. */
  isSuggested: boolean;
  error: string | undefined;
  onChange: (value: FieldValue) => void;
}

/** The field of one parameter, by its kind. */
export function ParameterField({ field, value, columns, isSuggested, error, onChange }: ParameterFieldProps) {
  const { name, label, hint, kind, unit, isRequired, isInteger, options, onlyNumbers } = field;
  const common = { name, label, description: hint, error };
  switch (kind) {
    case 'boolean':
      return (
        <Switch
          {...common}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'columns':
      return (
        <ColumnsField
          {...{ label, hint, columns, error, max: 5, onChange }}
          value={Array.isArray(value) ? value : []}
        />
      );
    case 'choice':
      return (
        <NativeSelect
          {...common}
          value={String(value)}
          data={options.map((option) => ({ value: option, label: t(`analysis.values.${option}`) }))}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'column':
      return (
        <NativeSelect
          {...common}
          value={String(value)}
          data={[
            { value: '', label: t('analysis.noColumn') },
            ...columns
              .filter((column) => !onlyNumbers || kindOf(column) === 'number')
              .map((column) => ({ value: column.name, label: column.name })),
          ]}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    default:
      return (
        <TextInput
          {...common}
          description={isSuggested ? `${hint ? `${hint}. ` : ''}${t('analysis.suggested')}` : hint}
          withAsterisk={isRequired}
          inputMode={isInteger ? 'numeric' : 'decimal'}
          autoComplete="off"
          rightSection={unit ? <span aria-hidden>{unit}</span> : undefined}
          aria-label={unit ? `${label} (${unit})` : undefined}
          value={String(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}
