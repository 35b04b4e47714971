import type { ByteWriter } from './bytes.ts';
import { boxOfPositions, EXTENT, uniteBoxes, UNITS_PER_PIXEL } from './grid.ts';
import type { GridBox } from './grid.ts';
import { everyOther, simplify } from '../../geometry/simplify-path.ts';

/**
 * The format of a shape in a block of a tile file. Positions are differences to the one before. Long paths are in runs with
 * boxes, so that drawing a small part skips the rest:
 *
 *     record = head, dx, dy                                                  a single point, or a dot
 *            | head, dx, dy, width, height, size, path …                     the box, then `size` bytes of paths
 *     head   = kind + 4 × dot + 8 × number of paths
 *     path   = (positions × 2 + is hole) [, box, size when there are several paths], run …
 *     run    = [box, size, last position, when the path has more than RUN positions,] difference …
 *
 * dx, dy lead from the corner of the record before to this one's; all other positions and boxes count from that corner.
 */
export const RUN = 128;
/** More of one shape cannot be seen in one tile. */
const POSITIONS_PER_TILE = 10_000;

export interface GridPath {
  isHole: boolean;
  xy: Int32Array;
}

export interface GridShape {
  kind: 1 | 2 | 3;
  paths: GridPath[];
  box: GridBox;
}

/** Where the record before began. */
export interface Cursor {
  x: number;
  y: number;
}

export function shapeOf(kind: GridShape['kind'], paths: GridPath[]): GridShape {
  return { kind, paths, box: uniteBoxes(paths.map(({ xy }) => boxOfPositions(xy))) };
}

/** The shape as it needs to be where one pixel is `pixel` units wide; null when it is no more than a dot there. */
export function coarser(shape: GridShape, pixel: number): GridShape | null {
  if (shape.kind === 1) return { ...shape, paths: shape.paths.map((path) => apart(path, pixel / 4)) };
  if (sizeOf(shape.box) < pixel) return null;
  const isArea = shape.kind === 3;
  const paths: GridPath[] = [];
  let isGone = false;
  for (const path of shape.paths) {
    // Holes go with their shell.
    if (path.isHole && isGone) continue;
    const size = sizeOf(boxOfPositions(path.xy));
    const isSmall = size < (path.isHole ? pixel : isArea ? pixel / 4 : pixel / 8);
    // Where positions are pixels apart, there is nothing to gain.
    const isSparse = (2 * size) / (path.xy.length / 2) > 2 * pixel;
    const xy = isSmall ? null : isSparse ? path.xy : simplify(path.xy, pixel / 2, isArea);
    const isDrawn = xy !== null && xy.length >= (isArea ? 6 : 4);
    if (isDrawn) paths.push({ isHole: path.isHole, xy });
    if (!path.isHole) isGone = !isDrawn;
  }
  const kept = paths.length > 0 ? paths : [largest(shape.paths)];
  const step = Math.ceil(count(kept) / (POSITIONS_PER_TILE * tilesOf(shape.box, pixel)));
  return { ...shape, paths: kept.map((path) => ({ ...path, xy: everyOther(path.xy, step) })) };
}

function count(paths: GridPath[]): number {
  return paths.reduce((sum, { xy }) => sum + xy.length / 2, 0);
}

/** Number of tiles that a box touches where one pixel is `pixel` units wide. */
function tilesOf({ minX, minY, maxX, maxY }: GridBox, pixel: number): number {
  const size = (pixel * EXTENT) / UNITS_PER_PIXEL;
  return Math.ceil((maxX - minX) / size) * Math.ceil((maxY - minY) / size) || 1;
}

/** Of many small parts one stays, so that the shape shows where it has something. */
function largest(paths: GridPath[]): GridPath {
  let most = -1;
  let found = paths[0]!;
  for (const path of paths) {
    const size = path.isHole ? -1 : sizeOf(boxOfPositions(path.xy));
    if (size > most) [most, found] = [size, path];
  }
  return found;
}

/** One point for each cell of this width. */
function apart(path: GridPath, cell: number): GridPath {
  if (path.xy.length <= RUN * 2) return path;
  const taken = new Set<number>();
  const xy: number[] = [];
  for (let i = 0; i < path.xy.length; i += 2) {
    const place = Math.floor(path.xy[i]! / cell) * 2 ** 24 + Math.floor(path.xy[i + 1]! / cell);
    if (taken.has(place)) continue;
    taken.add(place);
    xy.push(path.xy[i]!, path.xy[i + 1]!);
  }
  return { ...path, xy: Int32Array.from(xy) };
}

export function sizeOf({ minX, minY, maxX, maxY }: GridBox): number {
  return Math.max(maxX - minX, maxY - minY);
}

/** Writes a shape, or a dot in the middle of `box` when it is null. */
export function writeRecord(
  out: ByteWriter,
  shape: Pick<GridShape, 'kind' | 'box'> & { paths: GridPath[] | null },
  cursor: Cursor,
): void {
  const { kind, box, paths } = shape;
  const single = kind === 1 && paths?.length === 1 && paths[0]!.xy.length === 2;
  if (single || paths === null) {
    const x = Math.round((box.minX + box.maxX) / 2);
    const y = Math.round((box.minY + box.maxY) / 2);
    out.natural(kind + (single ? 0 : 4));
    move(out, cursor, x, y);
    return;
  }
  out.natural(kind + paths.length * 8);
  move(out, cursor, box.minX, box.minY);
  out.natural(box.maxX - box.minX);
  out.natural(box.maxY - box.minY);
  out.sized((inner) => {
    const how = { origin: cursor, alone: paths.length === 1, closes: kind === 3 };
    for (const path of paths) writePath(inner, path, how);
  });
}

function move(out: ByteWriter, cursor: Cursor, x: number, y: number): void {
  out.integer(x - cursor.x);
  out.integer(y - cursor.y);
  cursor.x = x;
  cursor.y = y;
}

interface How {
  /** What positions count from. */
  origin: Cursor;
  /** The only path of its record. */
  alone: boolean;
  closes: boolean;
}

function writePath(out: ByteWriter, path: GridPath, how: How): void {
  out.natural((path.xy.length / 2) * 2 + (path.isHole ? 1 : 0));
  if (how.alone) {
    writeRuns(out, path.xy, how);
    return;
  }
  writeBox(out, boxOfPositions(path.xy), how.origin);
  out.sized((inner) => writeRuns(inner, path.xy, how));
}

function writeRuns(out: ByteWriter, xy: Int32Array, { origin, closes }: How): void {
  const count = xy.length / 2;
  if (count <= RUN) {
    writePositions(out, xy, origin);
    return;
  }
  for (let from = 0; from < count; from += RUN) {
    const run = xy.subarray(from * 2, Math.min(from + RUN, count) * 2);
    // The line that leads to a run belongs to it; to the first of a ring leads the one that closes it.
    const before = from > 0 ? xy.subarray(from * 2 - 2, from * 2) : closes ? xy.subarray(-2) : run;
    writeBox(out, uniteBoxes([boxOfPositions(before), boxOfPositions(run)]), origin);
    out.sized((inner) => {
      inner.natural(run.at(-2)! - origin.x);
      inner.natural(run.at(-1)! - origin.y);
      writePositions(inner, run, origin);
    });
  }
}

function writeBox(out: ByteWriter, box: GridBox, origin: Cursor): void {
  out.natural(box.minX - origin.x);
  out.natural(box.minY - origin.y);
  out.natural(box.maxX - box.minX);
  out.natural(box.maxY - box.minY);
}

function writePositions(out: ByteWriter, xy: Int32Array, origin: Cursor): void {
  let { x, y } = origin;
  for (let i = 0; i < xy.length; i += 2) {
    out.integer(xy[i]! - x);
    out.integer(xy[i + 1]! - y);
    x = xy[i]!;
    y = xy[i + 1]!;
  }
}
