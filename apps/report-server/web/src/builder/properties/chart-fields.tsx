import { Switch, TextInput } from '@mantine/core';
import type { ChartElement, ChartType } from '@cairn/report-engine/browser';
import { t } from '@cairn/ui';
import { DatasetField } from './dataset-field.tsx';
import { ExpressionField } from './expression-field.tsx';
import { ChoiceField } from './inputs.tsx';

const CHART_TYPES: readonly ChartType[] = [
  ...(['bar', 'stackedBar', 'line', 'area', 'pie', 'scatter', 'timeSeries'] as const),
];

interface Props {
  element: ChartElement;
  onChange: (change: Record<string, unknown>) => void;
}

/** A chart: its type, and which values of the rows it draws. */
export function ChartFields({ element, onChange }: Props) {
  const { chart, title, dataset, category, value, xValue, series, legend, horizontal } = element;
  return (
    <>
      <ChoiceField
        label={t('properties.chartType')}
        value={chart}
        choices={CHART_TYPES.map((type) => ({ value: type, label: t(`properties.charts.${type}`) }))}
        onChange={(next) => onChange({ chart: next })}
      />
      <TextInput
        label={t('properties.title')}
        size="xs"
        value={title ?? ''}
        onChange={(event) => onChange({ title: event.currentTarget.value || undefined })}
      />
      <DatasetField value={dataset} onChange={onChange} />
      {chart === 'scatter' ? (
        <ExpressionField
          label={t('properties.xValue')}
          value={xValue}
          dataset={dataset}
          onChange={(next) => onChange({ xValue: next })}
        />
      ) : (
        <ExpressionField
          label={t('properties.category')}
          value={category}
          dataset={dataset}
          onChange={(next) => onChange({ category: next })}
        />
      )}
      <ExpressionField
        label={t('properties.value')}
        description={t('properties.valueHint')}
        value={value}
        dataset={dataset}
        expected="number"
        onChange={(next) => onChange({ value: next ?? '' })}
      />
      <ExpressionField
        label={t('properties.series')}
        value={series}
        dataset={dataset}
        onChange={(next) => onChange({ series: next })}
      />
      <Switch
        label={t('properties.legend')}
        checked={legend ?? false}
        onChange={(event) => onChange({ legend: event.currentTarget.checked })}
      />
      {chart === 'bar' || chart === 'stackedBar' ? (
        <Switch
          label={t('properties.horizontal')}
          checked={horizontal ?? false}
          onChange={(event) => onChange({ horizontal: event.currentTarget.checked || undefined })}
        />
      ) : null}
    </>
  );
}
