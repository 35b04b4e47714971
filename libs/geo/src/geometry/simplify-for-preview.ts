import { clipLine, clipRing } from './clip-path.ts';
import { Positions } from './positions.ts';
import { everyOther, simplify } from './simplify-path.ts';
import { toGeopackage } from './write-wkb.ts';
import { BrokenGeometry, CurvedGeometry, readShapes } from './wkb.ts';
import type { Path, Shape } from './wkb.ts';

type Box = [number, number, number, number];

const ATTEMPTS = 3;
/** Times as many positions are worth another pass over all of them. */
const WORTH_A_PASS = 8;
/** Steps of the grid in one tolerance: finer than anything that shows. */
const STEPS = 8;
/** Numbers that a path has at least. */
const LEAST = { points: 2, line: 4, shell: 6, hole: 6 };

/**
 * A geometry with as few positions as a drawing needs in which `tolerance`, in the units of its CRS, is too small to see, and about
 * `maxPositions` at most; heights are left out. Parts far from `box` are left out as well. Null for invalid geometries and those with arcs.
 */
export function simplifyForPreview(
  geometry: Uint8Array,
  { tolerance, box, maxPositions }: { tolerance: number; box: Box | null; maxPositions: number },
): Uint8Array | null {
  let shapes: Shape[];
  try {
    shapes = readShapes(geometry);
  } catch (error) {
    if (error instanceof BrokenGeometry || error instanceof CurvedGeometry) return null;
    throw error;
  }
  const near = box ? widen(box) : null;
  let thin = shapes.map((shape) => thinShape(shape, tolerance, near));
  // A feature of the view that has nothing near it stays as a whole.
  if (positionsOf(thin) === 0) thin = shapes.map((shape) => thinShape(shape, tolerance, null));
  let coarse = tolerance;
  for (let i = 0; i < ATTEMPTS && positionsOf(thin) > maxPositions; i += 1) {
    coarse *= 4;
    // What hardly became shorter will not do so in the next pass either.
    decimate(thin, maxPositions * WORTH_A_PASS);
    thin = thin.map((shape) => thinShape(shape, coarse, null));
  }
  decimate(thin, maxPositions);
  return toGeopackage(dropPaths(thin, maxPositions), geometry);
}

/** Leaves out positions evenly, wherever they are, until about this many are left. */
function decimate(shapes: Shape[], most: number): void {
  const step = Math.ceil(positionsOf(shapes) / most);
  if (step > 1) for (const { paths } of shapes) for (const path of paths) path.xy = everyOther(path.xy, step);
}

/** Leaves out paths evenly, with the holes of each, where there are so many that none can become shorter. */
function dropPaths(shapes: Shape[], most: number): Shape[] {
  const step = Math.ceil(positionsOf(shapes) / most);
  if (step <= 1) return shapes;
  return shapes.map(({ kind, paths }) => {
    let part = -1;
    return {
      kind,
      paths: paths.filter(({ role }) => {
        if (role !== 'hole') part += 1;
        return part % step === 0;
      }),
    };
  });
}

function positionsOf(shapes: Shape[]): number {
  return shapes.reduce((sum, { paths }) => sum + paths.reduce((n, { xy }) => n + xy.length / 2, 0), 0);
}

/** The view and as much around it, so that no cut is seen. */
function widen([minX, minY, maxX, maxY]: Box): Box {
  const [width, height] = [maxX - minX, maxY - minY];
  return [minX - width, minY - height, maxX + width, maxY + height];
}

function thinShape({ kind, paths }: Shape, tolerance: number, near: Box | null): Shape {
  const thin: Path[] = [];
  let isGone = false;
  for (const { role, xy } of paths) {
    if (role === 'hole' && isGone) continue;
    const pieces = cut({ role, xy }, near).flatMap((piece) => thinPath(piece, role, tolerance) ?? []);
    if (role !== 'hole') isGone = pieces.length === 0;
    for (const piece of pieces) thin.push({ role, xy: piece });
  }
  return { kind, paths: thin };
}

/** The parts of a path that are near, rings without their last position. */
function cut({ role, xy }: Path, near: Box | null): Float64Array[] {
  const isRing = role === 'shell' || role === 'hole';
  const open = isRing ? xy.subarray(0, -2) : xy;
  if (!near || role === 'points') return [open];
  const box = { minX: near[0], minY: near[1], maxX: near[2], maxY: near[3] };
  const all = new Positions();
  for (let i = 0; i < open.length; i += 2) all.push(open[i]!, open[i + 1]!);
  const pieces: Float64Array[] = [];
  const keep = ({ values, length }: Positions) => void pieces.push(values.slice(0, length));
  const stretch = { from: 0, to: all.length };
  if (isRing) keep(clipRing(all, stretch, box));
  else clipLine(all, { ...stretch, box }, keep);
  return pieces;
}

/** Null when nothing is left of it. */
function thinPath(xy: Float64Array, role: Path['role'], tolerance: number): Float64Array | null {
  if (xy.length === 0) return null;
  const isRing = role === 'shell' || role === 'hole';
  const unit = tolerance / STEPS;
  const [left, top] = [xy[0]!, xy[1]!];
  // A loop: the mapping of Int32Array.from takes seconds for millions of positions.
  const grid = new Int32Array(xy.length);
  for (let i = 0; i < xy.length; i += 2) {
    grid[i] = clamp((xy[i]! - left) / unit);
    grid[i + 1] = clamp((xy[i + 1]! - top) / unit);
  }
  const thin = role === 'points' ? apart(grid) : simplify(grid, STEPS, isRing);
  if (thin.length < LEAST[role]) return null;
  const out = new Float64Array(thin.length + (isRing ? 2 : 0));
  for (let i = 0; i < thin.length; i += 2) {
    out[i] = thin[i]! * unit + left;
    out[i + 1] = thin[i + 1]! * unit + top;
  }
  if (isRing) out.set([out[0]!, out[1]!], thin.length);
  return out;
}

function clamp(value: number): number {
  return Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, Math.round(value)));
}

/** One point for each tolerance. */
function apart(grid: Int32Array): Int32Array {
  const taken = new Set<number>();
  const out: number[] = [];
  for (let i = 0; i < grid.length; i += 2) {
    const place = Math.round(grid[i]! / STEPS) * 2 ** 26 + Math.round(grid[i + 1]! / STEPS);
    if (taken.has(place)) continue;
    taken.add(place);
    out.push(grid[i]!, grid[i + 1]!);
  }
  return Int32Array.from(out);
}
