import type { ChartProps } from './types.ts';
import { useChart } from './use-chart.ts';

/** The drawn chart; `Chart` loads it when it is first shown. */
export function ChartCanvas({ label, height, option }: ChartProps) {
  const { ref } = useChart({ option });
  return <div ref={ref} role="img" aria-label={label} style={{ height }} />;
}
