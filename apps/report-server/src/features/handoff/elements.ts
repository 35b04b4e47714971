import type { Band, Bands, ChartElement, ChartType, MapElement } from '@cairn/report-engine';
import { badRequest } from '@cairn/service';
import { findColumn, findGeometry } from '../catalogue/find-table.ts';
import type { Column, Table } from '../catalogue/types.ts';
import { fieldExpression, isNumber } from './fields.ts';
import type { HandoffInput } from './types.ts';

const ROW = 18;
const PICTURE = 380;
const CHARTS: Record<NonNullable<HandoffInput['chart']>['type'], ChartType> = {
  bar: 'bar',
  line: 'line',
  area: 'area',
  pie: 'pie',
  histogram: 'bar',
  time: 'timeSeries',
  scatter: 'scatter',
};

export interface Content {
  /** The columns that the report reads. */
  columns: Column[];
  bands: Pick<Bands, 'columnHeader' | 'detail' | 'summary'>;
  warnings: string[];
}

/** A table: a heading for each column, and a row for each row. */
export function tableContent(columns: Column[], width: number): Content {
  const each = width / columns.length;
  const placed = columns.map((column, index) => ({
    column,
    place: { x: round(index * each), y: 0, width: round(each - 4), height: ROW },
    align: { align: isNumber(column) ? ('right' as const) : ('left' as const) },
  }));
  const header: Band = {
    height: ROW,
    elements: placed.map(({ column, place, align }, index) => ({
      ...{ id: `header${index + 1}`, kind: 'text', ...place },
      ...{ text: column.name, own: { bold: true, size: 9, ...align } },
    })),
  };
  const detail: Band = {
    height: ROW,
    elements: placed.map(({ column, place, align }, index) => ({
      ...{ id: `field${index + 1}`, kind: 'field', ...place, grow: true, blankWhenNull: true },
      ...{ expression: fieldExpression(column.name), own: { size: 9, ...align } },
    })),
  };
  return { columns, bands: { columnHeader: header, detail: [detail] }, warnings: [] };
}

/** A chart of all rows. Null where a chart cannot show it: rows of one category are added up. */
export function chartContent(
  table: Table,
  input: HandoffInput,
  { width, title }: { width: number; title: string },
): Content | null {
  const { chart } = input;
  if (!chart) throw badRequest('report-server.no_chart', 'chart: Say which columns the chart shows.');
  const { type, x, y, fn = y ? 'sum' : 'count', series } = chart;
  const columns = [findColumn(table, x, 'chart.x')];
  if (y) columns.push(findColumn(table, y, 'chart.y'));
  if (series) columns.push(findColumn(table, series, 'chart.series'));
  const isScatter = type === 'scatter';
  if (isScatter && !y)
    throw badRequest('report-server.no_chart', 'chart.y: A scatter chart needs two columns.');
  if (!isScatter && fn !== 'count' && fn !== 'sum') return null;
  const counted = fn === 'count' || !y;
  const element: ChartElement = {
    ...{ id: 'chart', kind: 'chart', x: 0, y: 0, width, height: PICTURE, chart: CHARTS[type], title },
    ...(isScatter ? { xValue: fieldExpression(x) } : { category: fieldExpression(x) }),
    value: !isScatter && counted ? '1' : fieldExpression(y!),
    ...(series ? { series: fieldExpression(series) } : {}),
    xTitle: x,
    yTitle: !isScatter && counted ? 'Rows' : y!,
    evaluate: 'report',
  };
  const warnings =
    type === 'histogram'
      ? ['The classes of the histogram are not carried over: the chart has a bar for each value.']
      : type === 'time'
        ? ['The periods of the chart are not carried over: the chart has a point for each moment.']
        : [];
  return { columns, bands: { detail: [], summary: { height: PICTURE, elements: [element] } }, warnings };
}

export function mapContent(
  table: Table,
  { map = {} }: HandoffInput,
  { width, title }: { width: number; title: string },
): Content {
  const geometry = findGeometry(table, map.geometry, 'map.geometry');
  const columns = [geometry];
  if (map.label) columns.push(findColumn(table, map.label, 'map.label'));
  if (map.color_by) columns.push(findColumn(table, map.color_by, 'map.color_by'));
  const element: MapElement = {
    ...{ id: 'map', kind: 'map', x: 0, y: 0, width, height: PICTURE, alt: title },
    geometry: fieldExpression(geometry.name),
    ...(map.label ? { label: fieldExpression(map.label) } : {}),
    ...(map.color_by ? { colorBy: fieldExpression(map.color_by), legend: true } : {}),
    ...{ basemap: true, scaleBar: true, northArrow: true, evaluate: 'report' },
  };
  return { columns, bands: { detail: [], summary: { height: PICTURE, elements: [element] } }, warnings: [] };
}

function round(points: number): number {
  return Math.floor(points * 100) / 100;
}
