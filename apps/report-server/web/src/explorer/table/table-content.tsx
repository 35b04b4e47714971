import type { ReactNode } from 'react';
import { EmptyState, ErrorState, formatNumber, LoadingRows, Pager, t } from '@cairn/ui';
import { useExplorer } from '../state/explorer-context.tsx';
import { useCounts } from '../state/use-counts.ts';
import { RowGrid } from './row-grid.tsx';
import type { RowPick } from './table-rows.ts';
import { PAGE_SIZE, type TablePage } from './use-table-page.ts';
import styles from './table.module.css';

/** The server counts no further when it skips rows. */
const MAX_OFFSET = 100_000;

interface TableContentProps {
  page: TablePage;
  /** What picking a row does. */
  pick: RowPick;
  /** The way out where no row matches the filter. */
  noMatchAction?: ReactNode;
}

/** A page of rows, with the way to the others. */
export function TableContent({
  page: { answer, rows, columns, offset },
  pick,
  noMatchAction,
}: TableContentProps) {
  const { state, tree, change } = useExplorer();
  const { shown } = useCounts();
  const pages = Math.ceil(Math.min(shown ?? 0, MAX_OFFSET + PAGE_SIZE) / PAGE_SIZE);
  return (
    <>
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
          action={tree ? noMatchAction : undefined}
        />
      ) : (
        <RowGrid rows={rows} columns={columns} offset={offset} total={shown ?? rows.length} pick={pick} />
      )}
      <footer className={styles.foot}>
        <span data-testid="table-note">
          {answer.data ? footNote(answer.data, rows.length, offset, shown) : null}
        </span>
        <Pager
          page={state.page}
          pages={pages}
          onChange={(next) => change({ page: next === 1 ? '' : String(next) })}
        />
      </footer>
    </>
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
