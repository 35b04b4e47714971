/** PostGIS takes this many collections within each other (LW_PARSER_MAX_DEPTH is 200). */
const MAX_DEPTH = 198;

/** The types that a collection may have as members, by its type; an absent one may have all. */
const MEMBERS: Record<number, readonly number[]> = {
  4: [1],
  5: [2],
  6: [3],
  9: [2, 8],
  10: [2, 8, 9],
  11: [2, 8, 9],
  12: [3, 10],
  15: [3],
  16: [17],
};

/** EWKB: four bytes with an SRID follow the type. */
export const SRID_FLAG = 0x20000000;

interface Cursor {
  view: DataView;
  at: number;
}

interface Head {
  little: boolean;
  type: number;
  hasZ: boolean;
  dimensions: number;
}

/**
 * Why PostGIS 3.3 refuses a geometry in WKB or EWKB that a binary COPY sends, as the end of a sentence; null when it takes it. A
 * refusal there ends the whole load, and zero bytes end the server (liblwgeom, lwin_wkb.c). Self-intersections, empty geometries,
 * coordinates that are not finite, and bytes behind the end are accepted there and here. `srid` is that of the column, 0 for a column
 * that takes any.
 */
export function findRefusal(view: DataView, start: number, srid: number): string | null {
  const cursor = { view, at: start };
  try {
    return checkGeometry(cursor, 0, null) ?? checkSrid(view, start, srid);
  } catch (error) {
    if (error instanceof RangeError) return CUT;
    throw error;
  }
}

/** Type and dimensions of a geometry that `findRefusal` found nothing against. */
export function readKind(view: DataView, start: number): { type: number; hasZ: boolean; hasM: boolean } {
  const { type, hasZ, dimensions } = readHead({ view, at: start }) as Head;
  return { type, hasZ, hasM: dimensions - (hasZ ? 1 : 0) === 3 };
}

const CUT = 'it ends before its last coordinate';

/**
 * PostGIS compares the SRID of EWKB with the column's, for empty geometries too, but not those of members. An SRID below 1 means that
 * the geometry has no SRID.
 */
function checkSrid(view: DataView, start: number, expected: number): string | null {
  const little = view.getUint8(start) === 1;
  if (expected === 0 || (view.getUint32(start + 1, little) & SRID_FLAG) === 0) return null;
  const srid = view.getInt32(start + 5, little);
  return srid < 1 || srid === expected ? null : `its SRID is ${srid}, that of the column ${expected}`;
}

function checkGeometry(cursor: Cursor, depth: number, parent: Head | null): string | null {
  const head = readHead(cursor);
  if (typeof head === 'string') return head;
  if (parent) {
    const allowed = MEMBERS[parent.type];
    if (allowed && !allowed.includes(head.type)) return 'it is a collection with a member of another kind';
    if (head.hasZ !== parent.hasZ || head.dimensions !== parent.dimensions)
      return 'its parts differ in their dimensions';
  }
  switch (head.type) {
    case 1:
      return skip(cursor, 1, head);
    case 2:
      return checkPath(cursor, head, 'line');
    case 8:
      return checkPath(cursor, head, 'arcs');
    case 3:
    case 17:
      return checkRings(cursor, head);
    default:
      return checkMembers(cursor, depth, head);
  }
}

function readHead(cursor: Cursor): Head | string {
  const { view, at } = cursor;
  const order = view.getUint8(at);
  if (order > 1) return 'it has an invalid byte order';
  const little = order === 1;
  const code = view.getUint32(at + 1, little);
  cursor.at += (code & SRID_FLAG) === 0 ? 5 : 9;
  // ISO has the dimensions in the thousands, PostGIS in the high bits.
  const plain = code & 0x0fffffff;
  const thousands = Math.floor(plain / 1000);
  const type = OLD_TYPES[plain % 1000] ?? plain % 1000;
  if (type === 0 || type > 17) return 'it has an unknown type';
  const hasZ = (code & 0x80000000) !== 0 || thousands === 1 || thousands === 3;
  const hasM = (code & 0x40000000) !== 0 || thousands === 2 || thousands === 3;
  return { little, type, hasZ, dimensions: 2 + (hasZ ? 1 : 0) + (hasM ? 1 : 0) };
}

/** Codes of PostGIS 1.5 for curve polygons and multicurves. */
const OLD_TYPES: Record<number, number> = { 13: 10, 14: 11 };

function checkMembers(cursor: Cursor, depth: number, head: Head): string | null {
  if (depth >= MAX_DEPTH) return 'it is nested too deeply';
  const count = readCount(cursor, head);
  for (let i = 0; i < count; i += 1) {
    const refusal = checkGeometry(cursor, depth + 1, head);
    if (refusal !== null) return refusal;
  }
  return null;
}

function checkPath(cursor: Cursor, head: Head, kind: 'line' | 'arcs'): string | null {
  const count = readCount(cursor, head);
  if (count === 1) return 'it is a line of one point';
  if (kind === 'arcs' && count > 0 && (count < 3 || count % 2 === 0))
    return 'its arcs need an odd number of points';
  return skip(cursor, count, head);
}

function checkRings(cursor: Cursor, head: Head): string | null {
  const rings = readCount(cursor, head);
  if (head.type === 17 && rings > 1) return 'it is a triangle with more than one ring';
  for (let i = 0; i < rings; i += 1) {
    const count = readCount(cursor, head);
    const start = cursor.at;
    const cut = skip(cursor, count, head);
    if (cut !== null) return cut;
    if (count < 4) return 'it has a ring of fewer than four points';
    const last = cursor.at - head.dimensions * 8;
    // Triangles may be open there.
    if (head.type === 17) continue;
    if (!isSame(cursor.view, start, last)) return 'it has a ring that is not closed';
  }
  return null;
}

/** PostGIS compares the bytes of two positions without their heights, so that 0 and -0 differ. */
function isSame(view: DataView, from: number, to: number): boolean {
  for (let i = 0; i < 16; i += 4) if (view.getUint32(from + i) !== view.getUint32(to + i)) return false;
  return true;
}

function readCount(cursor: Cursor, { little }: Head): number {
  const count = cursor.view.getUint32(cursor.at, little);
  cursor.at += 4;
  return count;
}

function skip(cursor: Cursor, positions: number, { dimensions }: Head): string | null {
  cursor.at += positions * dimensions * 8;
  return cursor.at > cursor.view.byteLength ? CUT : null;
}
