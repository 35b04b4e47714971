import { useEffect, useRef, useState, type RefObject } from 'react';
import { useComputedColorScheme } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { BarChart, ScatterChart } from 'echarts/charts';
import { AxisPointerComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { init, use, type EChartsType } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import type { ChartLook, ChartProps } from './types.ts';

use([
  BarChart,
  ScatterChart,
  AxisPointerComponent,
  GridComponent,
  LegendComponent,
  TooltipComponent,
  CanvasRenderer,
]);

declare global {
  interface Window {
    /** The chart shown last, so that browser tests can ask what it draws. */
    __cairnChart?: EChartsType | undefined;
  }
}

const LIGHT = { text: '#66635d', line: '#e4e2de', mark: '#178270', panel: '#ffffff' };
const DARK = { text: '#a3a7a4', line: '#2d302f', mark: '#52b9a3', panel: '#1b1d1c' };

interface ChartOptions {
  /** What ECharts draws; a new function redraws the chart. */
  option: ChartProps['option'];
  /** Called each time that the chart was drawn; a new function redraws it. */
  onDraw?: (chart: EChartsType) => void;
}

/**
 * A chart in the element of the `ref`, in the colours, the font and the size of the page. `chart` is null until it is there. The library
 * comes with this module: load it when the first chart is shown.
 */
export function useChart({ option, onDraw }: ChartOptions): {
  ref: RefObject<HTMLDivElement | null>;
  chart: EChartsType | null;
} {
  const ref = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<EChartsType | null>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const dark = useComputedColorScheme('light') === 'dark';
  const animation = !useReducedMotion();

  useEffect(() => {
    const { current } = ref;
    if (!current) return undefined;
    const started = init(current, null, { renderer: 'canvas' });
    window.__cairnChart = started;
    setChart(started);
    const observer = new ResizeObserver(() => {
      started.resize();
      setSize({ width: started.getWidth(), height: started.getHeight() });
    });
    observer.observe(current);
    return () => {
      observer.disconnect();
      setChart(null);
      if (window.__cairnChart === started) window.__cairnChart = undefined;
      started.dispose();
    };
  }, []);

  useEffect(() => {
    if (!chart || !ref.current || size.width === 0) return;
    const { fontFamily } = getComputedStyle(ref.current);
    const look = { dark, colors: dark ? DARK : LIGHT, ...size };
    chart.setOption({ animation, ...completeOption(look, fontFamily, option(look)) }, { notMerge: true });
    onDraw?.(chart);
  }, [chart, option, onDraw, dark, animation, size]);

  return { ref, chart };
}

function completeOption(
  { dark, colors }: ChartLook,
  fontFamily: string,
  own: ReturnType<ChartProps['option']>,
) {
  return {
    ...{ animationDuration: 200, animationDurationUpdate: 200, color: [colors.mark] },
    textStyle: { fontFamily, fontSize: 12, color: colors.text },
    ...own,
    tooltip: {
      // Drawn on the canvas: the page's policy forbids the styles of a tooltip in HTML.
      ...{ renderMode: 'richText', confine: true },
      ...{ backgroundColor: colors.panel, borderColor: colors.line },
      textStyle: { color: dark ? '#dfe1df' : '#232220', fontSize: 12 },
      ...(own.tooltip as object | undefined),
    },
  };
}
