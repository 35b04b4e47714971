import type { EChartsCoreOption } from 'echarts/core';
import type { ChartLook } from '@cairn/ui/chart';
import { categoricalColors } from '@cairn/ui/map';
import { measureText, numberText, shortNumber } from '../state/format-value.ts';
import { measureName } from './summary.ts';
import type { ChartData } from './types.ts';

type Colors = ChartLook['colors'];

/** What ECharts draws: quiet axes, one colour for one measure, colours of their own for slices only. */
export function chartOption(data: ChartData, look: ChartLook): EChartsCoreOption {
  const { colors } = look;
  const { type } = data.spec;
  if (type === 'pie') return pie(data, look);
  if (type === 'scatter') return scatter(data, colors);
  return type === 'bar' ? bars(data, look) : steps(data, colors);
}

const GRID = {
  left: 12,
  right: 20,
  top: 14,
  bottom: 8,
  outerBoundsMode: 'same',
  outerBoundsContain: 'axisLabel',
};

/** Narrower charts, as on dashboards, have less room for words. */
const NARROW = 420;
/** Less than a name takes on both sides of a pie: the words below it and the table have them. */
const TINY = 260;
const NAMES_SHARE = 0.36;
const LINE_HEIGHT = 14;
const AXIS_HEIGHT = 50;

/** Lying bars have room for long names. */
function bars({ spec, items }: ChartData, { width, height, colors }: ChartLook): EChartsCoreOption {
  const room = (height - AXIS_HEIGHT) / Math.max(1, items.length);
  const isTight = room < LINE_HEIGHT;
  return {
    grid: GRID,
    tooltip: tooltipOf(measureName(spec)),
    yAxis: {
      ...categories(
        items.map(({ label }) => label),
        colors,
      ),
      inverse: true,
      axisLabel: {
        width: Math.min(130, Math.round(width * NAMES_SHARE)),
        overflow: 'truncate',
        // Where they would crowd, every second or third is named.
        interval: isTight ? 'auto' : 0,
        color: colors.text,
      },
    },
    xAxis: { ...values(colors), ...(width < NARROW ? { splitNumber: 3 } : {}) },
    series: [
      {
        type: 'bar',
        data: items.map(({ value }) => value),
        barMaxWidth: 22,
        itemStyle: { borderRadius: [0, 3, 3, 0] },
        label: {
          show: items.length <= 12 && !isTight,
          position: 'right',
          color: colors.text,
          formatter: ({ value }: { value: number | null }) => (value === null ? '' : shortNumber(value)),
        },
      },
    ],
  };
}

/** Bins, periods and lines: the axis runs from left to right. */
function steps({ spec, items }: ChartData, colors: Colors): EChartsCoreOption {
  const isLine = spec.type !== 'histogram' && !(spec.type === 'time' && spec.fn === 'count');
  return {
    grid: GRID,
    tooltip: tooltipOf(measureName(spec), isLine ? '–' : '0'),
    xAxis: {
      ...categories(
        items.map(({ label }) => label),
        colors,
      ),
      axisLabel: {
        color: colors.text,
        hideOverlap: true,
        formatter: spec.type === 'histogram' ? binLabel : undefined,
      },
      boundaryGap: !isLine,
    },
    yAxis: values(colors),
    brush: brush('lineX', colors),
    series: [
      {
        type: isLine ? 'line' : 'bar',
        // A few rows beside thousands stay visible: outliers are what people look for. ECharts would draw zero as high.
        data: items.map(({ value }) => (isLine ? value : value || null)),
        barMinHeight: 2,
        barCategoryGap: '8%',
        showSymbol: items.length <= 60,
        symbolSize: 5,
        connectNulls: false,
        ...(spec.type === 'area' ? { areaStyle: { opacity: 0.25 } } : {}),
        itemStyle: isLine ? {} : { borderRadius: [2, 2, 0, 0] },
      },
    ],
  };
}

function scatter({ spec, points }: ChartData, colors: Colors): EChartsCoreOption {
  const axis = (name: string) => ({ ...values(colors), name, nameLocation: 'middle', scale: true });
  return {
    grid: { ...GRID, outerBoundsContain: 'all' },
    tooltip: {
      trigger: 'item',
      formatter: ({ value: [x, y] }: { value: [number, number] }) =>
        `${spec.x}: ${numberText(x)}\n${spec.y}: ${numberText(y)}`,
    },
    xAxis: { ...axis(spec.x), nameGap: 24 },
    yAxis: { ...axis(spec.y), nameGap: 40 },
    brush: brush('rect', colors),
    series: [
      {
        type: 'scatter',
        data: points.map(({ x, y }) => [x, y]),
        symbolSize: 6,
        itemStyle: { opacity: 0.55 },
      },
    ],
  };
}

function pie({ items }: ChartData, { dark, colors, width }: ChartLook): EChartsCoreOption {
  const palette = categoricalColors(dark);
  const hasNames = width >= TINY;
  return {
    tooltip: { trigger: 'item', valueFormatter: measureText },
    series: [
      {
        type: 'pie',
        radius: width < NARROW && hasNames ? ['24%', '44%'] : ['38%', '68%'],
        data: items.map(({ label, value, clauses }, at) => ({
          name: label,
          value: value ?? 0,
          itemStyle: { color: clauses ? palette[at % (palette.length - 1)] : palette.at(-1) },
        })),
        itemStyle: { borderColor: colors.panel, borderWidth: 2 },
        // The name beside each slice: the colours alone would not say it.
        label: {
          ...{ color: colors.text, formatter: '{b} {d}%', overflow: 'truncate' },
          show: hasNames,
          ...(width < NARROW ? { alignTo: 'edge', edgeDistance: 4 } : { width: 120 }),
        },
        labelLine: { show: hasNames, lineStyle: { color: colors.line } },
        labelLayout: { hideOverlap: true },
      },
    ],
  };
}

function categories(data: string[], { text, line }: Colors) {
  return {
    type: 'category',
    data,
    axisTick: { show: false },
    axisLine: { lineStyle: { color: line } },
    axisLabel: { color: text },
  };
}

function values({ text, line }: Colors) {
  return {
    type: 'value',
    axisLabel: { color: text, formatter: shortNumber, hideOverlap: true },
    splitLine: { lineStyle: { color: line } },
    axisLine: { show: false },
    nameTextStyle: { color: text },
  };
}

/** Where a bin begins: its whole range would not fit below it. */
function binLabel(label: string): string {
  return label.split(' – ')[0] ?? label;
}

function tooltipOf(measure: string, nothing = '–') {
  return {
    trigger: 'axis',
    axisPointer: { type: 'shadow' },
    formatter: ([item]: { name: string; value: number | null }[]) =>
      item ? `${item.name}\n${measure}: ${item.value === null ? nothing : measureText(item.value)}` : '',
  };
}

/** A stretch or a box that is marked by dragging becomes a filter. */
function brush(brushType: 'lineX' | 'rect', { mark }: Colors) {
  return {
    toolbox: [],
    xAxisIndex: 0,
    ...(brushType === 'rect' ? { yAxisIndex: 0 } : {}),
    brushType,
    brushMode: 'single',
    throttleType: 'debounce',
    throttleDelay: 50,
    transformable: false,
    brushStyle: { borderWidth: 1, color: `${mark}33`, borderColor: mark },
    outOfBrush: { colorAlpha: 1 },
  };
}
