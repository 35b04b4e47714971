import { useEffect, useRef, useState } from 'react';
import { useComputedColorScheme } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { BarChart, ScatterChart } from 'echarts/charts';
import { AxisPointerComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { init, use, type EChartsType } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import type { ChartProps } from './types.ts';

use([
  BarChart,
  ScatterChart,
  AxisPointerComponent,
  GridComponent,
  LegendComponent,
  TooltipComponent,
  CanvasRenderer,
]);

const LIGHT = { text: '#66635d', line: '#e4e2de', panel: '#ffffff' };
const DARK = { text: '#a3a7a4', line: '#2d302f', panel: '#1b1d1c' };

/** The drawn chart; `Chart` loads it when it is first shown. */
export function ChartCanvas({ label, height, option }: ChartProps) {
  const element = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<EChartsType | null>(null);
  const [width, setWidth] = useState(0);
  const dark = useComputedColorScheme('light') === 'dark';
  const animation = !useReducedMotion();

  useEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const started = init(current, null, { renderer: 'canvas' });
    setChart(started);
    const observer = new ResizeObserver(() => {
      started.resize();
      setWidth(started.getWidth());
    });
    observer.observe(current);
    return () => {
      observer.disconnect();
      setChart(null);
      started.dispose();
    };
  }, []);

  useEffect(() => {
    if (!chart || !element.current || width === 0) return;
    const colors = dark ? DARK : LIGHT;
    const { fontFamily } = getComputedStyle(element.current);
    chart.setOption(
      {
        ...{ animation, animationDuration: 200, animationDurationUpdate: 200 },
        textStyle: { fontFamily, fontSize: 12, color: colors.text },
        // Drawn on the canvas: the page's policy forbids the styles of a tooltip in HTML.
        tooltip: {
          ...{ renderMode: 'richText', confine: true, trigger: 'axis', axisPointer: { type: 'shadow' } },
          ...{ backgroundColor: colors.panel, borderColor: colors.line },
          textStyle: { color: dark ? '#dfe1df' : '#232220', fontSize: 12 },
        },
        ...option({ dark, colors, width }),
      },
      { notMerge: true },
    );
  }, [chart, option, dark, animation, width]);

  return <div ref={element} role="img" aria-label={label} style={{ height }} data-cairn-chart />;
}
