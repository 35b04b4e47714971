import { Positions } from './positions.ts';
import type { Stretch } from './positions.ts';

export interface Bounds {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
}

const turns = [new Positions(), new Positions()] as const;

/**
 * Cuts a ring to a box, edge by edge (Sutherland and Hodgman, 1974). The ring is given and returned without its end; what
 * is returned is overwritten by the next call.
 */
export function clipRing(
  { values }: Positions,
  { from, to }: Stretch,
  { minX, minY, maxX, maxY }: Bounds,
): Positions {
  const [a, b] = turns;
  cutRing({ values, from, to }, a, { axis: 0, limit: minX, sign: 1 });
  cutRing({ values: a.values, from: 0, to: a.length }, b, { axis: 0, limit: maxX, sign: -1 });
  cutRing({ values: b.values, from: 0, to: b.length }, a, { axis: 1, limit: minY, sign: 1 });
  cutRing({ values: a.values, from: 0, to: a.length }, b, { axis: 1, limit: maxY, sign: -1 });
  return b;
}

/** Keeps the side of `limit` to which `sign` points, along x (axis 0) or y (axis 1). */
function cutRing(
  { values, from, to }: Stretch & { values: Float64Array },
  out: Positions,
  { axis, limit, sign }: { axis: 0 | 1; limit: number; sign: 1 | -1 },
): void {
  out.length = 0;
  if (to === from) return;
  let ax = values[to - 2]!;
  let ay = values[to - 1]!;
  let aIn = ((axis === 0 ? ax : ay) - limit) * sign >= 0;
  for (let i = from; i < to; i += 2) {
    const bx = values[i]!;
    const by = values[i + 1]!;
    const bIn = ((axis === 0 ? bx : by) - limit) * sign >= 0;
    if (aIn !== bIn) {
      if (axis === 0) out.push(limit, ay + ((by - ay) * (limit - ax)) / (bx - ax));
      else out.push(ax + ((bx - ax) * (limit - ay)) / (by - ay), limit);
    }
    if (bIn) out.push(bx, by);
    ax = bx;
    ay = by;
    aIn = bIn;
  }
}

/** Calls `found` with each piece of a line in a box (Liang and Barsky, 1984); the piece is overwritten afterwards. */
export function clipLine(
  { values }: Positions,
  { from, to, box }: Stretch & { box: Bounds },
  found: (piece: Positions) => void,
): void {
  const piece = turns[0];
  piece.length = 0;
  const finish = () => {
    if (piece.length > 0) found(piece);
    piece.length = 0;
  };
  for (let i = from; i + 3 < to; i += 2) {
    const ax = values[i]!;
    const ay = values[i + 1]!;
    const dx = values[i + 2]! - ax;
    const dy = values[i + 3]! - ay;
    const enters = Math.max(0, entry(ax, dx, box.minX, box.maxX), entry(ay, dy, box.minY, box.maxY));
    const leaves = Math.min(1, exit(ax, dx, box.minX, box.maxX), exit(ay, dy, box.minY, box.maxY));
    if (enters > leaves) {
      finish();
      continue;
    }
    if (piece.length === 0) piece.push(ax + dx * enters, ay + dy * enters);
    piece.push(ax + dx * leaves, ay + dy * leaves);
    if (leaves < 1) finish();
  }
  finish();
}

/** At which share of its way a coordinate comes between two limits, and at which it leaves them. */
function entry(start: number, way: number, low: number, high: number): number {
  if (way === 0) return start < low || start > high ? Infinity : -Infinity;
  return (way > 0 ? low - start : high - start) / way;
}

function exit(start: number, way: number, low: number, high: number): number {
  if (way === 0) return Infinity;
  return (way > 0 ? high - start : low - start) / way;
}
