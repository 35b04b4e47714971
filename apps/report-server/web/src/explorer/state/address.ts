import { useCallback, useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { parseChart, type ChartSpec } from '../chart/spec.ts';
import { parseFilter, type Filter } from '../filter/filter.ts';
import type { TableRef } from './source.ts';

export const PANES = ['map', 'chart', 'table'] as const;
export type Pane = (typeof PANES)[number];

export interface Sort {
  column: string;
  descending: boolean;
}

/** What the explorer shows, as its address holds it. */
export interface ExplorerState {
  table: TableRef | null;
  filter: Filter;
  sort: Sort | null;
  /** Columns that the table leaves out. */
  hidden: string[];
  /** Page of the table, from 1. */
  page: number;
  /** Null where nobody has chosen: the page shows what there is room for. */
  panes: Pane[] | null;
  chart: ChartSpec | null;
  /** Column that colours the map. */
  color: string;
  /** Key of the row that is picked. */
  row: string;
  /** Key of the saved view that was opened. */
  view: string;
  /** `open`, the id of an analysis that runs or ran as a job, or empty when the panel is closed. */
  analysis: string;
}

/** Changes of the address: an empty text takes the name out of it. */
export type AddressChange = Record<string, string>;

export function parseState(params: URLSearchParams): ExplorerState {
  const text = (name: string) => params.get(name) ?? '';
  const list = (name: string) => text(name).split(',').filter(Boolean);
  const [datasource, schema, table] = [text('datasource'), text('schema'), text('table')];
  const sort = text('sort');
  const panes = PANES.filter((pane) => list('show').includes(pane));
  return {
    table: datasource && schema && table ? { datasource, schema, table } : null,
    filter: parseFilter(text('filter')),
    sort: sort ? { column: sort.replace(/^-/, ''), descending: sort.startsWith('-') } : null,
    hidden: list('hide').map(decodeURIComponent),
    page: Math.max(1, Math.floor(Number(text('page')) || 1)),
    panes: panes.length > 0 ? panes : null,
    chart: parseChart(params),
    color: text('color'),
    row: text('row'),
    view: text('view'),
    analysis: text('analysis'),
  };
}

export function formatSort(sort: Sort | null): string {
  return sort ? `${sort.descending ? '-' : ''}${sort.column}` : '';
}

/** Names of columns may hold the comma that separates them. */
export function formatHidden(columns: string[]): string {
  return columns.map(encodeURIComponent).join(',');
}

/** The address as state, and one step that changes several parts of it. */
export function useAddress() {
  const [params] = useSearchParams();
  const change = useChangeAddress();
  const state = useMemo(() => parseState(params), [params]);
  return { state, change };
}

export function useChangeAddress(): (changes: AddressChange) => void {
  const navigate = useNavigate();
  return useCallback(
    (changes) => {
      // Read from the window: two changes in one event must not undo each other.
      const next = new URLSearchParams(window.location.search);
      for (const [name, value] of Object.entries(changes)) {
        if (value === '') next.delete(name);
        else next.set(name, value);
      }
      const search = next.size > 0 ? `?${next}` : '';
      void navigate({ search }, { replace: true, preventScrollReset: true });
    },
    [navigate],
  );
}
