import { tui } from '../i18n.ts';
import { ErrorState } from '../page/error-state.tsx';
import { LoadingRows } from '../page/loading-rows.tsx';
import type { DataTableProps } from './data-table-props.ts';
import classes from './data-table.module.css';
import { Pager } from './pager.tsx';
import { TableGrid } from './table-grid.tsx';
import { TableTools } from './table-tools.tsx';
import { useTableState } from './use-table-state.ts';

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
