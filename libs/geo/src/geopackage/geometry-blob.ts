import { positionsOf } from '../geometry/geojson-geometry.ts';
import type { GeoJsonGeometry, Position, SimpleType } from '../geometry/geojson-geometry.ts';

const CODES: Record<SimpleType, number> = {
  Point: 1,
  LineString: 2,
  Polygon: 3,
  MultiPoint: 4,
  MultiLineString: 5,
  MultiPolygon: 6,
};

/**
 * A geometry as a GeoPackage holds it: a header with the envelope, then ISO WKB, little-endian (OGC 12-128r18, clause
 * 2.1.3). With `hasZ` a position without a height gets 0.
 */
export function geometryBlob(
  geometry: GeoJsonGeometry,
  { srsId, hasZ }: { srsId: number; hasZ: boolean },
): Uint8Array {
  const isPoint = geometry.type === 'Point';
  const header = Buffer.alloc(isPoint ? 8 : 40);
  header.write('GP', 'latin1');
  header[3] = isPoint ? 1 : 3;
  header.writeInt32LE(srsId, 4);
  if (!isPoint) {
    const positions = positionsOf(geometry);
    const ends = [0, 1].flatMap((axis) => {
      const values = positions.map((position) => position[axis] as number);
      return [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
    });
    for (const [i, value] of ends.entries()) header.writeDoubleLE(value, 8 + i * 8);
  }
  return new Uint8Array(Buffer.concat([header, ...wkb(geometry, hasZ)]));
}

function wkb({ type, coordinates }: GeoJsonGeometry, hasZ: boolean): Buffer[] {
  const start = head(CODES[type] + (hasZ ? 1000 : 0));
  switch (type) {
    case 'Point':
      return [start, path([coordinates as Position], hasZ)];
    case 'LineString':
      return [start, count(coordinates), path(coordinates as Position[], hasZ)];
    case 'Polygon':
      return [
        start,
        count(coordinates),
        ...(coordinates as Position[][]).flatMap((ring) => [count(ring), path(ring, hasZ)]),
      ];
    default: {
      const single = type.slice('Multi'.length) as SimpleType;
      const parts = coordinates as GeoJsonGeometry['coordinates'][];
      return [
        start,
        count(parts),
        ...parts.flatMap((part) => wkb({ type: single, coordinates: part } as GeoJsonGeometry, hasZ)),
      ];
    }
  }
}

function head(code: number): Buffer {
  const bytes = Buffer.alloc(5, 1);
  bytes.writeUInt32LE(code, 1);
  return bytes;
}

function count(parts: { length: number }): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(parts.length);
  return bytes;
}

function path(positions: Position[], hasZ: boolean): Buffer {
  const axes = hasZ ? 3 : 2;
  const bytes = Buffer.alloc(positions.length * axes * 8);
  for (const [i, position] of positions.entries())
    for (let axis = 0; axis < axes; axis += 1)
      bytes.writeDoubleLE(position[axis] ?? 0, (i * axes + axis) * 8);
  return bytes;
}
