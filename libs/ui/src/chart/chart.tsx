import { Component, lazy, Suspense, type ReactNode } from 'react';
import { Skeleton } from '@mantine/core';
import type { ChartProps } from './types.ts';

const ChartCanvas = lazy(() =>
  import('./chart-canvas.tsx').then((module) => ({ default: module.ChartCanvas })),
);

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
