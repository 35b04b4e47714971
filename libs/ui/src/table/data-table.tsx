import type { ReactNode } from 'react';
import { tui } from '../i18n.ts';
import { ErrorState } from '../page/error-state.tsx';
import { LoadingRows } from '../page/loading-rows.tsx';
import type { Column, Sort } from './columns.ts';
import classes from './data-table.module.css';
import { Pager } from './pager.tsx';
import { TableGrid } from './table-grid.tsx';
import { TableTools } from './table-tools.tsx';
import { useTableState } from './use-table-state.ts';

/** The part of a query's state that a table shows. */
interface Source {
  isPending: boolean;
  error: unknown;
  refetch: () => unknown;
}

export interface DataTableProps<Row> {
  /** Name for screen readers, and of the CSV file. */
  label: string;
  rows: Row[] | undefined;
  columns: Column<Row>[];
  rowKey: (row: Row) => string | number;
  /** Name of a row, for buttons and boxes that belong to it. */
  rowName: (row: Row) => string;
  /** The query behind the rows: skeleton, error and retry come from it. */
  source?: Source;
  /** Shown instead of the table when there are no rows at all. */
  empty?: ReactNode;
  /** Filters, beside the search. */
  filters?: ReactNode;
  searchPlaceholder?: string;
  /** Set when the server does the searching: the table only keeps the word in the address (`q`). */
  serverSearch?: boolean;
  /** Whether filters outside the table are set, so that an empty answer is "no match" and not "nothing there". */
  filtered?: boolean;
  onResetFilters?: () => void;
  defaultSort?: Sort;
  /** Needed where a page has several tables: sets their state in the address apart. */
  stateKey?: string;
  pageSize?: number;
  /** Buttons at the end of a row. */
  actions?: (row: Row) => ReactNode;
  /** Rows can be chosen; the buttons that then appear. */
  bulk?: (chosen: Row[], clear: () => void) => ReactNode;
  /** Key of the row whose details are open. */
  currentKey?: string | number;
}

/** Rows with search, sort, column choice, selection, CSV and paging; its state lives in the address. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    rows,
    columns,
    source,
    empty,
    pageSize = 50,
    defaultSort,
    serverSearch = false,
    filtered = false,
    stateKey,
  } = props;
  const state = useTableState({ rows: rows ?? [], columns, defaultSort, pageSize, serverSearch, stateKey });
  const untouched = state.search === '' && !filtered;
  if (source?.error && !rows) return <ErrorState error={source.error} retry={() => void source.refetch()} />;
  if (rows && rows.length === 0 && untouched && empty) return <>{empty}</>;
  return (
    <section aria-label={props.label}>
      <TableTools {...props} state={state} total={rows?.length} />
      {!rows ? (
        <LoadingRows />
      ) : state.shown.length === 0 ? (
        <div className={`${classes.frame} ${classes.nothing}`}>
          <span role="status">{tui('table.noMatch')}</span>
          <button
            type="button"
            className={classes.open}
            onClick={() => {
              state.setSearch('');
              props.onResetFilters?.();
            }}
          >
            {tui('table.reset')}
          </button>
        </div>
      ) : (
        <TableGrid {...props} state={state} />
      )}
      <Pager page={state.page} pages={state.pages} onChange={state.setPage} />
    </section>
  );
}

export type TableState<Row> = ReturnType<typeof useTableState<Row>>;
