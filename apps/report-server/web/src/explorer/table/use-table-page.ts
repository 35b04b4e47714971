import { useMemo } from 'react';
import { useRows } from '../queries.ts';
import { useExplorer } from '../state/explorer-context.tsx';
import { tableRows } from './table-rows.ts';
import { useShownColumns } from './use-shown-columns.ts';

export const PAGE_SIZE = 100;

export type TablePage = ReturnType<typeof useTablePage>;

/** One page of the filtered and sorted rows. */
export function useTablePage() {
  const { source, state, tree } = useExplorer();
  const { datasource, schema, table, metadata } = source;
  const { columns, fetched } = useShownColumns();
  const { sort, page } = state;
  const offset = (page - 1) * PAGE_SIZE;
  const request = useMemo(
    () => ({
      ...{ datasource, schema, table },
      columns: fetched,
      ...(tree ? { filter: tree } : {}),
      ...(sort
        ? { sort: [{ column: sort.column, dir: sort.descending ? ('desc' as const) : ('asc' as const) }] }
        : {}),
      limit: PAGE_SIZE,
      offset,
    }),
    [datasource, schema, table, fetched, tree, sort, offset],
  );
  const answer = useRows(request);
  const rows = useMemo(
    () => tableRows(answer.data?.rows ?? [], metadata.primary_key, offset),
    [answer.data, metadata.primary_key, offset],
  );
  return { answer, rows, columns, offset };
}
