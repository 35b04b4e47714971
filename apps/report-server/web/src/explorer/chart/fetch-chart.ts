import type { QueryAnswer, QueryRequest, Row } from '../../client.ts';
import type { Clause } from '../filter/filter.ts';
import { hasZone, isCode, isTemporal, kindOf } from '../state/column-kind.ts';
import { numberText, valueText } from '../state/format-value.ts';
import { binIndex, binStart, chooseBins } from './bins.ts';
import {
  binsRequest,
  groupsRequest,
  periodsRequest,
  pointsRequest,
  rangeRequest,
  totalRequest,
  VALUE,
  type ChartSource,
} from './chart-requests.ts';
import { toInstant } from './zoned-time.ts';
import { chooseUnit, fillPeriods, nextPeriod, periodName } from './periods.ts';
import type { TimeUnit } from './spec.ts';
import type { ChartData, ChartItem } from './types.ts';

/** What the reader calls things that the data do not name. */
export interface ChartWords {
  noValue: string;
  others: string;
}

type Run = (request: QueryRequest) => Promise<QueryAnswer>;

/** Asks the server for what a chart shows: one to three queries over the one filter. */
export async function fetchChart(source: ChartSource, words: ChartWords, run: Run): Promise<ChartData> {
  const { type } = source.spec;
  if (type === 'scatter') return fetchPoints(source, run);
  if (type === 'histogram') return fetchBins(source, words, run);
  if (type === 'time') return fetchPeriods(source, words, run);
  return fetchGroups(source, words, run);
}

async function fetchPoints(source: ChartSource, run: Run): Promise<ChartData> {
  const { x, y } = source.spec;
  const { rows, truncated } = await run(pointsRequest(source));
  const points = rows.flatMap((row) => {
    const point = { x: numberOf(row[x]), y: numberOf(row[y]) };
    return point.x === null || point.y === null ? [] : [{ x: point.x, y: point.y }];
  });
  return { spec: source.spec, items: [], points, isCut: truncated, isOrdered: true };
}

async function fetchBins(source: ChartSource, words: ChartWords, run: Run): Promise<ChartData> {
  const { column, spec } = source;
  const range = (await run(rangeRequest(source))).rows[0];
  const [minimum, maximum] = [numberOf(range?.minimum), numberOf(range?.maximum)];
  if (minimum === null || maximum === null)
    return { spec, items: [], points: [], isCut: false, isOrdered: true };
  const bins = chooseBins(minimum, maximum, column.family === 'integer');
  const { rows, truncated } = await run(binsRequest(source, bins));
  const counts = new Map<number, number>();
  for (const row of rows) {
    const start = numberOf(row[spec.x]);
    if (start !== null) counts.set(binIndex(bins, start), numberOf(row[VALUE]) ?? 0);
  }
  const text = (value: number) => numberText(value, isCode(column.name));
  const items = Array.from({ length: bins.count }, (_, index): ChartItem => {
    const [from, to] = [binStart(bins, index), binStart(bins, index + 1)];
    const isOneValue = column.family === 'integer' && bins.width === 1;
    return {
      label: isOneValue ? text(from) : `${text(from)} – ${text(to)}`,
      value: counts.get(index) ?? 0,
      clauses: isOneValue ? [equals(spec.x, from)] : rangeClauses(spec.x, from, to),
    };
  });
  return {
    spec,
    items: withEmpty(items, rows, source, words),
    points: [],
    isCut: truncated,
    isOrdered: true,
  };
}

async function fetchPeriods(source: ChartSource, words: ChartWords, run: Run): Promise<ChartData> {
  const { column, spec } = source;
  let { unit } = spec;
  if (unit === '') {
    const range = (await run(rangeRequest(source))).rows[0];
    if (typeof range?.minimum !== 'string' || typeof range.maximum !== 'string')
      return { spec, items: [], points: [], isCut: false, isOrdered: true };
    unit = chooseUnit(range.minimum, range.maximum, kindOf(column) === 'date');
  }
  const { rows, truncated } = await run(periodsRequest(source, unit));
  const isSum = spec.fn === 'count' || spec.fn === 'sum' || spec.fn === 'count_distinct';
  const values = new Map<string, number | null>();
  for (const row of rows) {
    const start = startOf(row[spec.x], unit);
    if (start === null) continue;
    const value = numberOf(row[VALUE]);
    // An hour that the clocks show twice is one period.
    const before = isSum ? (values.get(start) ?? 0) : 0;
    values.set(start, value === null ? null : before + value);
  }
  const starts = [...values.keys()];
  const [first, last] = [starts[0], starts.at(-1)];
  const filled = first && last ? fillPeriods(first, last, unit) : [];
  // Moments are compared as such, whatever the zone of those who follow a link.
  const bound = (local: string) => (hasZone(column) ? toInstant(local, spec.zone || 'UTC') : local);
  const items = filled.map((start): ChartItem => ({
    label: periodName(start, unit),
    value: values.get(start) ?? (isSum && !values.has(start) ? 0 : null),
    clauses: rangeClauses(spec.x, bound(start), bound(nextPeriod(start, unit))),
  }));
  return {
    spec: { ...spec, unit },
    items: withEmpty(items, rows, source, words),
    points: [],
    isCut: truncated,
    isOrdered: true,
  };
}

async function fetchGroups(source: ChartSource, words: ChartWords, run: Run): Promise<ChartData> {
  const { column, spec } = source;
  const isPie = spec.type === 'pie';
  const [groups, total] = await Promise.all([
    run(groupsRequest(source)),
    isPie ? run(totalRequest(source)) : null,
  ]);
  const items = groups.rows.map((row): ChartItem => {
    const value = row[spec.x];
    return {
      label: valueText(value, column) || words.noValue,
      value: numberOf(row[VALUE]),
      clauses: [equals(spec.x, value)],
    };
  });
  const rest = numberOf(total?.rows[0]?.[VALUE]);
  const shown = items.reduce((sum, { value }) => sum + (value ?? 0), 0);
  if (rest !== null && groups.truncated && rest - shown > 0)
    items.push({ label: words.others, value: rest - shown, clauses: null });
  const isOrdered =
    (spec.type === 'line' || spec.type === 'area') &&
    (kindOf(column) === 'number' || isTemporal(kindOf(column)));
  return { spec, items, points: [], isCut: groups.truncated && !isPie, isOrdered };
}

/** Rows without a value are a group of their own, at the end. */
function withEmpty(items: ChartItem[], rows: Row[], { spec }: ChartSource, words: ChartWords): ChartItem[] {
  const empty = rows.find((row) => row[spec.x] === null);
  if (!empty) return items;
  return [
    ...items,
    { label: words.noValue, value: numberOf(empty[VALUE]), clauses: [{ column: spec.x, op: 'is_null' }] },
  ];
}

function rangeClauses(column: string, from: unknown, to: unknown): Clause[] {
  return [
    { column, op: 'gte', value: from },
    { column, op: 'lt', value: to },
  ];
}

function equals(column: string, value: unknown): Clause {
  return value === null || value === undefined ? { column, op: 'is_null' } : { column, op: 'eq', value };
}

/** Numbers of many digits come as text: a chart needs fewer. */
function numberOf(value: unknown): number | null {
  if (value === null || value === undefined || value === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/**
 * A period's start as the clock on the wall shows it; the server writes moments with their offset. Days begin at
 * midnight, even those on which the clocks skip it.
 */
function startOf(value: unknown, unit: TimeUnit): string | null {
  if (typeof value !== 'string') return null;
  if (value.length <= 10) return value;
  return unit === 'hour' ? value.slice(0, 19) : `${value.slice(0, 10)}T00:00:00`;
}
