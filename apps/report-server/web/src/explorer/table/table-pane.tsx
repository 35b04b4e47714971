import { useMemo } from 'react';
import { Button } from '@mantine/core';
import { EmptyState, ErrorState, formatNumber, LoadingRows, Pager, t } from '@cairn/ui';
import { PaneFrame } from '../layout/pane-frame.tsx';
import { useRows } from '../queries.ts';
import { useExplorer } from '../state/explorer-context.tsx';
import { useCounts } from '../state/use-counts.ts';
import { ColumnChoice } from './column-choice.tsx';
import { RowGrid } from './row-grid.tsx';
import { tableRows } from './table-rows.ts';
import { useShownColumns } from './use-shown-columns.ts';
import styles from './table.module.css';

const PAGE_SIZE = 100;
/** The server counts no further when it skips rows. */
const MAX_OFFSET = 100_000;

/** The filtered rows, page by page from the server. */
export function TablePane() {
  const { source, state, tree, setFilter, change } = useExplorer();
  const { datasource, schema, table, metadata } = source;
  const { columns, fetched } = useShownColumns();
  const { sort, page } = state;
  const request = useMemo(
    () => ({
      ...{ datasource, schema, table },
      columns: fetched,
      ...(tree ? { filter: tree } : {}),
      ...(sort
        ? { sort: [{ column: sort.column, dir: sort.descending ? ('desc' as const) : ('asc' as const) }] }
        : {}),
      limit: PAGE_SIZE,
      offset: (page - 1) * PAGE_SIZE,
    }),
    [datasource, schema, table, fetched, tree, sort, page],
  );
  const answer = useRows(request);
  const { shown } = useCounts();
  const rows = useMemo(
    () => tableRows(answer.data?.rows ?? [], metadata.primary_key, (page - 1) * PAGE_SIZE),
    [answer.data, metadata.primary_key, page],
  );
  const pages = Math.ceil(Math.min(shown ?? 0, MAX_OFFSET + PAGE_SIZE) / PAGE_SIZE);
  return (
    <PaneFrame title={t('table.title')} busy={answer.isFetching} tools={<ColumnChoice />}>
      {answer.error && !answer.data ? (
        <ErrorState error={answer.error} retry={() => void answer.refetch()} />
      ) : !answer.data ? (
        <div className={styles.waiting}>
          <LoadingRows rows={8} height={30} />
        </div>
      ) : rows.length === 0 ? (
        <EmptyState
          title={t(tree ? 'table.noMatch' : 'table.empty')}
          text={t(tree ? 'table.noMatchText' : 'table.emptyText')}
          action={
            tree ? (
              <Button variant="default" onClick={() => setFilter([])}>
                {t('filter.clear')}
              </Button>
            ) : undefined
          }
        />
      ) : (
        <RowGrid rows={rows} columns={columns} offset={(page - 1) * PAGE_SIZE} total={shown ?? rows.length} />
      )}
      <footer className={styles.foot}>
        <span data-testid="table-note">
          {answer.data ? footNote(answer.data, rows.length, (page - 1) * PAGE_SIZE, shown) : null}
        </span>
        <Pager
          page={page}
          pages={pages}
          onChange={(next) => change({ page: next === 1 ? '' : String(next) })}
        />
      </footer>
    </PaneFrame>
  );
}

interface Answer {
  elapsed_ms: number;
  warnings: string[];
}

/** Which rows these are, how long the server took, and what it has to say about them. */
function footNote(
  { elapsed_ms: elapsed, warnings }: Answer,
  count: number,
  offset: number,
  all?: number,
): string {
  const numbers = { from: formatNumber(offset + 1), to: formatNumber(offset + count) };
  const which =
    count === 0
      ? ''
      : all !== undefined && all > count
        ? t('table.part', { ...numbers, count: all, all: formatNumber(all) })
        : t('table.allRows', { count, number: formatNumber(count) });
  const beyond =
    all !== undefined && all > MAX_OFFSET + PAGE_SIZE
      ? t('table.beyond', { max: formatNumber(MAX_OFFSET) })
      : '';
  return [
    which,
    t('table.elapsed', { number: formatNumber(Math.max(1, Math.round(elapsed))) }),
    beyond,
    ...warnings,
  ]
    .filter(Boolean)
    .join(' ');
}
