export const CHART_TYPES = ['bar', 'line', 'area', 'pie', 'histogram', 'time', 'scatter'] as const;
export type ChartType = (typeof CHART_TYPES)[number];

export const AGGREGATES = ['count', 'sum', 'avg', 'min', 'max', 'median', 'count_distinct'] as const;
export type Aggregate = (typeof AGGREGATES)[number];

export const TIME_UNITS = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
export type TimeUnit = (typeof TIME_UNITS)[number];

/** A chart: what it groups by and what it measures. */
export interface ChartSpec {
  type: ChartType;
  /** The column that is grouped by; the horizontal one of a scatter chart. */
  x: string;
  /** The column that is measured; none where rows are counted. */
  y: string;
  fn: Aggregate;
  /** Length of the periods of a time series; empty where the explorer chooses. */
  unit: TimeUnit | '';
  /** The zone in which days begin, so that a link shows the same days to everybody. */
  zone: string;
}

/** The chart in an address; null where none is chosen. */
export function parseChart(params: URLSearchParams): ChartSpec | null {
  const text = (name: string) => params.get(name) ?? '';
  const type = CHART_TYPES.find((each) => each === text('chart'));
  if (!type || text('x') === '') return null;
  return {
    type,
    x: text('x'),
    y: text('y'),
    fn: AGGREGATES.find((each) => each === text('fn')) ?? 'count',
    unit: TIME_UNITS.find((each) => each === text('unit')) ?? '',
    zone: text('zone'),
  };
}

export function formatChart({ type, x, y, fn, unit, zone }: ChartSpec): Record<string, string> {
  const isGrouped = type !== 'scatter' && type !== 'histogram';
  return {
    chart: type,
    x,
    y: type === 'scatter' || (isGrouped && fn !== 'count') ? y : '',
    fn: isGrouped && fn !== 'count' ? fn : '',
    unit: type === 'time' ? unit : '',
    zone: type === 'time' ? zone : '',
  };
}
