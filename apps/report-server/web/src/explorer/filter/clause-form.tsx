import { useState } from 'react';
import { Button, Group, Select, Stack } from '@mantine/core';
import { t } from '@cairn/ui';
import type { TableMetadata } from '../../client.ts';
import { hasZone, isTemporal, kindOf } from '../state/column-kind.ts';
import { useExplorer } from '../state/explorer-context.tsx';
import { readValue, typedOf, type Typed } from './clause-value.ts';
import { hasValue, type ColumnClause, type Operator } from './filter.ts';
import { fromLocalMoment, toLocalMoment } from './local-moment.ts';
import { operatorsFor } from './operators.ts';
import { ValueField } from './value-field.tsx';

interface ClauseFormProps {
  initial: ColumnClause | undefined;
  /** The form adds to a condition that is there. */
  isAlternative: boolean;
  onSave: (clause: ColumnClause) => void;
  onAlternative: (() => void) | undefined;
}

/** One condition: a column, a comparison, and values of the column's type. */
export function ClauseForm({ initial, isAlternative, onSave, onAlternative }: ClauseFormProps) {
  const { metadata } = useExplorer().source;
  const columns = metadata.columns.filter((column) => kindOf(column) !== 'geometry');
  const [name, setName] = useState(initial?.column ?? firstColumn(metadata));
  const column = columns.find((each) => each.name === name) ?? { name, family: 'text' as const };
  const kind = kindOf(column);
  const operators = operatorsFor(column);
  const [operator, setOperator] = useState<Operator>(initial?.op ?? operators[0] ?? 'eq');
  const op = operators.includes(operator) ? operator : (operators[0] ?? 'is_null');
  const isMoment = kind === 'datetime' && hasZone(column);
  const [typed, setTyped] = useState<Typed>(() => {
    if (isAlternative) return [];
    const texts = typedOf(initial?.value);
    return isMoment ? texts.map(toLocalMoment) : texts;
  });
  const [problem, setProblem] = useState<string | null>(null);
  const change = (next: Typed) => {
    setTyped(next);
    setProblem(null);
  };
  const save = () => {
    if (!hasValue(op)) return onSave({ column: name, op });
    const texts = kind === 'boolean' && typed.length === 0 ? ['true'] : typed;
    const value = readValue(kind, op, isMoment ? texts.map(fromLocalMoment) : texts);
    if (value === undefined)
      return setProblem(t(texts.some((text) => text !== '') ? 'filter.valueWrong' : 'filter.valueMissing'));
    return onSave({ column: name, op, value });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        save();
      }}
    >
      <Stack gap="sm">
        <Select
          label={t('filter.column')}
          data={columns.map((each) => each.name)}
          value={name}
          allowDeselect={false}
          searchable={columns.length > 10}
          comboboxProps={{ withinPortal: false }}
          openOnFocus={false}
          // What is typed looks for another column.
          onFocus={(event) => event.currentTarget.select()}
          data-autofocus={initial ? undefined : true}
          onChange={(next) => {
            const chosen = columns.find((each) => each.name === next);
            setName(next ?? '');
            if (chosen) setOperator(operatorsFor(chosen)[0] ?? 'eq');
            change([]);
          }}
        />
        <Select
          label={t('filter.comparison')}
          data={operators.map((each) => ({
            value: each,
            label: t(`filter.${isTemporal(kind) ? 'timeOps' : 'ops'}.${each}`),
          }))}
          value={op}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          onChange={(next) => {
            setOperator(next as Operator);
            setProblem(null);
          }}
        />
        {hasValue(op) ? (
          <ValueField column={column} op={op} typed={typed} problem={problem} onChange={change} />
        ) : null}
        <Group gap={8} justify="space-between">
          <Button type="submit">{t(isAlternative ? 'filter.addAlternative' : 'filter.apply')}</Button>
          {onAlternative ? (
            <Button variant="subtle" onClick={onAlternative}>
              {t('filter.alternative')}
            </Button>
          ) : null}
        </Group>
      </Stack>
    </form>
  );
}

/** A key is seldom what people filter by. */
function firstColumn({ columns, primary_key: key }: TableMetadata): string {
  const possible = columns.filter((column) => kindOf(column) !== 'geometry');
  return (possible.find(({ name }) => !key.includes(name)) ?? possible[0])?.name ?? '';
}
