import { useState } from 'react';
import { EmptyState, t } from '@cairn/ui';
import { ChartContent } from '../../explorer/chart/chart-content.tsx';
import { NumbersButton } from '../../explorer/chart/numbers-button.tsx';
import { chartTitle } from '../../explorer/chart/summary.ts';
import { useChart, useChartSpec } from '../../explorer/chart/use-chart.ts';
import { useExplorer } from '../../explorer/state/explorer-context.tsx';
import { useWidget } from './widget-context.ts';
import styles from './widget.module.css';

/** The chart of a view, and its numbers as a table. */
export function ChartWidget() {
  const { narrow } = useExplorer();
  const { canPick } = useWidget();
  const spec = useChartSpec();
  const chart = useChart(spec);
  const [isTable, setTable] = useState(false);
  if (!spec) return <EmptyState title={t('chart.noColumns')} text={t('chart.noColumnsText')} />;
  const title = chartTitle(chart.data?.spec ?? spec);
  return (
    <>
      <div className={styles.measure}>
        <span>{title}</span>
        <NumbersButton isTable={isTable} disabled={!chart.data} onChange={setTable} />
      </div>
      <ChartContent
        title={title}
        chart={chart}
        isTable={isTable}
        onPick={canPick ? (clauses) => narrow(...clauses) : undefined}
      />
    </>
  );
}
