import { Select, Switch } from '@mantine/core';
import type { ChartType } from '@cairn/report-engine/browser';
import { t } from '@cairn/ui';
import { isNumber } from '../model/fields.ts';
import type { ChosenColumn } from './choices.ts';
import { printable, type Draft } from './use-choices.ts';
import styles from './start.module.css';

interface Props {
  draft: Draft;
  columns: readonly ChosenColumn[];
  onChange: (change: Partial<Draft>) => void;
}

const CHARTS: readonly ChartType[] = ['bar', 'line', 'area', 'pie'];

/** What makes more of a list: groups with subtotals, a chart, a map. */
export function ChooseExtras({ draft, columns, onChange }: Props) {
  const { groupBy, chart, map } = draft;
  const rows = printable(columns);
  const names = rows.map(({ name }) => name);
  const numbers = rows.filter(({ type }) => isNumber(type)).map(({ name }) => name);
  const geometry = columns.find(({ type }) => type === 'geometry')?.name;
  const category = groupBy ?? rows.find(({ type }) => type === 'text')?.name ?? names[0] ?? '';
  return (
    <fieldset className={styles.step}>
      <legend>{t('newReport.more')}</legend>
      <Select
        label={t('newReport.groupBy')}
        description={t('newReport.groupByHint')}
        placeholder={t('newReport.noGroup')}
        data={names}
        value={groupBy}
        clearable
        searchable
        onChange={(name) => onChange({ groupBy: name })}
      />
      <Switch
        label={t('newReport.chart')}
        checked={chart !== null}
        onChange={(event) =>
          onChange({ chart: event.currentTarget.checked ? { type: 'bar', category, value: null } : null })
        }
      />
      {chart ? (
        <div className={styles.fields}>
          <Select
            label={t('properties.chartType')}
            size="xs"
            data={CHARTS.map((value) => ({ value, label: t(`properties.charts.${value}`) }))}
            value={chart.type}
            allowDeselect={false}
            onChange={(type) => onChange({ chart: { ...chart, type: (type ?? 'bar') as ChartType } })}
          />
          <Select
            label={t('properties.category')}
            size="xs"
            data={names}
            value={chart.category}
            allowDeselect={false}
            onChange={(name) => onChange({ chart: { ...chart, category: name ?? category } })}
          />
          <Select
            label={t('properties.value')}
            size="xs"
            data={numbers}
            value={chart.value}
            placeholder={t('newReport.rowCount')}
            clearable
            onChange={(value) => onChange({ chart: { ...chart, value } })}
          />
        </div>
      ) : null}
      {geometry === undefined ? null : (
        <>
          <Switch
            label={t('newReport.map')}
            checked={map !== null}
            onChange={(event) =>
              onChange({ map: event.currentTarget.checked ? { geometry, label: null } : null })
            }
          />
          {map ? (
            <Select
              label={t('properties.label')}
              size="xs"
              data={names}
              value={map.label}
              placeholder={t('newReport.noLabel')}
              clearable
              onChange={(label) => onChange({ map: { ...map, label } })}
            />
          ) : null}
        </>
      )}
    </fieldset>
  );
}
