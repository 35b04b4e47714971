import { Button, CloseButton, Group, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { Calculation, TableElement } from '@cairn/report-engine/browser';
import { t } from '@cairn/ui';
import { DatasetField } from './dataset-field.tsx';
import { ExpressionField } from './expression-field.tsx';
import { ChoiceField, NumberField } from './inputs.tsx';
import { Beside } from './section.tsx';
import styles from './properties.module.css';

type TableColumn = TableElement['columns'][number];

interface Props {
  element: TableElement;
  onChange: (change: Record<string, unknown>) => void;
}

const TOTALS: readonly Calculation[] = ['sum', 'average', 'min', 'max', 'count', 'distinct'];

/** A table: its columns with heading, value, width and total. */
export function TableFields({ element, onChange }: Props) {
  const { columns, dataset } = element;
  const changeColumn = (index: number, change: Partial<TableColumn>) =>
    onChange({
      columns: columns.map((column, i) => (i === index ? withTotal({ ...column, ...change }) : column)),
    });
  return (
    <>
      <DatasetField value={dataset} onChange={onChange} />
      {columns.map((column, i) => (
        // Two columns may be the same.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={i} className={styles.column}>
          <Group justify="space-between" wrap="nowrap">
            <strong>{t('properties.columnNumber', { number: i + 1 })}</strong>
            <CloseButton
              size="sm"
              aria-label={t('properties.removeColumn', { header: column.header })}
              onClick={() => onChange({ columns: columns.filter((_, at) => at !== i) })}
            />
          </Group>
          <Beside>
            <TextInput
              label={t('properties.header')}
              size="xs"
              value={column.header}
              onChange={(event) => changeColumn(i, { header: event.currentTarget.value })}
            />
            <NumberField
              label={t('properties.width')}
              value={column.width}
              min={1}
              onChange={(width) => changeColumn(i, { width: width ?? 1 })}
            />
          </Beside>
          <ExpressionField
            label={t('properties.expression')}
            value={column.expression}
            dataset={dataset}
            onChange={(expression) => changeColumn(i, { expression: expression ?? '' })}
          />
          <ChoiceField
            label={t('properties.total')}
            value={column.total}
            none={t('properties.noTotal')}
            choices={TOTALS.map((value) => ({ value, label: t(`properties.calculations.${value}`) }))}
            onChange={(total) => changeColumn(i, { total })}
          />
        </div>
      ))}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => onChange({ columns: [...columns, { header: '', expression: '', width: 80 }] })}
      >
        {t('properties.addColumn')}
      </Button>
    </>
  );
}

function withTotal({ total, ...column }: TableColumn & { total?: Calculation | undefined }): TableColumn {
  return total === undefined ? column : { ...column, total };
}
