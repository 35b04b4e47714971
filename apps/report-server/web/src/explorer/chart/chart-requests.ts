import type { QueryRequest, TableColumn } from '../../client.ts';
import type { Tree } from '../filter/filter.ts';
import type { TableRef } from '../state/source.ts';
import type { Bins } from './bins.ts';
import type { ChartSpec, TimeUnit } from './spec.ts';

export const MAX_BARS = 20;
export const MAX_SLICES = 7;
const MAX_STEPS = 1000;
export const MAX_POINTS = 5000;

/** What all queries of a chart have in common. */
export interface ChartSource extends TableRef {
  spec: ChartSpec;
  column: TableColumn;
  filter: Tree | undefined;
}

/** The range of the horizontal axis, and how much there is in all, for shares. */
export function rangeRequest(source: ChartSource): QueryRequest {
  const { spec } = source;
  return {
    ...base(source),
    aggregates: [
      { fn: 'min', column: spec.x, as: 'minimum' },
      { fn: 'max', column: spec.x, as: 'maximum' },
    ],
  };
}

export function totalRequest(source: ChartSource): QueryRequest {
  return { ...base(source), aggregates: [measure(source.spec)] };
}

export function binsRequest(source: ChartSource, { from, width }: Bins): QueryRequest {
  const { x } = source.spec;
  return {
    ...base(source),
    group_by: [{ column: x, bucket: { width, origin: from } }],
    aggregates: [measure(source.spec)],
    limit: MAX_STEPS,
  };
}

export function periodsRequest(source: ChartSource, unit: TimeUnit): QueryRequest {
  const { spec } = source;
  const zone = spec.zone ? { time_zone: spec.zone } : {};
  return {
    ...base(source),
    group_by: [{ column: spec.x, bucket: { unit, ...zone } }],
    aggregates: [measure(spec)],
    sort: [{ column: spec.x, dir: 'asc' }],
    limit: 5000,
    ...zone,
  };
}

/** One group for each value: the largest first, or in the order of the axis. */
export function groupsRequest(source: ChartSource): QueryRequest {
  const { spec } = source;
  const isOrdered = spec.type === 'line' || spec.type === 'area';
  const limit = isOrdered ? MAX_STEPS : spec.type === 'pie' ? MAX_SLICES : MAX_BARS;
  return {
    ...base(source),
    group_by: [{ column: spec.x }],
    aggregates: [measure(spec)],
    sort: isOrdered
      ? [{ column: spec.x, dir: 'asc' }]
      : [
          { column: VALUE, dir: 'desc', nulls: 'last' },
          { column: spec.x, dir: 'asc' },
        ],
    limit,
  };
}

export function pointsRequest(source: ChartSource): QueryRequest {
  const { x, y } = source.spec;
  return { ...base(source), columns: [...new Set([x, y])], limit: MAX_POINTS };
}

/** Name of the measured value in the answers. */
export const VALUE = 'chart_value';

function measure({ fn, y }: ChartSpec): { fn: string; column?: string; as: string } {
  return fn === 'count' || y === '' ? { fn: 'count', as: VALUE } : { fn, column: y, as: VALUE };
}

function base({ datasource, schema, table, filter }: ChartSource): QueryRequest {
  return { datasource, schema, table, ...(filter ? { filter } : {}) };
}
