import { useState } from 'react';
import { Button, Group, Stack } from '@mantine/core';
import { t } from '@cairn/ui';
import { DataLoaderContext } from '../../explorer/data-loader.ts';
import { readValue, typedOf } from '../../explorer/filter/clause-value.ts';
import type { Operator } from '../../explorer/filter/filter.ts';
import { clauseSentence } from '../../explorer/filter/sentence.ts';
import { ValueField } from '../../explorer/filter/value-field.tsx';
import { kindOf, type Described } from '../../explorer/state/column-kind.ts';
import { FilterScope } from '../../explorer/state/filter-scope.tsx';
import { FocusWhenShown } from '../../explorer/state/focus-when-shown.tsx';
import { isEmpty, labelOf } from '../state/widget-filters.ts';
import type { Dashboard, DashboardFilter } from '../types.ts';
import { useViewTable } from './use-view-table.ts';
import { ValueChip } from './value-chip.tsx';

interface FilterControlProps {
  dashboard: Pick<Dashboard, 'views'>;
  filter: DashboardFilter;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** One filter of a dashboard: what it is set to, and the form that changes it. */
export function FilterControl({ dashboard, filter, value, onChange }: FilterControlProps) {
  // The first widget that has the column says of which type it is, and which values there are.
  const [widget, name] = Object.entries(filter.widgets).find(([id]) => dashboard.views[id]) ?? [];
  const { source, loader } = useViewTable(dashboard.views[widget ?? '']);
  const metadata = source?.metadata;
  const column: Described = metadata?.columns.find((each) => each.name === name) ?? {
    name: name ?? filter.name,
    family: 'text',
  };
  const op = filter.op === 'ilike' ? 'contains' : ((filter.op ?? 'eq') as Operator);
  const isSet = !isEmpty(value);
  const clause = { column: labelOf(filter), op, value };
  const described = metadata ? [{ ...column, name: clause.column } as never] : [];
  const sentence = isSet
    ? clauseSentence(clause, described)
    : t('dashboard.filterAll', { label: labelOf(filter) });
  const form = (close: () => void) => {
    if (!source) return t('dashboard.filterUnused');
    const save = (next: unknown) => {
      close();
      onChange(next);
    };
    return (
      <DataLoaderContext value={loader}>
        <FilterScope source={source} filter={[]} onFilter={() => undefined}>
          <FocusWhenShown>
            <ValueForm column={column} op={op} value={value} onSave={save} />
          </FocusWhenShown>
        </FilterScope>
      </DataLoaderContext>
    );
  };
  return <ValueChip sentence={sentence} isSet={isSet} onClear={() => onChange(null)} form={form} />;
}

interface ValueFormProps {
  column: Described;
  op: Operator;
  value: unknown;
  onSave: (value: unknown) => void;
}

/** The value of a filter by the type of its column. */
export function ValueForm({ column, op, value, onSave }: ValueFormProps) {
  const [typed, setTyped] = useState(() => typedOf(value));
  const [problem, setProblem] = useState<string | null>(null);
  const kind = kindOf(column);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        const texts = kind === 'boolean' && typed.length === 0 ? ['true'] : typed;
        if (texts.every((text) => text === '')) return onSave(null);
        const read = readValue(kind, op, texts);
        return read === undefined ? setProblem(t('filter.valueWrong')) : onSave(read);
      }}
    >
      <Stack gap="sm">
        <ValueField
          column={column}
          op={op}
          typed={typed}
          problem={problem}
          onChange={(next) => {
            setTyped(next);
            setProblem(null);
          }}
        />
        <Group justify="flex-end">
          <Button type="submit" size="xs">
            {t('filter.apply')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
