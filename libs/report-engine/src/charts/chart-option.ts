import type { EChartsCoreOption } from 'echarts/core';
import type { ChartData } from '../fill/types.ts';
import { GRID, INK, MUTED, PALETTE } from './palette.ts';

/** Family of all texts; the pictures are drawn with the fonts of the documents. */
export const CHART_FONT = 'Noto Sans';

/** Charts whose categories begin at the axis. */
const LINES: ReadonlySet<ChartData['chart']> = new Set(['line', 'area', 'stackedArea']);
const MAX_SLICES = 10;
const SYMBOLS = ['circle', 'rect', 'triangle', 'diamond', 'roundRect', 'pin'];

/** The ECharts option of a chart. `width` decides how many labels fit. */
export function chartOption(data: ChartData, { width, height }: { width: number; height: number }) {
  const names = data.series.map(({ name }) => name);
  const isPie = data.chart === 'pie';
  const showLegend = data.legend && !isPie && names.length > 1;
  const hasTitle = Boolean(data.title);
  const legendTop = hasTitle ? 24 : 2;
  const option: EChartsCoreOption = {
    animation: false,
    backgroundColor: '#ffffff',
    color: [...PALETTE],
    useUTC: true,
    textStyle: { fontFamily: CHART_FONT, fontSize: 8, color: INK },
    ...(hasTitle && {
      title: {
        text: data.title,
        left: 4,
        top: 2,
        textStyle: { fontFamily: CHART_FONT, fontSize: 11, fontWeight: 'bold', color: INK },
      },
    }),
    ...(showLegend && {
      legend: {
        type: 'plain',
        top: legendTop,
        left: 4,
        itemWidth: 10,
        itemHeight: 8,
        itemGap: 10,
        icon: data.chart === 'bar' || data.chart === 'stackedBar' ? 'rect' : undefined,
        textStyle: { fontSize: 8, color: INK, fontFamily: CHART_FONT },
        data: names,
      },
    }),
  };
  if (data.series.every(({ values }) => values.every((value) => value === null))) {
    return { ...option, legend: undefined, graphic: noDataText(width, height) };
  }
  const top = (hasTitle ? 28 : 8) + (showLegend ? legendRows(names, width) * 14 + 2 : 0);
  if (isPie) return { ...option, series: [pieSeries(data, top, height)] };
  return {
    ...option,
    grid: {
      left: data.yTitle ? 22 : 8,
      right: 14,
      top,
      bottom: data.xTitle ? 22 : 6,
      containLabel: true,
    },
    ...axes(data, width),
    series: data.series.map((_, index) => xySeries(data, index)),
  };
}

/** Rows that a legend takes, from the lengths of its names. */
function legendRows(names: string[], width: number): number {
  const total = names.reduce((sum, name) => sum + 24 + name.length * 4.6, 0);
  return Math.max(1, Math.ceil(total / Math.max(width - 20, 50)));
}

function noDataText(width: number, height: number) {
  const style = { text: 'No data', fontSize: 10, fontFamily: CHART_FONT, fill: MUTED, align: 'center' };
  return [{ type: 'text', x: width / 2, y: height / 2, style }];
}

/** Labels of a time axis in the locale, as fine as the span needs. The times are those of a clock in the run's zone, as if in UTC. */
function timeFormatter(data: ChartData): (value: number) => string {
  const times = data.series.flatMap(({ x }) => x ?? []).filter((time) => time !== null);
  const days = times.length === 0 ? 0 : (Math.max(...times) - Math.min(...times)) / 86_400_000;
  const parts: Intl.DateTimeFormatOptions =
    days <= 2
      ? { hour: '2-digit', minute: '2-digit' }
      : days <= 180
        ? { day: 'numeric', month: 'short' }
        : days <= 3000
          ? { month: 'short', year: 'numeric' }
          : { year: 'numeric' };
  const format = new Intl.DateTimeFormat(data.locale, { ...parts, timeZone: 'UTC' });
  return (value) => format.format(value);
}

function axes(data: ChartData, width: number) {
  const numbers = new Intl.NumberFormat(data.locale, { maximumFractionDigits: 6 });
  const label = { fontSize: 8, color: MUTED, fontFamily: CHART_FONT, hideOverlap: true };
  const title = (name: string | undefined, gap: number) => ({
    ...(name && {
      name,
      nameLocation: 'middle',
      nameGap: gap,
      nameTextStyle: { fontSize: 8, color: MUTED, fontFamily: CHART_FONT },
    }),
  });
  const valueAxis = {
    type: 'value',
    axisLabel: { ...label, formatter: (value: number) => numbers.format(value) },
    splitLine: { lineStyle: { color: GRID, width: 0.6 } },
    axisLine: { show: false },
    axisTick: { show: false },
  };
  const line = { axisLine: { lineStyle: { color: MUTED, width: 0.8 } }, axisTick: { show: false } };
  const valueGap = 10 + longestValue(data, numbers) * 4.6;
  if (data.chart === 'scatter') {
    return {
      xAxis: {
        ...valueAxis,
        axisLine: { ...line.axisLine, onZero: false },
        scale: true,
        ...title(data.xTitle, 20),
      },
      yAxis: { ...valueAxis, scale: true, ...title(data.yTitle, valueGap) },
    };
  }
  if (data.chart === 'timeSeries') {
    return {
      xAxis: {
        type: 'time',
        ...line,
        // Rich labels have their font in one property, whose size resvg does not read.
        axisLabel: { ...label, formatter: timeFormatter(data), rich: null },
        ...title(data.xTitle, 20),
      },
      yAxis: { ...valueAxis, scale: true, ...title(data.yTitle, valueGap) },
    };
  }
  const longest = Math.max(1, ...data.categories.map((category) => category.length));
  const isCrowded = !data.horizontal && data.categories.length * (longest * 4.4 + 6) > width - 40;
  const categoryAxis = {
    type: 'category',
    data: data.categories,
    ...line,
    ...(data.horizontal && { inverse: true }),
    axisLabel: {
      ...label,
      ...(isCrowded && longest > 3 && { rotate: 40 }),
      width: data.horizontal ? width * 0.3 : isCrowded ? 80 : undefined,
      overflow: 'truncate',
    },
    ...(LINES.has(data.chart) && { boundaryGap: data.categories.length < 2 }),
  };
  const categoryTitle = title(data.xTitle, data.horizontal ? 10 + Math.min(longest * 4.6, width * 0.3) : 22);
  return data.horizontal
    ? { yAxis: { ...categoryAxis, ...categoryTitle }, xAxis: { ...valueAxis, ...title(data.yTitle, 20) } }
    : {
        xAxis: {
          ...categoryAxis,
          ...(isCrowded ? title(data.xTitle, 14 + Math.min(longest * 4.6, 80) * 0.64) : categoryTitle),
        },
        yAxis: { ...valueAxis, ...title(data.yTitle, valueGap) },
      };
}

function longestValue(data: ChartData, numbers: Intl.NumberFormat): number {
  const largest = Math.max(
    0,
    ...data.series.map(({ values }) =>
      values.reduce<number>((max, value) => Math.max(max, Math.abs(value ?? 0)), 0),
    ),
  );
  return numbers.format(Math.round(largest)).length;
}

function xySeries(data: ChartData, index: number) {
  const series = data.series[index];
  if (!series) return {};
  const { name, values, x } = series;
  const points = x ? values.map((value, at) => [x[at] ?? null, value]) : values;
  const symbol = SYMBOLS[index % SYMBOLS.length];
  switch (data.chart) {
    case 'bar':
    case 'stackedBar':
      return {
        type: 'bar',
        name,
        data: points,
        barMaxWidth: 36,
        barGap: '8%',
        barCategoryGap: '28%',
        ...(data.chart === 'stackedBar' && { stack: 'all' }),
      };
    case 'scatter':
      return { type: 'scatter', name, data: points, symbol, symbolSize: 6, itemStyle: { opacity: 0.8 } };
    default:
      return {
        type: 'line',
        name,
        data: points,
        symbol,
        symbolSize: 5,
        showSymbol: values.length <= 60,
        lineStyle: { width: 1.6, ...(index >= PALETTE.length && { type: 'dashed' }) },
        ...(data.chart === 'area' && { areaStyle: { opacity: 0.25 } }),
        ...(data.chart === 'stackedArea' && { areaStyle: { opacity: 0.6 }, stack: 'all' }),
      };
  }
}

/** Slices by category, or by series where there are no categories; small ones of many are added up. */
function pieSeries(data: ChartData, top: number, height: number) {
  const [only] = data.series;
  const slices =
    data.series.length === 1 && only
      ? only.values.map((value, index) => ({ name: data.categories[index] ?? '', value: value ?? 0 }))
      : data.series.map(({ name, values }) => ({
          name,
          value: values.reduce<number>((sum, value) => sum + (value ?? 0), 0),
        }));
  const percents = new Intl.NumberFormat(data.locale, { style: 'percent', maximumFractionDigits: 1 });
  const shown = mergeSmall(slices.filter(({ value }) => value > 0));
  const total = shown.reduce((sum, { value }) => sum + value, 0);
  return {
    type: 'pie',
    top,
    bottom: 4,
    radius: ['0%', height < 140 ? '70%' : '76%'],
    data: shown,
    startAngle: 90,
    itemStyle: { borderColor: '#ffffff', borderWidth: 1 },
    label: {
      fontSize: 8,
      fontFamily: CHART_FONT,
      color: INK,
      formatter: ({ name, value }: { name: string; value: number }) =>
        `${name}  ${percents.format(value / total)}`,
    },
    labelLine: { length: 6, length2: 6, lineStyle: { color: MUTED, width: 0.6 } },
  };
}

function mergeSmall(slices: { name: string; value: number }[]) {
  if (slices.length <= MAX_SLICES) return slices;
  const sorted = slices.toSorted((a, b) => b.value - a.value);
  const rest = sorted.slice(MAX_SLICES - 1);
  const value = rest.reduce((sum, slice) => sum + slice.value, 0);
  return [...sorted.slice(0, MAX_SLICES - 1), { name: `Other (${rest.length})`, value }];
}
