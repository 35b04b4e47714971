/** Bytes that are not a geometry. The message says why, as the end of a sentence. */
export class BrokenGeometry extends Error {}

/** A geometry with arcs, which have to be made straight before it can be drawn. */
export class CurvedGeometry extends Error {}

export type Role = 'points' | 'line' | 'shell' | 'hole';

/** Positions that belong together: x and y in turn, heights and measures left out. */
export interface Path {
  role: Role;
  xy: Float64Array;
}

/** 1 points, 2 lines, 3 areas, as vector tiles number them. A polygon's shell comes before its holes. */
export interface Shape {
  kind: 1 | 2 | 3;
  paths: Path[];
}

const MAX_DEPTH = 32;

/** Names of the types by their code in WKB (ISO 19125-1 and ISO 13249-3). */
export const GEOMETRY_TYPES = [
  'Geometry',
  'Point',
  'LineString',
  'Polygon',
  'MultiPoint',
  'MultiLineString',
  'MultiPolygon',
  'GeometryCollection',
  'CircularString',
  'CompoundCurve',
  'CurvePolygon',
  'MultiCurve',
  'MultiSurface',
  'Curve',
  'Surface',
  'PolyhedralSurface',
  'TIN',
  'Triangle',
];

/**
 * Where the WKB begins behind the header of a GeoPackage geometry (OGC 12-128r18, clause 2.1.3); null for an empty one
 * that says so. Throws BrokenGeometry.
 */
export function wkbStart(blob: Uint8Array): number | null {
  if (blob.length < 8 || blob[0] !== 0x47 || blob[1] !== 0x50)
    throw new BrokenGeometry('does not start with a GeoPackage header');
  const flags = blob[3] as number;
  if (flags & 0x20) throw new BrokenGeometry('has an unsupported extended type');
  const envelope = [0, 32, 48, 48, 64][(flags >> 1) & 7];
  if (envelope === undefined || blob.length < 8 + envelope + 5)
    throw new BrokenGeometry('ends before its coordinates');
  return flags & 0x10 ? null : 8 + envelope;
}

/** Name of the type that a GeoPackage geometry begins with. Throws BrokenGeometry. */
export function geometryTypeOf(blob: Uint8Array): string {
  const envelope = [0, 32, 48, 48, 64][((blob[3] ?? 0) >> 1) & 7] ?? 0;
  const start = wkbStart(blob) ?? 8 + envelope;
  const view = new DataView(blob.buffer, blob.byteOffset, blob.byteLength);
  const { type } = readType(view.getUint32(start + 1, blob[start] === 1));
  return GEOMETRY_TYPES[type] as string;
}

/**
 * The shapes of a GeoPackage geometry: one, none when it is empty, several when it is a collection of different kinds.
 * Throws BrokenGeometry when its bytes are no geometry, CurvedGeometry when it has arcs.
 */
export function readShapes(blob: Uint8Array): Shape[] {
  const start = wkbStart(blob);
  return start === null ? [] : shapesFrom(blob, start);
}

/** Name of the type that WKB or EWKB begins with. Throws BrokenGeometry. */
export function typeOfWkb(wkb: Uint8Array): string {
  if (wkb.length < 5) throw new BrokenGeometry('ends before its type');
  const view = new DataView(wkb.buffer, wkb.byteOffset, wkb.byteLength);
  return GEOMETRY_TYPES[readType(view.getUint32(1, wkb[0] === 1)).type] as string;
}

/** West, south, east and north of a geometry in WKB or EWKB; null for an empty one. Throws what `readShapes` throws. */
export function boxOfWkb(wkb: Uint8Array): [number, number, number, number] | null {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { paths } of shapesFrom(wkb, 0)) {
    for (const { xy } of paths) {
      for (let i = 0; i < xy.length; i += 2) {
        const [x, y] = [xy[i] as number, xy[i + 1] as number];
        west = Math.min(west, x);
        east = Math.max(east, x);
        south = Math.min(south, y);
        north = Math.max(north, y);
      }
    }
  }
  return west === Infinity ? null : [west, south, east, north];
}

function shapesFrom(blob: Uint8Array, start: number): Shape[] {
  const shapes = new Map<Shape['kind'], Shape>();
  const view = new DataView(blob.buffer, blob.byteOffset, blob.byteLength);
  const reader: Reader = {
    view,
    at: start,
    depth: 0,
    add(kind, path) {
      const shape = shapes.get(kind);
      if (shape) shape.paths.push(path);
      else shapes.set(kind, { kind, paths: [path] });
    },
  };
  try {
    readGeometry(reader);
  } catch (error) {
    if (error instanceof RangeError) throw new BrokenGeometry('ends before its last coordinate');
    throw error;
  }
  for (const shape of shapes.values()) if (shape.kind === 1) joinPoints(shape);
  return [...shapes.values()];
}

interface Reader {
  view: DataView;
  at: number;
  depth: number;
  add(kind: Shape['kind'], path: Path): void;
}

/** PostGIS marks dimensions in the high bits (EWKB), ISO with thousands; both are met in the wild. */
function readType(code: number): { type: number; dimensions: number; hasSrid: boolean } {
  const ewkbZ = code & 0x80000000 ? 1 : 0;
  const ewkbM = code & 0x40000000 ? 1 : 0;
  const plain = code & 0x0fffffff;
  const iso = Math.floor(plain / 1000);
  const type = plain % 1000;
  if (iso > 3 || type === 0 || type >= GEOMETRY_TYPES.length) throw new BrokenGeometry('has an unknown type');
  const isoZ = iso === 1 || iso === 3 ? 1 : 0;
  const isoM = iso === 2 || iso === 3 ? 1 : 0;
  const dimensions = 2 + Math.max(ewkbZ, isoZ) + Math.max(ewkbM, isoM);
  return { type, dimensions, hasSrid: (code & 0x20000000) !== 0 };
}

function readGeometry(reader: Reader): void {
  if (reader.depth > MAX_DEPTH) throw new BrokenGeometry('is nested too deeply');
  const order = reader.view.getUint8(reader.at);
  if (order > 1) throw new BrokenGeometry('has an invalid byte order');
  const little = order === 1;
  const { type, dimensions, hasSrid } = readType(reader.view.getUint32(reader.at + 1, little));
  reader.at += hasSrid ? 9 : 5;
  if (type === 1) readPoint(reader, little, dimensions);
  else if (type === 2) reader.add(2, { role: 'line', xy: readPositions(reader, little, dimensions) });
  else if (type === 3 || type === 17) readPolygon(reader, little, dimensions);
  else if ((type >= 4 && type <= 7) || type === 15 || type === 16) readParts(reader, little);
  else throw new CurvedGeometry();
}

function readParts(reader: Reader, little: boolean): void {
  const count = readCount(reader, little, 5);
  reader.depth += 1;
  for (let i = 0; i < count; i += 1) readGeometry(reader);
  reader.depth -= 1;
}

/** An empty point has no numbers for coordinates. */
function readPoint(reader: Reader, little: boolean, dimensions: number): void {
  const x = reader.view.getFloat64(reader.at, little);
  const y = reader.view.getFloat64(reader.at + 8, little);
  reader.view.getFloat64(reader.at + (dimensions - 1) * 8, little);
  reader.at += dimensions * 8;
  if (Number.isNaN(x) && Number.isNaN(y)) return;
  reader.add(1, { role: 'points', xy: Float64Array.of(x, y) });
}

function readPolygon(reader: Reader, little: boolean, dimensions: number): void {
  const rings = readCount(reader, little, 4);
  for (let i = 0; i < rings; i += 1) {
    reader.add(3, { role: i === 0 ? 'shell' : 'hole', xy: readPositions(reader, little, dimensions) });
  }
}

function readPositions(reader: Reader, little: boolean, dimensions: number): Float64Array {
  const count = readCount(reader, little, dimensions * 8);
  const xy = new Float64Array(count * 2);
  const { view } = reader;
  let { at } = reader;
  for (let i = 0; i < count * 2; i += 2) {
    xy[i] = view.getFloat64(at, little);
    xy[i + 1] = view.getFloat64(at + 8, little);
    at += dimensions * 8;
  }
  reader.at = at;
  return xy;
}

/** A count must fit into the bytes that follow, so that no file makes us allocate more than it has. */
export function readCount(
  reader: { view: DataView; at: number },
  little: boolean,
  bytesEach: number,
): number {
  const count = reader.view.getUint32(reader.at, little);
  reader.at += 4;
  if (count * bytesEach > reader.view.byteLength - reader.at)
    throw new BrokenGeometry('ends before its last coordinate');
  return count;
}

function joinPoints(shape: Shape): void {
  if (shape.paths.length < 2) return;
  const xy = new Float64Array(shape.paths.length * 2);
  shape.paths.forEach((path, i) => xy.set(path.xy, i * 2));
  shape.paths = [{ role: 'points', xy }];
}
