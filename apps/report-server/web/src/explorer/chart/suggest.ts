import type { TableColumn, TableMetadata } from '../../client.ts';
import { isCode, isTemporal, isYear, kindOf, type ColumnKind } from '../state/column-kind.ts';
import { nameAttribute } from '@cairn/ui/map';
import type { ChartSpec, ChartType } from './spec.ts';

const NOTHING: Omit<ChartSpec, 'type' | 'x'> = { y: '', fn: 'count', unit: '', zone: '' };

/** A good first chart of a column; null for what cannot be drawn as one. */
export function suggestChart(column: TableColumn): ChartSpec | null {
  // Every row has another key: counting them says nothing.
  if (column.semantic === 'key') return null;
  const kind = kindOf(column);
  const type = firstType(kind, column.name);
  return type && { ...NOTHING, type, x: column.name, zone: type === 'time' ? readerZone() : '' };
}

/**
 * The chart that a table begins with: rows by a column whose values repeat, else a time series or a histogram. Names of
 * single things and keys say little when they are counted.
 */
export function suggestFirstChart({ columns, primary_key: key }: TableMetadata): ChartSpec | null {
  const named = nameAttribute(columns.map(({ name }) => name));
  const rank = (column: TableColumn): number => {
    const kind = kindOf(column);
    if (key.includes(column.name) || column.name === named) return 9;
    if (kind === 'text') return repeatsLikely(column.name);
    if (isTemporal(kind)) return 1;
    if (kind === 'number') return isCode(column.name) ? 5 : 2;
    return kind === 'boolean' ? 3 : 10;
  };
  const best = columns.toSorted((a, b) => rank(a) - rank(b))[0];
  return best ? suggestChart(best) : null;
}

/** The kinds of chart that can show a column. */
export function typesFor(kind: ColumnKind): ChartType[] {
  if (kind === 'number') return ['histogram', 'bar', 'line', 'area', 'pie', 'scatter'];
  if (isTemporal(kind)) return ['time', 'bar', 'line', 'area'];
  if (kind === 'text' || kind === 'boolean') return ['bar', 'pie', 'line', 'area'];
  return [];
}

export function readerZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function firstType(kind: ColumnKind, name: string): ChartType | null {
  // Years belong on an axis: adding them up, or listing the most frequent, says little.
  if (kind === 'number') return isCode(name) && !isYear(name) ? 'bar' : 'histogram';
  if (kind === 'boolean') return 'pie';
  return typesFor(kind)[0] ?? null;
}

/** Names of columns whose values repeat, the best first: 0 to 1; other texts rank behind time and numbers. */
function repeatsLikely(name: string): number {
  const words = ['continent', 'categor', 'class', 'kind', 'type', 'status', 'country', 'region', 'group'];
  const at = words.findIndex((word) => name.toLowerCase().includes(word));
  return at < 0 ? 4 : at / words.length;
}
