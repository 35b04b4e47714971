import { Component, lazy, Suspense, type ReactNode } from 'react';
import { Skeleton } from '@mantine/core';
import type { EChartsCoreOption } from 'echarts/core';

const ChartCanvas = lazy(() =>
  import('./chart-canvas.tsx').then((module) => ({ default: module.ChartCanvas })),
);

export interface ChartLook {
  dark: boolean;
  /** Of axes and other texts, of lines between values, and of what lies behind. */
  colors: { text: string; line: string; panel: string };
  /** Of the canvas, in pixels. */
  width: number;
}

export interface ChartProps {
  /** What it shows, in words: the canvas itself says nothing to screen readers. */
  label: string;
  height: number;
  /** What ECharts draws; a new function draws anew. */
  option(look: ChartLook): EChartsCoreOption;
}

/** A chart beside a table that has the same numbers. The library loads with the first one; without it the table remains. */
export function Chart(props: ChartProps) {
  return (
    <ChartBoundary>
      <Suspense fallback={<Skeleton height={props.height} />}>
        <ChartCanvas {...props} />
      </Suspense>
    </ChartBoundary>
  );
}

/** A chart that breaks, or whose code cannot be fetched, must not take the page with it. */
class ChartBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override render(): ReactNode {
    return this.state.broken ? null : this.props.children;
  }
}
