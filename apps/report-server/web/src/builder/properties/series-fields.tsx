import { Button, CloseButton, Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ChartElement, ChartSeries } from '@cairn/report-engine/browser';
import { t } from '@cairn/ui';
import { ExpressionField } from './expression-field.tsx';
import styles from './properties.module.css';

interface Props {
  element: ChartElement;
  onChange: (change: Record<string, unknown>) => void;
}

/** What each row adds to a chart: its first value, and others such as those of further columns. */
export function SeriesFields({ element, onChange }: Props) {
  const { moreSeries = [], category, xValue } = element;
  const change = (series: ChartSeries[]) => onChange({ moreSeries: series.length > 0 ? series : undefined });
  const added: ChartSeries = { value: '', ...(category && { category }), ...(xValue && { xValue }) };
  return (
    <>
      <OneSeries element={element} series={element} onChange={onChange} />
      {moreSeries.map((series, i) => {
        const title = t('properties.seriesNumber', { number: i + 2 });
        return (
          // Two series may be the same.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={i} className={styles.column} role="group" aria-label={title}>
            <Group justify="space-between" wrap="nowrap">
              <strong>{title}</strong>
              <CloseButton
                size="sm"
                aria-label={t('properties.removeSeries', { number: i + 2 })}
                onClick={() => change(moreSeries.filter((_, at) => at !== i))}
              />
            </Group>
            <OneSeries
              element={element}
              series={series}
              onChange={(part) =>
                change(moreSeries.map((each, at) => (at === i ? merged(each, part) : each)))
              }
            />
          </div>
        );
      })}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => change([...moreSeries, added])}
      >
        {t('properties.addSeries')}
      </Button>
    </>
  );
}

type SeriesChange = Record<string, string | undefined>;

interface OneSeriesProps {
  element: ChartElement;
  series: ChartSeries;
  onChange: (change: SeriesChange) => void;
}

function OneSeries({ element: { chart, dataset }, series, onChange }: OneSeriesProps) {
  const position = chart === 'scatter' ? 'xValue' : 'category';
  return (
    <>
      <ExpressionField
        label={t(`properties.${position}`)}
        value={series[position]}
        dataset={dataset}
        onChange={(next) => onChange({ [position]: next })}
      />
      <ExpressionField
        label={t('properties.value')}
        description={t('properties.valueHint')}
        value={series.value}
        dataset={dataset}
        expected="number"
        onChange={(next) => onChange({ value: next ?? '' })}
      />
      <ExpressionField
        label={t('properties.series')}
        value={series.series}
        dataset={dataset}
        onChange={(next) => onChange({ series: next })}
      />
    </>
  );
}

/** A series with a change; what is undefined is left out. */
function merged(series: ChartSeries, change: SeriesChange): ChartSeries {
  const entries = Object.entries({ ...series, ...change }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as unknown as ChartSeries;
}
