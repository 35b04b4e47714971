import { formatChart, parseChart, type ChartSpec } from '../chart/spec.ts';
import { fromTree, formatFilter, toTree, type Tree } from '../filter/filter.ts';
import { formatHidden, formatSort, type ExplorerState, type Pane } from '../state/address.ts';
import type { TableRef } from '../state/source.ts';

export interface ViewContent {
  source: { datasource?: string; schema?: string; table?: string };
  query: Record<string, unknown>;
  visual: Record<string, unknown>;
}

interface Shown {
  state: ExplorerState;
  table: TableRef;
  /** The chart that is shown, chosen or not. */
  chart: ChartSpec | null;
  panes: Pane[];
  /** Where the map is: `zoom/latitude/longitude`. */
  at: string;
}

/** What a saved view keeps of the explorer: the question in `query`, how it is shown in `visual`. */
export function toViewContent({ state, table, chart, panes, at }: Shown): ViewContent {
  const { datasource, schema, table: name } = table;
  const { filter, sort, hidden, color } = state;
  const tree = toTree(filter);
  return {
    source: { datasource, schema, table: name },
    query: {
      ...(tree ? { filter: tree } : {}),
      ...(sort ? { sort: [{ column: sort.column, dir: sort.descending ? 'desc' : 'asc' }] } : {}),
    },
    visual: {
      panes,
      ...(chart ? { chart: { ...chart } } : {}),
      ...(color ? { color } : {}),
      ...(hidden.length > 0 ? { hidden } : {}),
      ...(at ? { at } : {}),
    },
  };
}

/** The address that shows a saved view; null for a view of something other than a table. */
export function viewSearch(view: ViewContent & { key: string }): string | null {
  const { datasource, schema, table } = view.source;
  if (!datasource || !schema || !table) return null;
  const { query, visual } = view;
  const [sort] = (Array.isArray(query.sort) ? query.sort : []) as { column: string; dir: string }[];
  const params = {
    ...{ datasource, schema, table },
    filter: formatFilter(fromTree(query.filter as Tree | undefined)),
    sort: formatSort(sort ? { column: sort.column, descending: sort.dir === 'desc' } : null),
    hide: formatHidden(texts(visual.hidden)),
    show: texts(visual.panes).length === 3 ? '' : texts(visual.panes).join(','),
    color: String(visual.color ?? ''),
    at: String(visual.at ?? ''),
    ...chartParams(visual.chart),
    view: view.key,
  };
  return `?${new URLSearchParams(Object.entries(params).filter(([, value]) => value !== ''))}`;
}

function chartParams(chart: unknown): Record<string, string> {
  if (typeof chart !== 'object' || chart === null) return {};
  const { type, ...rest } = chart as Record<string, string>;
  const parsed = parseChart(new URLSearchParams({ ...rest, chart: type ?? '' }));
  return parsed ? formatChart(parsed) : {};
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
