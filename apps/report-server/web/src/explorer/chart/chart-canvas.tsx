import { useEffect, useRef, useState } from 'react';
import { useComputedColorScheme } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import type { Clause } from '../filter/filter.ts';
import { startChart, stopChart, type EChartsType } from './echarts.ts';
import { chartOption } from './option.ts';
import { clausesOfBrush, type BrushArea } from './brush.ts';
import type { ChartData } from './types.ts';
import styles from './chart.module.css';

interface ChartCanvasProps {
  data: ChartData;
  /** What it shows, in words. */
  label: string;
  /** The rows behind a bar, a slice or a marked stretch; without it nothing can be picked. */
  onPick?: ((clauses: Clause[]) => void) | undefined;
}

/** The drawn chart. A click on a mark, or a stretch that is marked by dragging, picks the rows behind it. */
export function ChartCanvas({ data, label, onPick }: ChartCanvasProps) {
  const element = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<EChartsType | null>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const dark = useComputedColorScheme('light') === 'dark';
  const animate = !useReducedMotion();
  const canPick = onPick !== undefined;
  const latest = useRef({ data, onPick });
  latest.current = { data, onPick };

  useEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const started = startChart(current);
    setChart(started);
    const observer = new ResizeObserver(() => {
      started.resize();
      setSize({ width: started.getWidth(), height: started.getHeight() });
    });
    observer.observe(current);
    return () => {
      observer.disconnect();
      setChart(null);
      stopChart(started);
    };
  }, []);

  useEffect(() => {
    if (!chart || !element.current || size.width === 0) return;
    const font = getComputedStyle(element.current).fontFamily;
    chart.setOption(chartOption(data, { dark, animate, font, ...size }), { notMerge: true });
    const isBrushed = canPick && (data.spec.type === 'scatter' || (data.isOrdered && data.items.length > 1));
    const brushType = data.spec.type === 'scatter' ? 'rect' : 'lineX';
    chart.dispatchAction({
      type: 'takeGlobalCursor',
      key: 'brush',
      brushOption: isBrushed ? { brushType, brushMode: 'single' } : { brushType: false },
    });
  }, [chart, data, dark, animate, canPick, size]);

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
    <div
      ref={element}
      className={styles.canvas}
      role="img"
      aria-label={label}
      data-chart-type={data.spec.type}
    />
  );
}

/** The bar whose row or column of the chart a click is in: also beside a short bar. */
function itemAt(chart: EChartsType, { spec, items }: ChartData, pixel: [number, number]): number {
  if (spec.type === 'pie' || spec.type === 'scatter' || items.length === 0) return -1;
  if (!chart.containPixel('grid', pixel)) return -1;
  const [x = -1, y = -1] = chart.convertFromPixel('grid', pixel) as number[];
  return spec.type === 'bar' ? y : x;
}
