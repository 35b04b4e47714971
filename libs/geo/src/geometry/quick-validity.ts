import { boxOf } from './region.ts';

/**
 * Whether a polygon is certainly valid: its rings are closed and meet neither themselves nor each other, and its holes are in the
 * shell and not in each other. A polygon that touches itself may be valid too; only GEOS can decide that, and takes many times as
 * long. Rings are x and y in turn, the shell first.
 */
export function isCertainlyValid(rings: Float64Array[]): boolean {
  const [shell, ...holes] = rings;
  if (!shell || holes.length > MAX_HOLES || !rings.every(isRing)) return false;
  if (!areApart(rings)) return false;
  return holes.every(
    (hole, i) =>
      isInside(hole[0] as number, hole[1] as number, shell) &&
      holes.every((other, j) => i === j || !isInside(hole[0] as number, hole[1] as number, other)),
  );
}

/**
 * Indexes of the polygons of one shape that may be invalid, touch another one, or are inside another one.
 */
export function possiblyInvalid(polygons: Float64Array[][]): number[] {
  const doubtful = new Set<number>();
  const owners = polygons.flatMap((rings, i) => rings.map(() => i));
  for (const [i, rings] of polygons.entries()) if (!isCertainlyValid(rings)) doubtful.add(i);
  if (polygons.length === 1) return [...doubtful];
  for (const ring of meetingRings(polygons.flat())) doubtful.add(owners[ring] as number);
  const boxes = polygons.map(([shell]) => boxOf(shell as Float64Array));
  for (const [i, [shell]] of polygons.entries()) {
    const [x, y] = [shell?.[0] as number, shell?.[1] as number];
    for (const [j, [outer, ...holes]] of polygons.entries()) {
      const [west, south, east, north] = boxes[j] as [number, number, number, number];
      if (i === j || x < west || x > east || y < south || y > north) continue;
      if (!isInside(x, y, outer as Float64Array) || holes.some((hole) => isInside(x, y, hole))) continue;
      doubtful.add(i).add(j);
    }
  }
  return [...doubtful];
}

const MAX_HOLES = 50;
const MAX_COMPARISONS = 2_000_000;

function isRing(ring: Float64Array): boolean {
  const last = ring.length - 2;
  if (ring.length < 8 || ring[0] !== ring[last] || ring[1] !== ring[last + 1]) return false;
  for (const value of ring) if (!Number.isFinite(value)) return false;
  return true;
}

interface Segment {
  ring: number;
  /** Number within the ring. */
  at: number;
  of: number;
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

/** No two segments have a position in common but neighbours in a ring, which share their ends and nothing else. */
function areApart(rings: Float64Array[]): boolean {
  return meetings(rings).next().done === true;
}

/** Indexes of the rings that meet themselves or another one; of all rings when there are too many to compare. */
function meetingRings(rings: Float64Array[]): Set<number> {
  const met = new Set<number>();
  for (const pair of meetings(rings)) {
    if (pair === 'too many') return new Set(rings.keys());
    for (const ring of pair) met.add(ring);
  }
  return met;
}

function* meetings(rings: Float64Array[]): Generator<[number, number] | 'too many'> {
  const segments = rings.flatMap(segmentsOf);
  segments.sort((a, b) => Math.min(a.x1, a.x2) - Math.min(b.x1, b.x2));
  let comparisons = 0;
  for (let i = 0; i < segments.length; i += 1) {
    const a = segments[i] as Segment;
    const right = Math.max(a.x1, a.x2);
    for (let j = i + 1; j < segments.length; j += 1) {
      const b = segments[j] as Segment;
      if (Math.min(b.x1, b.x2) > right) break;
      comparisons += 1;
      if (comparisons > MAX_COMPARISONS) {
        yield 'too many';
        return;
      }
      if (Math.max(a.y1, a.y2) < Math.min(b.y1, b.y2) || Math.max(b.y1, b.y2) < Math.min(a.y1, a.y2))
        continue;
      if (meet(a, b)) yield [a.ring, b.ring];
    }
  }
}

function segmentsOf(ring: Float64Array, number: number): Segment[] {
  const segments: Segment[] = [];
  for (let i = 0; i < ring.length - 2; i += 2) {
    const [x1, y1, x2, y2] = [ring[i]!, ring[i + 1]!, ring[i + 2]!, ring[i + 3]!];
    // Repeated positions are allowed.
    if (x1 !== x2 || y1 !== y2) segments.push({ ring: number, at: segments.length, of: 0, x1, y1, x2, y2 });
  }
  for (const segment of segments) segment.of = segments.length;
  return segments;
}

function meet(a: Segment, b: Segment): boolean {
  if (a.ring === b.ring && a.of > 2) {
    const [first, second] = (a.at + 1) % a.of === b.at ? [a, b] : (b.at + 1) % a.of === a.at ? [b, a] : [];
    // Neighbours may not fold back upon one another.
    if (first && second) {
      const side = turn(first.x1, first.y1, first.x2, first.y2, second.x2, second.y2);
      const onwards =
        (first.x2 - first.x1) * (second.x2 - second.x1) + (first.y2 - first.y1) * (second.y2 - second.y1);
      return side === 0 && onwards < 0;
    }
  }
  const [p, q] = [turn(a.x1, a.y1, a.x2, a.y2, b.x1, b.y1), turn(a.x1, a.y1, a.x2, a.y2, b.x2, b.y2)];
  const [r, s] = [turn(b.x1, b.y1, b.x2, b.y2, a.x1, a.y1), turn(b.x1, b.y1, b.x2, b.y2, a.x2, a.y2)];
  return p * q <= 0 && r * s <= 0;
}

/** 1 to the left, -1 to the right; 0 when rounding hides it (Shewchuk's bound for this determinant). */
function turn(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): -1 | 0 | 1 {
  const left = (ax - cx) * (by - cy);
  const right = (ay - cy) * (bx - cx);
  const found = left - right;
  if (Math.abs(found) <= 3.4e-16 * (Math.abs(left) + Math.abs(right))) return 0;
  return found > 0 ? 1 : -1;
}

/** By the number of crossings of a ray; the position is not on the ring. */
function isInside(x: number, y: number, ring: Float64Array): boolean {
  let inside = false;
  for (let i = 0; i < ring.length - 2; i += 2) {
    const [x1, y1, x2, y2] = [ring[i]!, ring[i + 1]!, ring[i + 2]!, ring[i + 3]!];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
  }
  return inside;
}
