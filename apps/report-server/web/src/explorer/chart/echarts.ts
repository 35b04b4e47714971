import { BarChart, LineChart, PieChart, ScatterChart } from 'echarts/charts';
import { BrushComponent, GridComponent, TooltipComponent } from 'echarts/components';
import { init, use, type EChartsType } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

use([
  BarChart,
  LineChart,
  PieChart,
  ScatterChart,
  GridComponent,
  TooltipComponent,
  BrushComponent,
  CanvasRenderer,
]);

declare global {
  interface Window {
    /** The chart shown last, so that browser tests can ask what it draws. */
    __cairnChart?: EChartsType | undefined;
  }
}

/** An empty chart in an element. The library comes with this module, which loads when the first chart is shown. */
export function startChart(element: HTMLElement): EChartsType {
  const chart = init(element, null, { renderer: 'canvas' });
  window.__cairnChart = chart;
  return chart;
}

export function stopChart(chart: EChartsType): void {
  if (window.__cairnChart === chart) window.__cairnChart = undefined;
  chart.dispose();
}

export type { EChartsType };
