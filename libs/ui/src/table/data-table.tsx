import { tui } from '../i18n.ts';
import { ErrorState } from '../page/error-state.tsx';
import { LoadingRows } from '../page/loading-rows.tsx';
import type { DataTableProps } from './data-table-props.ts';
import classes from './data-table.module.css';
import { Pager } from './pager.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { CardGrid } from './card-grid.tsx';
import { TableGrid } from './table-grid.tsx';
import { TableTools } from './table-tools.tsx';
import { useSelection } from './use-selection.ts';
import { useTableState } from './use-table-state.ts';

/** Rows, or cards, with search, sort, column choice, selection, CSV and paging; its state lives in the address. */
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
  const selection = useSelection(state.matches, props.rowKey);
  const Rows = props.card ? CardGrid<Row> : TableGrid<Row>;
  const untouched = state.search === '' && !filtered;
  if (source?.error && !rows) return <ErrorState error={source.error} retry={() => void source.refetch()} />;
  if (rows && rows.length === 0 && untouched && empty) return <>{empty}</>;
  return (
    <section aria-label={props.label}>
      <TableTools {...props} state={state} total={rows?.length} />
      {props.bulk && selection.picked.length > 0 ? (
        <BulkBar selection={selection} matches={state.matches}>
          {props.bulk(selection.picked, selection.clear)}
        </BulkBar>
      ) : null}
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
        <Rows {...props} state={state} selection={selection} />
      )}
      <Pager page={state.page} pages={state.pages} onChange={state.setPage} />
    </section>
  );
}
