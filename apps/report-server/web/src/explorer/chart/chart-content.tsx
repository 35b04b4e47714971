import { lazy, Suspense } from 'react';
import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { EmptyState, ErrorState, t, type ApiError } from '@cairn/ui';
import type { Clause } from '../filter/filter.ts';
import { ChartTable } from './chart-table.tsx';
import { chartSummary } from './summary.ts';
import type { ChartData } from './types.ts';
import styles from './chart.module.css';

const ChartCanvas = lazy(async () => ({ default: (await import('./chart-canvas.tsx')).ChartCanvas }));

interface ChartContentProps {
  title: string;
  chart: UseQueryResult<ChartData, ApiError>;
  /** Shows the numbers instead of the drawing. */
  isTable: boolean;
  /** The rows behind a mark; none where nothing happens on a click. */
  onPick?: ((clauses: Clause[]) => void) | undefined;
}

/** A chart, drawn or as a table, and what it shows in words. */
export function ChartContent({ title, chart, isTable, onPick }: ChartContentProps) {
  const { data, error } = chart;
  if (error && !data) return <ErrorState error={error} retry={() => void chart.refetch()} />;
  if (!data) return <Skeleton className={styles.waiting} role="status" aria-label={t('chart.loading')} />;
  const summary = chartSummary(data);
  return (
    <>
      {isTable ? (
        <ChartTable data={data} onPick={onPick} />
      ) : data.items.length + data.points.length === 0 ? (
        <EmptyState title={t('chart.nothing')} text={t('chart.nothingText')} />
      ) : (
        <Suspense fallback={<Skeleton className={styles.waiting} />}>
          <ChartCanvas data={data} label={`${title}. ${summary}`} onPick={onPick} />
        </Suspense>
      )}
      <p className={styles.summary} data-testid="chart-summary">
        {summary}
      </p>
    </>
  );
}
