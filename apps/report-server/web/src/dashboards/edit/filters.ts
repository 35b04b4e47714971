import { tableOf } from '../show/table-of.ts';
import type { DashboardContent, DashboardFilter } from '../types.ts';

type Change = Partial<DashboardContent>;

/** Comparisons that are offered, the likeliest first. */
export const FILTER_OPERATORS = [
  'eq',
  'in',
  'contains',
  'starts_with',
  'gte',
  'lte',
  'gt',
  'lt',
  'between',
  'ne',
  'not_in',
  'ends_with',
] as const;

export function addFilter({ filters }: DashboardContent): Change {
  const names = new Set(filters.map(({ name }) => name));
  let number = 1;
  while (names.has(`filter${number}`)) number += 1;
  return { filters: [...filters, { name: `filter${number}`, label: '', op: 'eq', widgets: {} }] };
}

export function changeFilter(
  { filters }: DashboardContent,
  at: number,
  changed: Partial<DashboardFilter>,
): Change {
  return {
    filters: filters.map((filter, each) => (each === at ? { ...filter, ...changed } : filter)),
  };
}

/**
 * What changes when a filter means `column` in a widget, none when empty. The first widget of a table decides for the others of it,
 * and names a filter that has no label.
 */
export function mapWidget(content: DashboardContent, at: number, id: string, column: string): Change {
  const filter = content.filters[at];
  if (!filter) return {};
  const { [id]: _, ...others } = filter.widgets;
  if (column === '') return changeFilter(content, at, { widgets: others });
  const table = JSON.stringify(tableOf(content.views[id]));
  const same = content.layout
    .map((item) => item.id)
    .filter((other) => JSON.stringify(tableOf(content.views[other])) === table);
  const isFirst = !same.some((other) => other in filter.widgets);
  const mapped = Object.fromEntries((isFirst ? same : [id]).map((each) => [each, column]));
  const named = filter.label ? {} : { label: column, ...nameFor(content, at, column) };
  return changeFilter(content, at, { widgets: { ...others, ...mapped }, ...named });
}

/** The name that follows a new label, until the user chooses one. */
export function nameFor({ filters }: DashboardContent, at: number, label: string): { name?: string } {
  const filter = filters[at];
  if (!filter) return {};
  const isChosen = !/^filter\d+$/.test(filter.name) && filter.name !== nameOf(filter.label ?? '');
  const name = nameOf(label);
  const isFree = !filters.some((other, each) => each !== at && other.name === name);
  return !isChosen && isFilterName(name) && isFree ? { name } : {};
}

export function isFilterName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]{0,62}$/.test(name);
}

function nameOf(label: string): string {
  const plain = label
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase();
  return plain
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[_0-9]+|_+$/g, '')
    .slice(0, 63);
}
