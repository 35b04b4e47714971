import type { AnalysisContext } from '../types.ts';
import { metric, pointOf } from './expressions.ts';

export type GridKind = 'square' | 'hexagon';

/**
 * Columns `i` and `j` of the cell that each feature is in, by arithmetic on its point: a join with ST_SquareGrid would count a point
 * on a corner four times. Hexagons are numbered as ST_Hexagon does (columns, shifted by half a cell); `size` is their edge.
 */
export function cellsOf<P>(
  { postgis, a }: Pick<AnalysisContext<P>, 'postgis' | 'a'>,
  { kind, size }: { kind: GridKind; size: string },
): string {
  const { fn } = postgis;
  const points = `SELECT ${fn('ST_X')}(p.t) AS x, ${fn('ST_Y')}(p.t) AS y, p.value
    FROM (SELECT ${pointOf(postgis, a, metric(postgis, a, 'a'))} AS t, a.value FROM (${a.rows}) AS a OFFSET 0) AS p`;
  if (kind === 'square') {
    return `SELECT floor(c.x / ${size})::integer AS i, floor(c.y / ${size})::integer AS j, c.value FROM (${points}) AS c`;
  }
  // Axial coordinates q and r, rounded to the nearest hexagon by their third coordinate (redblobgames.com/grids/hexagons).
  return `SELECT h.q::integer AS i, (h.r + floor(h.q / 2))::integer AS j, h.value FROM (
    SELECT f.value,
      CASE WHEN abs(f.rq - f.q) > abs(f.rr - f.r) AND abs(f.rq - f.q) > abs(f.rs + f.q + f.r) THEN -f.rr - f.rs ELSE f.rq END AS q,
      CASE WHEN NOT (abs(f.rq - f.q) > abs(f.rr - f.r) AND abs(f.rq - f.q) > abs(f.rs + f.q + f.r))
            AND abs(f.rr - f.r) > abs(f.rs + f.q + f.r) THEN -f.rq - f.rs ELSE f.rr END AS r
    FROM (SELECT e.value, e.q, e.r, round(e.q) AS rq, round(e.r) AS rr, round(-e.q - e.r) AS rs
      FROM (SELECT c.value, (2 * c.x / 3) / ${size} AS q, (sqrt(3) * c.y / 3 - c.x / 3) / ${size} AS r FROM (${points}) AS c) AS e) AS f) AS h`;
}

/** The shape of cell `i`, `j` with its SRID. */
export function cellShape<P>(
  { postgis, a }: Pick<AnalysisContext<P>, 'postgis' | 'a'>,
  { kind, size, i, j }: { kind: GridKind; size: string; i: string; j: string },
): string {
  const { fn } = postgis;
  const srid = String(a.frame.metricSrid);
  if (kind === 'hexagon') return `${fn('ST_SetSRID')}(${fn('ST_Hexagon')}(${size}, ${i}, ${j}), ${srid})`;
  return `${fn('ST_MakeEnvelope')}(${i} * ${size}, ${j} * ${size}, (${i} + 1) * ${size}, (${j} + 1) * ${size}, ${srid})`;
}
