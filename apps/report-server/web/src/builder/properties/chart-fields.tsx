import { Switch, TextInput } from '@mantine/core';
import type { ChartElement, ChartType } from '@cairn/report-engine/browser';
import { t } from '@cairn/ui';
import { DatasetField } from './dataset-field.tsx';
import { ChoiceField } from './inputs.tsx';
import { SeriesFields } from './series-fields.tsx';

const CHART_TYPES: readonly ChartType[] = [
  ...(['bar', 'stackedBar', 'line', 'area', 'stackedArea', 'pie', 'scatter', 'timeSeries'] as const),
];

interface Props {
  element: ChartElement;
  onChange: (change: Record<string, unknown>) => void;
}

/** A chart: its type, and which values of the rows it draws. */
export function ChartFields({ element, onChange }: Props) {
  const { chart, title, dataset, legend, horizontal } = element;
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
      <SeriesFields element={element} onChange={onChange} />
      <Switch
        label={t('properties.legend')}
        checked={legend ?? true}
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
