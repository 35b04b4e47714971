import { useState } from 'react';
import { Button, CloseButton, Popover } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { t } from '@cairn/ui';
import type { EditColumn } from '../../client.ts';
import { FilterForm } from './filter-form.tsx';
import { filterText, needsValue, type RowFilter } from './filters.ts';
import styles from './table.module.css';

interface FilterChipsProps {
  columns: EditColumn[];
  filters: RowFilter[];
  onChange: (filters: RowFilter[]) => void;
}

/** The conditions that rows must meet, each to be changed or taken away, and the way to one more. */
export function FilterChips({ columns, filters, onChange }: FilterChipsProps) {
  const replace = (at: number, filter: RowFilter) => onChange(filters.with(at, filter));
  return (
    <div className={styles.filters}>
      {filters.map((filter, at) => (
        <span key={`${at} ${filter.column}`} className={styles.chip}>
          <FilterPopover
            columns={columns}
            initial={filter}
            onSave={(next) => replace(at, next)}
            label={sentence(filter)}
          />
          <CloseButton
            size={24}
            iconSize={14}
            aria-label={t('table.removeFilter', { filter: sentence(filter) })}
            onClick={() => onChange(filters.toSpliced(at, 1))}
          />
        </span>
      ))}
      <FilterPopover columns={columns} onSave={(next) => onChange([...filters, next])} />
    </div>
  );
}

function sentence(filter: RowFilter): string {
  const op = t(`table.ops.${filter.op}`);
  return needsValue(filter.op) ? `${filter.column} ${op} ${filterText(filter)}` : `${filter.column} ${op}`;
}

interface FilterPopoverProps {
  columns: EditColumn[];
  initial?: RowFilter;
  label?: string;
  onSave: (filter: RowFilter) => void;
}

function FilterPopover({ columns, initial, label, onSave }: FilterPopoverProps) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus shadow="md" width={280}>
      <Popover.Target>
        {label ? (
          <button
            type="button"
            className={styles.chipText}
            title={t('table.changeFilter')}
            onClick={() => setOpened(!opened)}
          >
            {label}
          </button>
        ) : (
          <Button
            variant="default"
            leftSection={<IconFilter size={15} aria-hidden />}
            onClick={() => setOpened(!opened)}
          >
            {t('table.filter')}
          </Button>
        )}
      </Popover.Target>
      <Popover.Dropdown>
        <FilterForm
          columns={columns}
          initial={initial}
          onSave={(filter) => {
            setOpened(false);
            onSave(filter);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
