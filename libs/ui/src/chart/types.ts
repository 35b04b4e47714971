import type { EChartsCoreOption } from 'echarts/core';

export interface ChartLook {
  dark: boolean;
  /** Of axes and other texts, of lines between values, of a single measure, and of what lies behind. */
  colors: { text: string; line: string; mark: string; panel: string };
  /** Of the canvas, in pixels. */
  width: number;
  height: number;
}

export interface ChartProps {
  /** What it shows, in words: the canvas itself says nothing to screen readers. */
  label: string;
  height: number;
  /** What ECharts draws; a new function redraws the chart. */
  option(look: ChartLook): EChartsCoreOption;
}
