import { useEffect, useMemo, useState } from 'react';
import { Chart, type ChartLook } from '@cairn/ui/chart';
import { t } from '@cairn/ui';
import { readRuns, runChartOption } from './run-chart-option.ts';
import styles from './islands.module.css';

const HEIGHT = 404;

/** The runs of the table below over time; it follows the table, which the page keeps up to date. */
export function RunChart({ element }: { element: HTMLElement }) {
  const [runs, setRuns] = useState(readRuns);
  useEffect(() => {
    const page = element.parentElement;
    if (!page) return undefined;
    const observer = new MutationObserver(() => setRuns(readRuns()));
    observer.observe(page, { childList: true });
    return () => observer.disconnect();
  }, [element]);
  const option = useMemo(() => (look: ChartLook) => runChartOption(runs, look), [runs]);
  return (
    <div className={styles.chart}>
      <Chart label={t('runs.chart', { count: runs.length })} height={HEIGHT} option={option} />
    </div>
  );
}
