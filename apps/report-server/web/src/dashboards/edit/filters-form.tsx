import { Button, Select, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { EmptyState, t } from '@cairn/ui';
import { kindOf } from '../../explorer/state/column-kind.ts';
import { FilterControl } from '../show/filter-control.tsx';
import { tableOf } from '../show/table-of.ts';
import { useViewTable } from '../show/use-view-table.ts';
import { titleOf } from '../show/widget-content.ts';
import type { DashboardContent, DashboardFilter, DashboardItem } from '../types.ts';
import { addFilter, changeFilter, FILTER_OPERATORS, isFilterName, mapWidget, nameFor } from './filters.ts';
import type { Draft } from './use-draft.ts';
import styles from './edit.module.css';

/** The filters of a dashboard: each with the column that it means in each widget. */
export function FiltersForm({ draft }: { draft: Draft }) {
  const { content, change } = draft;
  const { filters } = content;
  return (
    <Stack gap="md">
      {filters.length === 0 ? (
        <EmptyState title={t('edit.noFilters')} text={t('edit.noFiltersText')} />
      ) : (
        // By place: the name itself can be changed.
        filters.map((filter, at) => <FilterForm key={at} draft={draft} filter={filter} at={at} />)
      )}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => change((now) => addFilter(now))}
        >
          {t('edit.addFilter')}
        </Button>
      </div>
    </Stack>
  );
}

interface FilterFormProps {
  draft: Draft;
  filter: DashboardFilter;
  at: number;
}

function FilterForm({ draft: { content, change }, filter, at }: FilterFormProps) {
  const set = (changed: Partial<DashboardFilter>, joint: string | null = null) =>
    change((now) => changeFilter(now, at, changed), joint);
  const label = filter.label || filter.name;
  const isTaken = content.filters.some(({ name }, other) => other !== at && name === filter.name);
  return (
    <fieldset className={styles.filter}>
      <legend>{label}</legend>
      <TextInput
        label={t('edit.filterLabel')}
        maxLength={200}
        value={filter.label ?? ''}
        onChange={(event) => {
          const next = event.currentTarget.value;
          set({ label: next, ...nameFor(content, at, next) }, `label ${at}`);
        }}
      />
      <TextInput
        label={t('edit.filterName')}
        description={t('edit.filterNameHint')}
        maxLength={63}
        value={filter.name}
        error={isTaken ? t('edit.nameTaken') : isFilterName(filter.name) ? null : t('edit.nameWrong')}
        onChange={(event) => set({ name: event.currentTarget.value }, `name ${at}`)}
      />
      <Select
        label={t('edit.comparison')}
        data={FILTER_OPERATORS.map((value) => ({ value, label: t(`filter.ops.${value}`) }))}
        value={filter.op === 'ilike' ? 'contains' : (filter.op ?? 'eq')}
        allowDeselect={false}
        onChange={(op) => set({ op: (op ?? 'eq') as NonNullable<DashboardFilter['op']>, default: undefined })}
      />
      <p className={styles.hint}>{t('edit.columnsHint')}</p>
      {content.layout
        .filter(({ id }) => tableOf(content.views[id]))
        .map((item) => (
          <ColumnField
            key={item.id}
            content={content}
            item={item}
            column={filter.widgets[item.id] ?? ''}
            onChange={(column) => change((now) => mapWidget(now, at, item.id, column))}
          />
        ))}
      <div>
        <span>{t('edit.startsWith')} </span>
        <FilterControl
          dashboard={content}
          filter={filter}
          value={filter.default ?? null}
          onChange={(value) => set({ default: value ?? undefined })}
        />
      </div>
      <div>
        <Button
          size="xs"
          variant="subtle"
          color="red"
          leftSection={<IconTrash size={14} aria-hidden />}
          onClick={() => change(({ filters }) => ({ filters: filters.toSpliced(at, 1) }))}
        >
          {t('edit.removeFilter', { label })}
        </Button>
      </div>
    </fieldset>
  );
}

interface ColumnFieldProps {
  content: DashboardContent;
  item: DashboardItem;
  column: string;
  onChange: (column: string) => void;
}

/** The column that a filter means in one widget. */
function ColumnField({ content, item, column, onChange }: ColumnFieldProps) {
  const { source } = useViewTable(content.views[item.id]);
  const columns = source?.metadata.columns.filter((each) => kindOf(each) !== 'geometry') ?? [];
  const names = columns.map(({ name }) => name);
  if (column !== '' && !names.includes(column)) names.push(column);
  return (
    <Select
      label={titleOf(content, item)}
      data={[
        { value: '', label: t('edit.notFiltered') },
        ...names.map((name) => ({ value: name, label: name })),
      ]}
      value={column}
      allowDeselect={false}
      searchable={names.length > 10}
      onChange={(next) => onChange(next ?? '')}
    />
  );
}
