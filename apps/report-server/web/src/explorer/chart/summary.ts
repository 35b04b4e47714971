import { formatNumber, t } from '@cairn/ui';
import { measureText, numberText } from '../state/format-value.ts';
import type { ChartSpec } from './spec.ts';
import type { ChartData, ChartItem } from './types.ts';

/** What a chart measures, in words: "Number of rows", "Average of population". */
export function measureName({ fn, y }: ChartSpec): string {
  return fn === 'count' || y === '' ? t('chart.measures.count') : t(`chart.measures.${fn}`, { column: y });
}

/** The title of a chart: "Number of rows by country". */
export function chartTitle(spec: ChartSpec): string {
  const { type, x, y } = spec;
  if (type === 'scatter') return t('chart.titles.scatter', { x, y });
  if (type === 'histogram') return t('chart.titles.histogram', { x });
  return t('chart.titles.by', { measure: measureName(spec), x });
}

/** What a chart shows, in sentences for those who do not see it, and for those who want to be sure. */
export function chartSummary({ spec, items, points, isCut }: ChartData): string {
  if (spec.type === 'scatter') return pointsSummary(spec, points, isCut);
  const valued = items.filter(hasNumber);
  if (valued.length === 0) return t('chart.nothing');
  const highest = valued.reduce((a, b) => (b.value > a.value ? b : a));
  const lowest = valued.reduce((a, b) => (b.value < a.value ? b : a));
  const text = (item: { label: string; value: number }) => ({
    label: item.label,
    value: measureText(item.value),
  });
  const count = t(`chart.counts.${spec.type}`, { count: items.length, number: formatNumber(items.length) });
  const most = t('chart.highest', text(highest));
  const least = lowest === highest ? '' : t('chart.lowest', text(lowest));
  const cut = isCut ? t('chart.cut', { number: formatNumber(items.length) }) : '';
  return [count, most, least, cut].filter(Boolean).join(' ');
}

function pointsSummary({ x, y }: ChartSpec, points: ChartData['points'], isCut: boolean): string {
  if (points.length === 0) return t('chart.nothing');
  const range = (axis: 'x' | 'y') => {
    const values = points.map((point) => point[axis]);
    return {
      from: numberText(values.reduce((a, b) => Math.min(a, b))),
      to: numberText(values.reduce((a, b) => Math.max(a, b))),
    };
  };
  return [
    t('chart.counts.scatter', { count: points.length, number: formatNumber(points.length) }),
    t('chart.axisRange', { column: x, ...range('x') }),
    t('chart.axisRange', { column: y, ...range('y') }),
    isCut ? t('chart.cutPoints', { number: formatNumber(points.length) }) : '',
  ]
    .filter(Boolean)
    .join(' ');
}

function hasNumber(item: ChartItem): item is ChartItem & { value: number } {
  return item.value !== null;
}
