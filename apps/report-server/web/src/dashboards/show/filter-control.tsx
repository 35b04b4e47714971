import { useState } from 'react';
import { Button, CloseButton, Group, Popover, Stack } from '@mantine/core';
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
import styles from './show.module.css';

interface FilterControlProps {
  dashboard: Pick<Dashboard, 'views'>;
  filter: DashboardFilter;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** One filter of a dashboard: what it is set to, and the form that changes it. */
export function FilterControl({ dashboard, filter, value, onChange }: FilterControlProps) {
  const [opened, setOpened] = useState(false);
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
  return (
    <span className={styles.chip} data-set={isSet || undefined}>
      <Popover
        opened={opened}
        onChange={setOpened}
        position="bottom-start"
        trapFocus
        returnFocus
        shadow="md"
        width={280}
      >
        <Popover.Target>
          <button type="button" className={styles.chipText} onClick={() => setOpened(!opened)}>
            {sentence}
          </button>
        </Popover.Target>
        <Popover.Dropdown>
          {source ? (
            <DataLoaderContext value={loader}>
              <FilterScope source={source} filter={[]} onFilter={() => undefined}>
                <FocusWhenShown>
                  <ValueForm
                    column={column}
                    op={op}
                    value={value}
                    onSave={(next) => {
                      setOpened(false);
                      onChange(next);
                    }}
                  />
                </FocusWhenShown>
              </FilterScope>
            </DataLoaderContext>
          ) : (
            t('dashboard.filterUnused')
          )}
        </Popover.Dropdown>
      </Popover>
      {isSet ? (
        <CloseButton
          size={24}
          iconSize={14}
          aria-label={t('filter.remove', { condition: sentence })}
          onClick={() => onChange(null)}
        />
      ) : null}
    </span>
  );
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
