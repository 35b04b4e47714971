import type { EChartsCoreOption } from 'echarts/core';
import { formatBytes, formatExact, formatMilliseconds, formatNumber, t } from '@cairn/ui';
import type { ChartLook } from '@cairn/ui/chart';
import { categoricalColors } from '@cairn/ui/map';

export interface ChartedRun {
  at: Date;
  version: string;
  status: string;
  /** Null while it runs. */
  ms: number | null;
  inserted: number;
  updated: number;
  deleted: number;
  bytes: number;
}

const ENDED_WELL = new Set(['applied', 'compared', 'running', 'queued']);

const NARROW = 440;

/** The runs that the page lists, the oldest first. */
export function readRuns(): ChartedRun[] {
  return [...document.querySelectorAll<HTMLElement>('[data-live="runs"] tr[data-run]')]
    .reverse()
    .map(readRun);
}

function readRun({ dataset }: HTMLElement): ChartedRun {
  const { startedAt = '', finishedAt = '', createdAt = '', version = '', status = '' } = dataset;
  return {
    ...{ version, status, at: new Date(startedAt || createdAt) },
    ms: startedAt && finishedAt ? Date.parse(finishedAt) - Date.parse(startedAt) : null,
    ...{ inserted: Number(dataset.inserted), updated: Number(dataset.updated) },
    ...{ deleted: Number(dataset.deleted), bytes: Number(dataset.fetched) },
  };
}

/** Three charts below each other, whose bars are the same runs: rows with failures, duration, bytes. */
export function runChartOption(runs: ChartedRun[], { dark, colors, width }: ChartLook): EChartsCoreOption {
  const [inserted, updated, , deleted] = categoricalColors(dark);
  const failed = dark ? '#ffa8a1' : '#a1231b';
  const rows = (key: 'inserted' | 'updated' | 'deleted', color: string | undefined) => ({
    ...{ type: 'bar', stack: 'rows', name: t(`runs.${key}`), barMaxWidth: 26, barMinHeight: 2 },
    ...{ itemStyle: { color }, data: runs.map((run) => (run.status === 'applied' && run[key]) || null) },
  });
  const measure = (place: number, key: 'ms' | 'bytes') => ({
    ...{
      type: 'bar',
      name: t(key === 'ms' ? 'runs.duration' : 'runs.fetched'),
      barMaxWidth: 26,
      barMinHeight: 2,
    },
    ...{ xAxisIndex: place, yAxisIndex: place, itemStyle: { color: colors.text, opacity: 0.7 } },
    data: runs.map((run) => run[key] || null),
  });
  // The legend takes two lines there.
  const below = width < NARROW ? 20 : 0;
  // Ticks of decimal numbers would be odd numbers of KiB.
  const mostBytes = 2 ** Math.ceil(Math.log2(Math.max(1, ...runs.map(({ bytes }) => bytes))));
  const grids = [
    { top: 56, height: 120, format: shortNumber, name: t('runs.rows') },
    { top: 222, height: 44, format: formatMilliseconds, name: t('runs.duration') },
    { top: 312, height: 44, format: formatBytes, name: t('runs.fetched') },
  ];
  return {
    legend: {
      ...{ left: 0, top: 0, itemWidth: 14, itemHeight: 10, textStyle: { color: colors.text } },
      data: ['inserted', 'updated', 'deleted', 'unfinished'].map((key) => t(`runs.${key}`)),
    },
    axisPointer: { link: [{ xAxisIndex: 'all' }] },
    tooltip: {
      ...{ trigger: 'axis', axisPointer: { type: 'shadow' } },
      formatter: (items: unknown) => describe(runs, items),
    },
    grid: grids.map(({ top, height }) => ({ left: 64, right: 12, top: top + below, height })),
    xAxis: grids.map((_, gridIndex) => ({
      ...{
        type: 'category',
        gridIndex,
        data: runs.map(({ at }) => shortTime(at)),
        axisTick: { show: false },
      },
      axisLine: { lineStyle: { color: colors.line } },
      axisLabel: { show: gridIndex === grids.length - 1, color: colors.text, hideOverlap: true },
    })),
    yAxis: grids.map(({ format, name }, gridIndex) => ({
      ...{ type: 'value', gridIndex, name, nameLocation: 'end', splitNumber: gridIndex === 0 ? 3 : 1 },
      ...{ nameTextStyle: { color: colors.text, align: 'left', padding: [0, 0, 0, -58] }, minInterval: 1 },
      ...(gridIndex === 2 ? { max: mostBytes, interval: mostBytes } : {}),
      splitLine: { lineStyle: { color: colors.line } },
      axisLabel: { color: colors.text, formatter: (value: number) => format(value) },
    })),
    series: [
      rows('inserted', inserted),
      rows('updated', updated),
      rows('deleted', deleted),
      {
        ...{ type: 'scatter', name: t('runs.unfinished'), symbol: 'triangle', symbolSize: 11 },
        ...{ itemStyle: { color: failed }, z: 3 },
        data: runs.map(({ status }) => (ENDED_WELL.has(status) ? null : 0)),
      },
      measure(1, 'ms'),
      measure(2, 'bytes'),
    ],
  };
}

/** Counts of runs that ended so are of what they would do. */
const PLANNED = new Set(['paused', 'compared']);

/** The run under the pointer, in whichever of the charts. */
function describe(runs: ChartedRun[], items: unknown): string {
  const run = runs[(items as { dataIndex: number }[])[0]?.dataIndex ?? -1];
  if (!run) return '';
  const counts = (['inserted', 'updated', 'deleted'] as const).map(
    (key) =>
      `${t(`runs.${key}`)}: ${formatNumber(run[key])}${PLANNED.has(run.status) && run[key] > 0 ? ` ${t('runs.planned')}` : ''}`,
  );
  return [
    `${formatExact(run.at)} · ${run.status}`,
    ...counts,
    `${t('runs.duration')}: ${run.ms === null ? '–' : formatMilliseconds(run.ms)}`,
    `${t('runs.fetched')}: ${formatBytes(run.bytes)}`,
  ].join('\n');
}

function shortTime(at: Date): string {
  const isToday = Date.now() - at.getTime() < 86_400_000;
  const parts: Intl.DateTimeFormatOptions = isToday
    ? { hour: '2-digit', minute: '2-digit' }
    : { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' };
  return new Intl.DateTimeFormat(undefined, parts).format(at);
}

function shortNumber(value: number): string {
  return new Intl.NumberFormat(undefined, { notation: 'compact' }).format(value);
}
