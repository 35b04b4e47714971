/** Header of a GeoPackage geometry without an envelope, little-endian, srs_id 4326. */
export const HEADER = '47500001e6100000';

/** A geometry in WKB: type, then numbers of parts and coordinates. */
export function hex(type: number, ...parts: (number | string)[]): string {
  return `01${word(type)}${parts.map((part) => (typeof part === 'number' ? word(part) : part)).join('')}`;
}

function word(value: number): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes.toString('hex');
}

export function path(...xy: number[]): string {
  const bytes = Buffer.alloc(xy.length * 8);
  xy.forEach((value, i) => bytes.writeDoubleLE(value, i * 8));
  return bytes.toString('hex');
}

/** EWKB: the SRID follows the type. */
export function withSrid(srid: number, wkb: string): string {
  const type = (Buffer.from(wkb, 'hex').readUInt32LE(1) | 0x20000000) >>> 0;
  return `01${word(type)}${word(srid >>> 0)}${wkb.slice(10)}`;
}

const RING = word(4) + path(0, 0, 1, 0, 1, 1, 0, 0);
export const POINT = hex(1, path(1, 2));

/** In WKB, and why PostGIS refuses it. */
export const BROKEN: [string, string][] = [
  [hex(2, 1, path(1, 2)), 'it is a line of one point'],
  [hex(3, 1, 3, path(0, 0, 1, 1, 0, 0)), 'it has a ring of fewer than four points'],
  [hex(3, 1, 0), 'it has a ring of fewer than four points'],
  [hex(3, 2, RING, 4, path(0, 0, 1, 0, 1, 1, 0, 5)), 'it has a ring that is not closed'],
  [hex(2, 3, path(1, 2, 3, 4)), 'it ends before its last coordinate'],
  ['', 'it ends before its last coordinate'],
  ['010100', 'it ends before its last coordinate'],
  [hex(99, path(1, 2)), 'it has an unknown type'],
  [`02${POINT.slice(2)}`, 'it has an invalid byte order'],
  [hex(7, 1).repeat(200) + POINT, 'it is nested too deeply'],
  [hex(4, 1, hex(2, 0)), 'it is a collection with a member of another kind'],
  [hex(7, 1, hex(1001, path(1, 2, 3))), 'its parts differ in their dimensions'],
  [withSrid(3857, POINT), 'its SRID is 3857, that of the column 4326'],
  [withSrid(1_000_000, hex(2, 0)), 'its SRID is 1000000, that of the column 4326'],
  [withSrid(3857, hex(8, 3, path(0, 0, 1, 1, 2, 0))), 'its SRID is 3857, that of the column 4326'],
];

/** What PostGIS takes as it is. */
export const ODD = [
  hex(3, 1, 5, path(0, 0, 1, 1, 1, 0, 0, 1, 0, 0)),
  hex(1, path(NaN, NaN)),
  hex(2, 2, path(1, Infinity, NaN, 2)),
  hex(2, 0),
  hex(3, 0),
  hex(7, 0),
  `${POINT}00ff`,
  hex(7, 1).repeat(198) + POINT,
  ...[4326, 0, -1].map((srid) => withSrid(srid, POINT)),
  hex(7, 2, withSrid(3857, POINT), withSrid(4326, POINT)),
];
