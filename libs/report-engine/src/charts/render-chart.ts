import { BarChart, LineChart, PieChart, ScatterChart } from 'echarts/charts';
import { GraphicComponent, GridComponent, LegendComponent, TitleComponent } from 'echarts/components';
import { init, setPlatformAPI, use } from 'echarts/core';
import { LabelLayout, LegacyGridContainLabel } from 'echarts/features';
import { SVGRenderer } from 'echarts/renderers';
import type { ChartData } from '../fill/types.ts';
import type { TextLayout } from '../text/text-layout.ts';
import { chartOption } from './chart-option.ts';

use([BarChart, LineChart, PieChart, ScatterChart]);
use([GraphicComponent, GridComponent, LegendComponent, TitleComponent, SVGRenderer]);
use([LabelLayout, LegacyGridContainLabel]);

export interface ChartSize {
  /** Points. */
  width: number;
  height: number;
}

/** Draws a chart as SVG, one unit a point. Texts are measured as documents measure them, so that labels do not collide. */
export function renderChart(data: ChartData, size: ChartSize, text: TextLayout): string {
  setPlatformAPI({
    measureText: (content, font) => ({ width: measure(content ?? '', font ?? '', text) }),
  });
  const chart = init(null, null, { renderer: 'svg', ssr: true, ...size });
  try {
    chart.setOption(chartOption(data, size));
    return chart.renderToSVGString();
  } finally {
    chart.dispose();
  }
}

const formats = new Map<string, { size: number; bold: boolean }>();

function measure(content: string, font: string, text: TextLayout): number {
  let style = formats.get(font);
  if (!style) {
    style = { size: Number(/([\d.]+)px/.exec(font)?.[1] ?? 8), bold: /\bbold\b|[6-9]00/.test(font) };
    formats.set(font, style);
  }
  const lines = text.lines(content, text.format(style), Number.MAX_SAFE_INTEGER);
  return lines.reduce((widest, { width }) => Math.max(widest, width), 0);
}
