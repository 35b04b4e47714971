import type { Clause } from '../filter/filter.ts';
import type { ChartSpec } from './spec.ts';

/** A bar, a slice, a bin or a period. */
export interface ChartItem {
  label: string;
  /** Null where there is no value, as for the average of a period without rows. */
  value: number | null;
  /** The rows behind it; null for what stands for several others. */
  clauses: Clause[] | null;
}

export interface ChartPoint {
  x: number;
  y: number;
}

/** What a chart shows. */
export interface ChartData {
  spec: ChartSpec;
  items: ChartItem[];
  /** Of a scatter chart. */
  points: ChartPoint[];
  /** There are more groups or rows than are shown. */
  isCut: boolean;
  /** The horizontal axis is in order, so that a stretch of it can be marked. */
  isOrdered: boolean;
}
