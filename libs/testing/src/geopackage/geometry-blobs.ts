/**
 * Geometries as a GeoPackage stores them (OGC 12-128r18, 2.1.3): `GP`, version, flags, SRID, envelope, then ISO WKB, little-endian.
 * Coordinates are x, y or x, y, z.
 */
export function pointBlob(position: number[], srid = 4326): Buffer {
  return geometryBlob(wkb(1, position.length, coordinates(position)), { srid });
}

export function lineBlob(positions: number[][], srid = 4326): Buffer {
  const body = Buffer.concat([count(positions.length), ...positions.map(coordinates)]);
  return geometryBlob(wkb(2, positions[0]?.length ?? 2, body), { srid, envelope: envelopeOf(positions) });
}

export function polygonBlob(rings: number[][][], srid = 4326): Buffer {
  const parts = rings.map((ring) => Buffer.concat([count(ring.length), ...ring.map(coordinates)]));
  const body = Buffer.concat([count(rings.length), ...parts]);
  return geometryBlob(wkb(3, rings[0]?.[0]?.length ?? 2, body), { srid, envelope: envelopeOf(rings.flat()) });
}

/** A header before any bytes, also before some that are no WKB. */
export function geometryBlob(
  body: Uint8Array,
  {
    srid = 4326,
    envelope = [],
    isEmpty = false,
  }: { srid?: number; envelope?: number[]; isEmpty?: boolean } = {},
): Buffer {
  const header = Buffer.alloc(8);
  header.write('GP', 'latin1');
  header[3] = 1 | (envelope.length === 4 ? 2 : 0) | (isEmpty ? 16 : 0);
  header.writeInt32LE(srid, 4);
  return Buffer.concat([header, coordinates(envelope), body]);
}

/** `type` as in WKB without Z: 1 point, 2 line, 3 polygon. */
export function wkb(type: number, dimensions: number, body: Uint8Array): Buffer {
  return Buffer.concat([Buffer.of(1), count(type + (dimensions === 3 ? 1000 : 0)), body]);
}

function envelopeOf(positions: number[][]): number[] {
  const [xs, ys] = [positions.map(([x]) => x!), positions.map(([, y]) => y!)];
  return [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
}

function coordinates(values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 8);
  values.forEach((value, i) => bytes.writeDoubleLE(value, i * 8));
  return bytes;
}

function count(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
