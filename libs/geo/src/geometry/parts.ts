import { BrokenGeometry, CurvedGeometry, readCount, wkbStart } from './wkb.ts';

/** A point, line or polygon by itself. */
export interface Part {
  dimension: 0 | 1 | 2;
  /** ISO WKB, little-endian, without measures. */
  wkb: Uint8Array;
  positions: number;
}

const MAX_DEPTH = 32;
const CODES = [1, 2, 3] as const;

interface Walk {
  view: DataView;
  at: number;
  depth: number;
  hasZ: boolean;
  found: Part[];
}

/**
 * The points, lines and polygons of which a GeoPackage geometry consists, all with heights or all without; missing heights
 * become 0. Empty ones are left out.
 * Throws BrokenGeometry when its bytes are no geometry, CurvedGeometry when it has arcs.
 */
export function partsOf(blob: Uint8Array, { hasZ }: { hasZ: boolean }): Part[] {
  const start = wkbStart(blob);
  if (start === null) return [];
  const view = new DataView(blob.buffer, blob.byteOffset, blob.byteLength);
  const walk: Walk = { view, at: start, depth: 0, hasZ, found: [] };
  try {
    readGeometry(walk);
  } catch (error) {
    if (error instanceof RangeError) throw new BrokenGeometry('ends before its last coordinate');
    throw error;
  }
  return walk.found;
}

/** The rings of a polygon of `partsOf`: x and y in turn, the shell first. */
export function ringsOf({ wkb }: Part): Float64Array[] {
  const view = new DataView(wkb.buffer, wkb.byteOffset, wkb.byteLength);
  const axes = view.getUint32(1, true) > 1000 ? 3 : 2;
  const rings: Float64Array[] = [];
  let at = 9;
  for (let i = 0; i < view.getUint32(5, true); i += 1) {
    const count = view.getUint32(at, true);
    at += 4;
    const xy = new Float64Array(count * 2);
    for (let j = 0; j < count; j += 1, at += axes * 8) {
      xy[j * 2] = view.getFloat64(at, true);
      xy[j * 2 + 1] = view.getFloat64(at + 8, true);
    }
    rings.push(xy);
  }
  return rings;
}

/** The paths of a part of `partsOf`: the rings of a polygon, the one path of a line, the position of a point. */
export function pathsOf(part: Part): Float64Array[] {
  if (part.dimension === 2) return ringsOf(part);
  const view = new DataView(part.wkb.buffer, part.wkb.byteOffset, part.wkb.byteLength);
  const axes = view.getUint32(1, true) > 1000 ? 3 : 2;
  const xy = new Float64Array(part.positions * 2);
  for (let i = 0, at = part.dimension === 0 ? 5 : 9; i < part.positions; i += 1, at += axes * 8) {
    xy[i * 2] = view.getFloat64(at, true);
    xy[i * 2 + 1] = view.getFloat64(at + 8, true);
  }
  return [xy];
}

/** A line of one path or a polygon of rings, without heights: the opposite of `pathsOf`. */
export function partOf(dimension: 1 | 2, paths: Float64Array[]): Part {
  const positions = paths.reduce((sum, { length }) => sum + length / 2, 0);
  const wkb = new Uint8Array(5 + (dimension === 2 ? 4 : 0) + paths.length * 4 + positions * 16);
  const view = new DataView(wkb.buffer);
  view.setUint8(0, 1);
  view.setUint32(1, CODES[dimension], true);
  let at = 5;
  if (dimension === 2) {
    view.setUint32(at, paths.length, true);
    at += 4;
  }
  for (const xy of paths) {
    view.setUint32(at, xy.length / 2, true);
    at += 4;
    for (const value of xy) {
      view.setFloat64(at, value, true);
      at += 8;
    }
  }
  return { dimension, wkb, positions };
}

/** Whether all its positions are somewhere; GEOS fails at others. */
export function isFinitePart({ wkb, dimension }: Part): boolean {
  const view = new DataView(wkb.buffer, wkb.byteOffset, wkb.byteLength);
  const axes = view.getUint32(1, true) > 1000 ? 3 : 2;
  const paths = dimension === 2 ? view.getUint32(5, true) : 1;
  let at = dimension === 2 ? 9 : 5;
  for (let path = 0; path < paths; path += 1) {
    let count = 1;
    if (dimension > 0) {
      count = view.getUint32(at, true);
      at += 4;
    }
    for (let i = 0; i < count; i += 1, at += axes * 8)
      if (!Number.isFinite(view.getFloat64(at, true) + view.getFloat64(at + 8, true))) return false;
  }
  return true;
}

interface Head {
  start: number;
  type: number;
  little: boolean;
  axesIn: number;
  zIn: boolean;
  /** Its bytes need no conversion. */
  asIs: boolean;
}

function readHead(walk: Walk): Head {
  const { view, at: start } = walk;
  const order = view.getUint8(start);
  if (order > 1) throw new BrokenGeometry('has an invalid byte order');
  const little = order === 1;
  const code = view.getUint32(start + 1, little);
  // PostGIS marks dimensions in the high bits (EWKB), ISO with thousands.
  const plain = code & 0x0fffffff;
  const iso = Math.floor(plain / 1000);
  const type = plain % 1000;
  if (iso > 3 || type === 0 || type > 17) throw new BrokenGeometry('has an unknown type');
  const zIn = iso === 1 || iso === 3 || (code & 0x80000000) !== 0;
  const mIn = iso >= 2 || (code & 0x40000000) !== 0;
  walk.at = start + ((code & 0x20000000) !== 0 ? 9 : 5);
  const asIs = little && !mIn && zIn === walk.hasZ && code === type + (zIn ? 1000 : 0);
  return { start, type, little, axesIn: 2 + Number(zIn) + Number(mIn), zIn, asIs };
}

function readGeometry(walk: Walk): void {
  if (walk.depth > MAX_DEPTH) throw new BrokenGeometry('is nested too deeply');
  const head = readHead(walk);
  const { type } = head;
  if (type === 1) readSimple(walk, head, { dimension: 0, paths: 'one position' });
  else if (type === 2) readSimple(walk, head, { dimension: 1, paths: 'one' });
  else if (type === 3 || type === 17) readSimple(walk, head, { dimension: 2, paths: 'many' });
  else if ((type >= 4 && type <= 7) || type === 15 || type === 16) {
    const count = readCount(walk, head.little, 5);
    walk.depth += 1;
    for (let i = 0; i < count; i += 1) readGeometry(walk);
    walk.depth -= 1;
  } else throw new CurvedGeometry();
}

function readSimple(
  walk: Walk,
  head: Head,
  { dimension, paths }: { dimension: Part['dimension']; paths: 'one position' | 'one' | 'many' },
): void {
  const body = walk.at;
  const counts: number[] = [];
  if (paths === 'one position') {
    walk.at += head.axesIn * 8;
    counts.push(1);
  } else {
    const many = paths === 'many' ? readCount(walk, head.little, 4) : 1;
    for (let i = 0; i < many; i += 1) {
      const count = readCount(walk, head.little, head.axesIn * 8);
      walk.at += count * head.axesIn * 8;
      counts.push(count);
    }
  }
  const { view } = walk;
  if (walk.at > view.byteLength) throw new RangeError();
  const isEmpty = dimension === 0 ? Number.isNaN(view.getFloat64(body, head.little)) : (counts[0] ?? 0) === 0;
  if (isEmpty) return;
  const wkb =
    head.asIs && head.type !== 17
      ? new Uint8Array(view.buffer, view.byteOffset + head.start, walk.at - head.start)
      : rewritten(walk, head, { dimension, body, counts });
  walk.found.push({ dimension, wkb, positions: counts.reduce((sum, count) => sum + count, 0) });
}

/** In the other byte order, with or without a third axis. */
function rewritten(
  { view, hasZ }: Walk,
  { little, axesIn, zIn }: Head,
  { dimension, body, counts }: { dimension: Part['dimension']; body: number; counts: number[] },
): Uint8Array {
  const axes = hasZ ? 3 : 2;
  const positions = counts.reduce((sum, count) => sum + count, 0);
  const heads = dimension === 2 ? 4 + counts.length * 4 : dimension === 1 ? 4 : 0;
  const wkb = new Uint8Array(5 + heads + positions * axes * 8);
  const to = new DataView(wkb.buffer);
  to.setUint8(0, 1);
  to.setUint32(1, CODES[dimension] + (hasZ ? 1000 : 0), true);
  let [from, at] = [body, 5];
  if (dimension === 2) {
    to.setUint32(at, counts.length, true);
    [from, at] = [from + 4, at + 4];
  }
  for (const count of counts) {
    if (dimension > 0) {
      to.setUint32(at, count, true);
      [from, at] = [from + 4, at + 4];
    }
    for (let i = 0; i < count; i += 1, from += axesIn * 8, at += axes * 8) {
      to.setFloat64(at, view.getFloat64(from, little), true);
      to.setFloat64(at + 8, view.getFloat64(from + 8, little), true);
      if (hasZ) to.setFloat64(at + 16, zIn ? view.getFloat64(from + 16, little) : 0, true);
    }
  }
  return wkb;
}
