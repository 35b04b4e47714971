import { lazy, Suspense, useState } from 'react';
import { ActionIcon, Skeleton, Tooltip } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { EmptyState, ErrorState, t } from '@cairn/ui';
import { PaneFrame } from '../layout/pane-frame.tsx';
import { useExplorer } from '../state/explorer-context.tsx';
import { ChartPicker } from './chart-picker.tsx';
import { ChartTable } from './chart-table.tsx';
import { chartSummary, chartTitle } from './summary.ts';
import { useChart, useChartSpec } from './use-chart.ts';
import styles from './chart.module.css';

const ChartCanvas = lazy(async () => ({ default: (await import('./chart-canvas.tsx')).ChartCanvas }));

/** The chart of the filtered rows, its choices, its numbers as a table and what it shows in words. */
export function ChartPane() {
  const { narrow } = useExplorer();
  const spec = useChartSpec();
  const chart = useChart(spec);
  const [isTable, setTable] = useState(false);
  const { data, error } = chart;
  if (!spec)
    return (
      <PaneFrame title={t('chart.title')}>
        <EmptyState title={t('chart.noColumns')} text={t('chart.noColumnsText')} />
      </PaneFrame>
    );
  const title = chartTitle(data?.spec ?? spec);
  const Icon = isTable ? IconChartBar : IconTable;
  const other = t(isTable ? 'chart.showChart' : 'chart.showTable');
  return (
    <PaneFrame
      title={title}
      busy={chart.isFetching}
      tools={
        <>
          <ChartPicker spec={spec} />
          <Tooltip label={other}>
            <ActionIcon
              variant="default"
              size={30}
              aria-label={other}
              disabled={!data}
              onClick={() => setTable(!isTable)}
            >
              <Icon size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </>
      }
    >
      {error && !data ? (
        <ErrorState error={error} retry={() => void chart.refetch()} />
      ) : !data ? (
        <Skeleton className={styles.waiting} role="status" aria-label={t('chart.loading')} />
      ) : (
        <>
          {isTable ? (
            <ChartTable data={data} onPick={(clauses) => narrow(...clauses)} />
          ) : data.items.length + data.points.length === 0 ? (
            <EmptyState title={t('chart.nothing')} text={t('chart.nothingText')} />
          ) : (
            <Suspense fallback={<Skeleton className={styles.waiting} />}>
              <ChartCanvas
                data={data}
                label={`${title}. ${chartSummary(data)}`}
                onPick={(clauses) => narrow(...clauses)}
              />
            </Suspense>
          )}
          <p className={styles.summary} data-testid="chart-summary">
            {chartSummary(data)}
          </p>
        </>
      )}
    </PaneFrame>
  );
}
