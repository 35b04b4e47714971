import { Checkbox, Group, Select, TextInput } from '@mantine/core';
import type { Calculation } from '@cairn/report-engine/browser';
import { formatNumber, t } from '@cairn/ui';
import { isNumber } from '../model/fields.ts';
import { VALUE_TYPES } from '../properties/variable-properties.tsx';
import type { ChosenColumn } from './choices.ts';
import { chosenNames, printable, titleOf, type Draft } from './use-choices.ts';
import styles from './start.module.css';

interface Props {
  draft: Draft;
  columns: readonly ChosenColumn[];
  onChange: (change: Partial<Draft>) => void;
}

const TOTALS: readonly Calculation[] = ['sum', 'average', 'min', 'max', 'count'];

/** Title, columns, and what is added up below them. */
export function ChooseColumns({ draft, columns, onChange }: Props) {
  const names = chosenNames(draft, columns);
  const rows = printable(columns);
  function toggle(name: string): void {
    const next = names.includes(name) ? names.filter((each) => each !== name) : [...names, name];
    // In the order of the table, whichever was ticked last.
    onChange({ columns: rows.map((row) => row.name).filter((each) => next.includes(each)) });
  }
  return (
    <fieldset className={styles.step}>
      <legend>{t('newReport.columns')}</legend>
      <TextInput
        label={t('properties.title')}
        value={titleOf(draft)}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <Group justify="space-between">
        <span className={styles.count}>
          {t('newReport.chosen', { chosen: formatNumber(names.length), total: formatNumber(rows.length) })}
        </span>
        <Checkbox
          size="xs"
          label={t('newReport.all')}
          checked={names.length === rows.length}
          indeterminate={names.length > 0 && names.length < rows.length}
          onChange={(event) =>
            onChange({ columns: event.currentTarget.checked ? rows.map(({ name }) => name) : [] })
          }
        />
      </Group>
      <ul className={styles.columns}>
        {rows.map((column) => (
          <li key={column.name}>
            <Checkbox
              size="sm"
              label={column.name}
              checked={names.includes(column.name)}
              onChange={() => toggle(column.name)}
            />
            {draft.kind === 'sql' ? (
              <Select
                size="xs"
                w={110}
                aria-label={t('newReport.typeOf', { column: column.name })}
                data={VALUE_TYPES.map((value) => ({ value, label: t(`properties.types.${value}`) }))}
                value={column.type}
                allowDeselect={false}
                onChange={(type) =>
                  onChange({
                    types: { ...draft.types, [column.name]: (type ?? 'text') as ChosenColumn['type'] },
                  })
                }
              />
            ) : (
              <span className={styles.type}>{t(`properties.types.${column.type}`)}</span>
            )}
            {isNumber(column.type) && names.includes(column.name) ? (
              <Select
                size="xs"
                w={120}
                aria-label={t('newReport.totalOf', { column: column.name })}
                placeholder={t('properties.noTotal')}
                clearable
                data={TOTALS.map((value) => ({ value, label: t(`properties.calculations.${value}`) }))}
                value={draft.totals[column.name] ?? null}
                onChange={(value) => onChange({ totals: withTotal(draft.totals, column.name, value) })}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function withTotal(totals: Draft['totals'], name: string, value: string | null): Draft['totals'] {
  const { [name]: _, ...rest } = totals;
  return value === null ? rest : { ...rest, [name]: value as Calculation };
}
