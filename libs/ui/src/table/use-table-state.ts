import { useMemo, useState } from 'react';
import { useUrlState } from '../page/use-url-state.ts';
import { searchRows, searchTexts, sortRows, type Column, type Sort } from './columns.ts';

interface Options<Row> {
  rows: Row[];
  columns: Column<Row>[];
  defaultSort?: Sort;
  pageSize: number;
  /** The server has searched already: only its answer is shown. */
  serverSearch?: boolean;
  /** Sets the table's parameters in the address apart from those of another table on the page. */
  stateKey?: string;
}

/** Search, order and page of a table, kept in the address so that a link shows the same. */
export function useTableState<Row>({
  rows,
  columns,
  defaultSort,
  pageSize,
  serverSearch,
  stateKey,
}: Options<Row>) {
  const prefix = stateKey ? `${stateKey}.` : '';
  const [search, setSearch] = useUrlState(`${prefix}q`);
  const [order, setOrder] = useUrlState(`${prefix}sort`);
  const [page, setPage] = useUrlState(`${prefix}page`);
  const [hidden, setHidden] = useState<Record<string, boolean>>({});
  const sort = useMemo(() => parseSort(order) ?? defaultSort ?? null, [order, defaultSort]);
  const sorted = useMemo(() => sortRows(rows, columns, sort), [rows, columns, sort]);
  const texts = useMemo(() => searchTexts(sorted, columns), [sorted, columns]);
  const matches = useMemo(
    () => (serverSearch ? sorted : searchRows(sorted, texts, search)),
    [sorted, texts, search, serverSearch],
  );
  const pages = Math.max(1, Math.ceil(matches.length / pageSize));
  const current = Math.min(Math.max(1, Number(page) || 1), pages);
  return {
    search,
    setSearch(next: string) {
      setSearch(next);
      setPage('');
    },
    sort,
    toggleSort(key: string) {
      const descending = sort?.key === key && !sort.descending;
      setOrder(descending ? `-${key}` : key);
    },
    /** Turns the order round. */
    turnSort() {
      if (sort) setOrder(sort.descending ? sort.key : `-${sort.key}`);
    },
    matches,
    shown: matches.slice((current - 1) * pageSize, current * pageSize),
    page: current,
    pages,
    setPage: (next: number) => setPage(next === 1 ? '' : String(next)),
    hidden,
    toggleColumn: (key: string, hide: boolean) => setHidden((known) => ({ ...known, [key]: hide })),
  };
}

function parseSort(text: string): Sort | null {
  if (text === '') return null;
  return text.startsWith('-') ? { key: text.slice(1), descending: true } : { key: text, descending: false };
}
