import { useState, type ReactNode } from 'react';
import { Autocomplete, Group, Select, Stack, TagsInput, TextInput } from '@mantine/core';
import { t } from '@cairn/ui';
import { kindOf, type ColumnKind, type Described } from '../state/column-kind.ts';
import type { Typed } from './clause-value.ts';
import type { Operator } from './filter.ts';
import { valuesOf } from './operators.ts';
import { useSuggestions } from './use-suggestions.ts';

interface ValueFieldProps {
  column: Described;
  op: Operator;
  typed: Typed;
  problem: string | null;
  onChange: (typed: Typed) => void;
}

/** The input for the values of a condition: by the column's type, with the values that the column has. */
export function ValueField(props: ValueFieldProps) {
  const kind = kindOf(props.column);
  const count = valuesOf(props.op);
  if (kind === 'boolean') return <BooleanField {...props} />;
  if (count === 'list') return <ListField {...props} />;
  if (count === 'two') return <RangeField {...props} kind={kind} />;
  return kind === 'text' ? <TextField {...props} /> : <OneField {...props} kind={kind} />;
}

const INPUT_TYPES: Partial<Record<ColumnKind, string>> = {
  date: 'date',
  datetime: 'datetime-local',
  time: 'time',
};

function inputOf(kind: ColumnKind) {
  return {
    type: INPUT_TYPES[kind] ?? 'text',
    inputMode: kind === 'number' ? ('decimal' as const) : undefined,
    step: kind === 'datetime' ? 1 : undefined,
    autoComplete: 'off',
  };
}

function OneField({ kind, typed, problem, onChange }: ValueFieldProps & { kind: ColumnKind }) {
  return (
    <TextInput
      data-autofocus
      label={t('filter.value')}
      {...inputOf(kind)}
      value={typed[0] ?? ''}
      error={problem}
      onChange={(event) => onChange([event.currentTarget.value])}
    />
  );
}

function RangeField({ kind, typed, problem, onChange }: ValueFieldProps & { kind: ColumnKind }) {
  const [from = '', to = ''] = typed;
  return (
    <RangeFrame kind={kind}>
      <TextInput
        data-autofocus
        label={t('filter.from')}
        {...inputOf(kind)}
        value={from}
        error={problem}
        onChange={(event) => onChange([event.currentTarget.value, to])}
      />
      <TextInput
        label={t('filter.to')}
        {...inputOf(kind)}
        value={to}
        error={problem !== null}
        onChange={(event) => onChange([from, event.currentTarget.value])}
      />
    </RangeFrame>
  );
}

/** Days and times are below each other: beside each other browsers cut them. */
function RangeFrame({ kind, children }: { kind: ColumnKind; children: ReactNode }) {
  if (kind !== 'number' && kind !== 'text') return <Stack gap={8}>{children}</Stack>;
  return (
    <Group gap={8} grow align="flex-start">
      {children}
    </Group>
  );
}

function BooleanField({ typed, onChange }: ValueFieldProps) {
  return (
    <Select
      label={t('filter.value')}
      data={[
        { value: 'true', label: t('explorer.yes') },
        { value: 'false', label: t('explorer.no') },
      ]}
      value={typed[0] ?? 'true'}
      allowDeselect={false}
      comboboxProps={{ withinPortal: false }}
      onChange={(next) => onChange([next ?? 'true'])}
    />
  );
}

function TextField({ column, op, typed, problem, onChange }: ValueFieldProps) {
  const text = typed[0] ?? '';
  const suggestions = useSuggestions(op === 'eq' || op === 'ne' ? column : null, text);
  return (
    <Autocomplete
      data-autofocus
      label={t('filter.value')}
      autoComplete="off"
      data={suggestions}
      filter={({ options }) => options}
      openOnFocus={false}
      value={text}
      error={problem}
      comboboxProps={{ withinPortal: false }}
      onChange={(next) => onChange([next])}
    />
  );
}

function ListField({ column, typed, problem, onChange }: ValueFieldProps) {
  const [text, setText] = useState('');
  const suggestions = useSuggestions(kindOf(column) === 'text' ? column : null, text);
  return (
    <TagsInput
      data-autofocus
      label={t('filter.values')}
      description={t('filter.valuesHint')}
      autoComplete="off"
      data={suggestions.filter((each) => !typed.includes(each))}
      filter={({ options }) => options}
      splitChars={kindOf(column) === 'number' ? [',', ' '] : []}
      acceptValueOnBlur
      value={typed}
      error={problem}
      searchValue={text}
      onSearchChange={setText}
      comboboxProps={{ withinPortal: false }}
      onChange={onChange}
    />
  );
}
