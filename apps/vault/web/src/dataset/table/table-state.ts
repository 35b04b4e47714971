import { useMemo } from 'react';
import { useUrlState } from '@cairn/ui';
import type { RowQuery } from '../rows.ts';
import { useAddress } from '../use-address.ts';
import { formatFilters, parseFilters, type RowFilter } from './filters.ts';

export const PAGE_SIZE = 50;

export interface TableState {
  /** What to ask of the server, without the place of the page. */
  query: RowQuery;
  sort: { column: string; descending: boolean } | null;
  filters: RowFilter[];
  /** From 1. */
  page: number;
  hidden: string[];
  /** Columns whose numbers have thousands separators. */
  grouped: string[];
  toggleSort: (column: string) => void;
  setFilters: (filters: RowFilter[]) => void;
  setPage: (page: number) => void;
  toggleColumn: (column: string) => void;
  toggleGrouping: (column: string) => void;
}

/** Order, conditions, page and hidden columns of the table, all in the address. */
export function useTableState(): TableState {
  const [layer] = useUrlState('layer');
  const [order] = useUrlState('sort');
  const [filterText] = useUrlState('filters');
  const [pageText] = useUrlState('page');
  const [hiddenText] = useUrlState('hide');
  const [groupedText] = useUrlState('group');
  const change = useAddress();
  return useMemo(() => {
    const sort = parseSort(order);
    const filters = parseFilters(filterText);
    const hidden = parseNames(hiddenText);
    const toggle = (list: 'hide' | 'group', column: string) => {
      const now = parseNames(inAddress(list));
      const next = now.includes(column) ? now.filter((name) => name !== column) : [...now, column];
      change({ [list]: next.length > 0 ? JSON.stringify(next) : '' });
    };
    return {
      query: {
        ...(layer ? { layer } : {}),
        ...(sort ? { sort: sort.column, order: sort.descending ? ('desc' as const) : ('asc' as const) } : {}),
        ...(filters.length > 0 ? { filters: JSON.stringify(filters) } : {}),
      },
      sort,
      filters,
      page: Math.max(1, Math.floor(Number(pageText)) || 1),
      hidden,
      grouped: parseNames(groupedText),
      // Up, down, and back to the order of the file.
      toggleSort: (column) => {
        const now = parseSort(inAddress('sort'));
        change({ page: '', sort: now?.column !== column ? column : now.descending ? '' : `-${column}` });
      },
      setFilters: (next) => change({ page: '', filters: formatFilters(next) }),
      setPage: (page) => change({ page: page === 1 ? '' : String(page) }),
      toggleColumn: (column) => toggle('hide', column),
      toggleGrouping: (column) => toggle('group', column),
    };
  }, [layer, order, filterText, pageText, hiddenText, groupedText, change]);
}

/** The current value in the URL: a second click may come before the page has rendered the first. */
function inAddress(name: string): string {
  return new URLSearchParams(window.location.search).get(name) ?? '';
}

/** The conditions, for the address, that leave one row. */
export function onlyRow(column: string, value: unknown): string {
  return formatFilters([{ column, op: '=', value }]);
}

function parseSort(text: string): TableState['sort'] {
  if (text === '' || text === '-') return null;
  return text.startsWith('-')
    ? { column: text.slice(1), descending: true }
    : { column: text, descending: false };
}

function parseNames(text: string): string[] {
  try {
    const parsed: unknown = text === '' ? [] : JSON.parse(text);
    return Array.isArray(parsed) ? parsed.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}
