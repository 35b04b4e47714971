import { useCallback, useEffect, useRef } from 'react';
import { BrushComponent } from 'echarts/components';
import { LineChart, PieChart } from 'echarts/charts';
import { use, type EChartsType } from 'echarts/core';
import type { ChartLook } from '@cairn/ui/chart';
import { useChart } from '@cairn/ui/chart/use-chart';
import type { Clause } from '../filter/filter.ts';
import { chartOption } from './option.ts';
import { clausesOfBrush, type BrushArea } from './brush.ts';
import type { ChartData } from './types.ts';
import styles from './chart.module.css';

// Beyond what all charts have.
use([LineChart, PieChart, BrushComponent]);

interface ChartCanvasProps {
  data: ChartData;
  /** What it shows, in words. */
  label: string;
  /** The rows behind a bar, a slice or a marked stretch; without it nothing can be picked. */
  onPick?: ((clauses: Clause[]) => void) | undefined;
}

/** The drawn chart. A click on a mark, or a stretch that is marked by dragging, picks the rows behind it. */
export function ChartCanvas({ data, label, onPick }: ChartCanvasProps) {
  const option = useCallback((look: ChartLook) => chartOption(data, look), [data]);
  const canPick = onPick !== undefined;
  const startBrush = useCallback(
    (drawn: EChartsType) => drawn.dispatchAction(brushCursor(canPick ? data : null)),
    [data, canPick],
  );
  const { ref, chart } = useChart({ option, onDraw: startBrush });
  const latest = useRef({ data, onPick });
  latest.current = { data, onPick };

  useEffect(() => {
    if (!chart) return undefined;
    const pick = (clauses: Clause[] | null | undefined) => {
      if (clauses && clauses.length > 0) latest.current.onPick?.(clauses);
    };
    const onBrush = (event: unknown) => {
      const [area] = (event as { areas: BrushArea[] }).areas;
      if (!area) return;
      chart.dispatchAction({ type: 'brush', areas: [] });
      pick(clausesOfBrush(latest.current.data, area));
    };
    const onClick = ({ offsetX, offsetY }: { offsetX: number; offsetY: number }) =>
      pick(latest.current.data.items[itemAt(chart, latest.current.data, [offsetX, offsetY])]?.clauses);
    const onSlice = (event: unknown) => {
      const { dataIndex, seriesType } = event as { dataIndex: number; seriesType: string };
      if (seriesType === 'pie') pick(latest.current.data.items[dataIndex]?.clauses);
    };
    chart.on('brushEnd', onBrush);
    chart.on('click', onSlice);
    chart.getZr().on('click', onClick);
    return () => {
      if (chart.isDisposed()) return;
      chart.off('brushEnd', onBrush);
      chart.off('click', onSlice);
      chart.getZr().off('click', onClick);
    };
  }, [chart]);

  return (
    <div ref={ref} className={styles.canvas} role="img" aria-label={label} data-chart-type={data.spec.type} />
  );
}

/** Whether dragging marks a stretch of the axis or a box; neither where nothing can be picked. */
function brushCursor(data: ChartData | null) {
  const isScatter = data?.spec.type === 'scatter';
  const isBrushed = data !== null && (isScatter || (data.isOrdered && data.items.length > 1));
  const brushType = isScatter ? 'rect' : 'lineX';
  return {
    ...{ type: 'takeGlobalCursor', key: 'brush' },
    brushOption: isBrushed ? { brushType, brushMode: 'single' } : { brushType: false },
  };
}

/** The bar whose row or column of the chart a click is in: also beside a short bar. */
function itemAt(chart: EChartsType, { spec, items }: ChartData, pixel: [number, number]): number {
  if (spec.type === 'pie' || spec.type === 'scatter' || items.length === 0) return -1;
  if (!chart.containPixel('grid', pixel)) return -1;
  const [x = -1, y = -1] = chart.convertFromPixel('grid', pixel) as number[];
  return spec.type === 'bar' ? y : x;
}
