import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { BrokenGeometry, readShapes } from '../../geometry/wkb.ts';
import type { Shape } from '../../geometry/wkb.ts';
import { ByteReader, ByteWriter } from './bytes.ts';
import { areaOf, isOnMap, toGrid } from './grid.ts';
import type { Placement } from '../../reader-protocol/tile-types.ts';
import { GrowableArray } from './growable-array.ts';
import { Positions } from '../../geometry/positions.ts';
import { readRecord } from './record-reader.ts';
import { shapeOf, writeRecord } from './record.ts';
import type { GridPath, GridShape } from './record.ts';
import { unwrap } from './unwrap-longitudes.ts';

/** More of them would not fit into the memory that a tool may use. */
const MAX_SHAPES = 2 ** 24;
/** Numbers that a path of each kind has at least. */
const LEAST = { 1: 2, 2: 4, 3: 6 };
const FLUSH = 4 * 1024 * 1024;
const EVERYWHERE = { minX: -Infinity, minY: -Infinity, maxX: Infinity, maxY: Infinity };

export class TooManyShapes extends Error {}

/** All shapes of a layer on the grid: boxes and keys in memory, what is more than a point in a file. */
export interface Collection {
  count: number;
  key: BigInt64Array;
  minX: Int32Array;
  minY: Int32Array;
  maxX: Int32Array;
  maxY: Int32Array;
  /** Features that have no place in the world or whose bytes are no geometry. */
  skipped: number;
  /** Features without a geometry. */
  empty: number;
  shape(index: number): GridShape;
  /** Bytes of the shape, about. */
  weight(index: number): number;
  close(): void;
}

export function collect(
  rows: Iterable<{ key: bigint; geometry: unknown }>,
  { placement, expected, scratch }: { placement: Placement; expected: number; scratch: string },
): Collection {
  const ints = () => new GrowableArray((length) => new Int32Array(length), expected);
  const [minX, minY, maxX, maxY] = [ints(), ints(), ints(), ints()];
  const key = new GrowableArray((length) => new BigInt64Array(length), expected);
  /** Where the shape begins in the file; for single points, none. */
  const start = new GrowableArray((length) => new Float64Array(length), expected);
  const file = openSync(scratch, 'w+');
  const out = new ByteWriter();
  const positions = new Positions();
  let written = 0;
  let skipped = 0;
  let empty = 0;

  function flush(): void {
    for (let at = 0; at < out.length;) at += writeSync(file, out.bytes, at, out.length - at);
    written += out.length;
    out.length = 0;
  }

  function add(rowKey: bigint, shape: GridShape): void {
    if (key.length >= MAX_SHAPES) throw new TooManyShapes();
    key.push(rowKey);
    minX.push(shape.box.minX);
    minY.push(shape.box.minY);
    maxX.push(shape.box.maxX);
    maxY.push(shape.box.maxY);
    start.push(written + out.length);
    if (shape.kind === 1 && shape.paths.length === 1 && shape.paths[0]!.xy.length === 2) return;
    writeRecord(out, shape, { x: 0, y: 0 });
    if (out.length > FLUSH) flush();
  }

  for (const { key: rowKey, geometry } of rows) {
    const shapes = placeShapes(geometry, placement);
    if (shapes === null) skipped += 1;
    else if (shapes.length === 0) empty += 1;
    else for (const shape of shapes) add(rowKey, shape);
  }
  flush();
  start.push(written);
  const weight = (index: number) => start.values[index + 1]! - start.values[index]!;
  return {
    count: key.length,
    key: key.values,
    minX: minX.values,
    minY: minY.values,
    maxX: maxX.values,
    maxY: maxY.values,
    skipped,
    empty,
    weight,
    shape(index) {
      const size = weight(index);
      if (size === 0)
        return shapeOf(1, [{ isHole: false, xy: Int32Array.of(minX.values[index]!, minY.values[index]!) }]);
      const bytes = new Uint8Array(size);
      for (let at = 0; at < size;) at += readSync(file, bytes, at, size - at, start.values[index]! + at);
      const record = readRecord(new ByteReader(bytes), { x: 0, y: 0 }, { box: EVERYWHERE, positions });
      if (!record) throw new Error('a record that was written cannot be read');
      const { values } = record.positions;
      return shapeOf(
        record.kind,
        record.paths.map(({ isHole, from, to }) => ({
          isHole,
          xy: Int32Array.from(values.subarray(from, to)),
        })),
      );
    },
    close: () => closeSync(file),
  };
}

/** None for an empty geometry; null for one that cannot be drawn. Arcs are for the caller to make straight first. */
function placeShapes(geometry: unknown, placement: Placement): GridShape[] | null {
  if (geometry === null) return [];
  if (!(geometry instanceof Uint8Array)) return null;
  try {
    const read = readShapes(geometry).filter(({ paths }) => paths.some(({ xy }) => xy.length > 0));
    const placed = read.map((shape) => placeShape(shape, placement)).filter((shape) => shape !== null);
    return placed.length > 0 || read.length === 0 ? placed : null;
  } catch (error) {
    if (error instanceof BrokenGeometry) return null;
    throw error;
  }
}

function placeShape({ kind, paths }: Shape, placement: Placement): GridShape | null {
  const placed: GridPath[] = [];
  let isGone = false;
  const isTorn = placement === 'unprojected' && kind === 2;
  for (const { role, xy } of paths) {
    const isHole = role === 'hole';
    if (isHole && isGone) continue;
    const drawn = kind === 1 ? onMap(xy, placement) : isTorn ? unwrap(xy) : xy;
    const place = toGrid(drawn, placement, kind === 3);
    if (place === null) return null;
    const isDrawn = place.length >= LEAST[kind];
    if (!isHole) isGone = !isDrawn;
    if (isDrawn) placed.push({ isHole, xy: kind === 3 ? turned(place, isHole) : place });
  }
  // A line or an area that is smaller than the grid is a point of it.
  if (placed.length === 0 && kind > 1) {
    const first = toGrid(paths[0]!.xy.subarray(0, 2), placement, false);
    if (first?.length === 2) placed.push({ isHole: false, xy: first });
  }
  return placed.length > 0 ? shapeOf(kind, placed) : null;
}

/** MVT 2.1, clause 4.3.4.4: shells have a positive area by the surveyor's formula, holes a negative one. */
function turned(ring: Int32Array, isHole: boolean): Int32Array {
  if (areaOf(ring, ring.length) >= 0 !== isHole) return ring;
  const out = new Int32Array(ring.length);
  for (let i = 0; i < ring.length; i += 2) {
    out[i] = ring[ring.length - 2 - i]!;
    out[i + 1] = ring[ring.length - 1 - i]!;
  }
  return out;
}

/** Without points outside Web Mercator. */
function onMap(xy: Float64Array, placement: Placement): Float64Array {
  if (xy.length === 2) return isOnMap(xy[0]!, xy[1]!, placement) ? xy : new Float64Array(0);
  const kept: number[] = [];
  for (let i = 0; i < xy.length; i += 2)
    if (isOnMap(xy[i]!, xy[i + 1]!, placement)) kept.push(xy[i]!, xy[i + 1]!);
  return Float64Array.from(kept);
}
