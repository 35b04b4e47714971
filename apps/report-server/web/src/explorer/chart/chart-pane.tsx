import { useState } from 'react';
import { EmptyState, t } from '@cairn/ui';
import { PaneFrame } from '../layout/pane-frame.tsx';
import { useExplorer } from '../state/explorer-context.tsx';
import { ChartContent } from './chart-content.tsx';
import { ChartPicker } from './chart-picker.tsx';
import { NumbersButton } from './numbers-button.tsx';
import { chartTitle } from './summary.ts';
import { useChart, useChartSpec } from './use-chart.ts';

/** The chart of the filtered rows, its choices, its numbers as a table and what it shows in words. */
export function ChartPane() {
  const { narrow } = useExplorer();
  const spec = useChartSpec();
  const chart = useChart(spec);
  const [isTable, setTable] = useState(false);
  if (!spec)
    return (
      <PaneFrame title={t('chart.title')}>
        <EmptyState title={t('chart.noColumns')} text={t('chart.noColumnsText')} />
      </PaneFrame>
    );
  const title = chartTitle(chart.data?.spec ?? spec);
  return (
    <PaneFrame
      title={title}
      busy={chart.isFetching}
      tools={
        <>
          <ChartPicker spec={spec} />
          <NumbersButton isTable={isTable} disabled={!chart.data} onChange={setTable} />
        </>
      }
    >
      <ChartContent title={title} chart={chart} isTable={isTable} onPick={(clauses) => narrow(...clauses)} />
    </PaneFrame>
  );
}
