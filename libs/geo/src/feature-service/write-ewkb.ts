import { groupRings } from './group-rings.ts';
import type { EsriDimensions, EsriGeometry, EsriGeometryKind } from './types.ts';

const Z_FLAG = 0x80000000;
const M_FLAG = 0x40000000;
const SRID_FLAG = 0x20000000;

/** PostGIS's names of the types of columns: lines and areas may always have several parts. */
const COLUMN_TYPES: Record<EsriGeometryKind, string> = {
  point: 'Point',
  multipoint: 'MultiPoint',
  polyline: 'MultiLineString',
  polygon: 'MultiPolygon',
};

export function columnType(kind: EsriGeometryKind, { hasZ, hasM }: EsriDimensions): string {
  return `${COLUMN_TYPES[kind]}${hasZ ? 'Z' : ''}${hasM ? 'M' : ''}`;
}

/**
 * A geometry as PostGIS's EWKB; null when nothing of it is left: lines of one position and rings without an area are left out, as
 * the types of OGC do not have them. Coordinates stay as they are.
 */
export function toEwkb(geometry: EsriGeometry, dimensions: EsriDimensions, srid: number): Buffer | null {
  const { hasZ, hasM } = dimensions;
  const stride = 2 + Number(hasZ) + Number(hasM);
  const flags = (hasZ ? Z_FLAG : 0) + (hasM ? M_FLAG : 0);
  const numbers = geometry.paths.reduce((sum, path) => sum + path.length, 0);
  // A ring may be closed here, and each part has at most two headers of 9 bytes.
  const bytes = 32 + numbers * 8 + geometry.paths.length * (stride * 8 + 24) + (numbers / stride) * 5;
  const writer = new Writer(Buffer.allocUnsafe(Math.ceil(bytes)), flags);
  switch (geometry.kind) {
    case 'point':
      writer.begin(1, srid).numbers(geometry.paths[0]!.slice(0, stride));
      return writer.done();
    case 'multipoint':
      return writePoints(writer, geometry.paths[0]!, { stride, srid });
    case 'polyline': {
      const lines = geometry.paths.filter((path) => path.length >= 2 * stride);
      if (lines.length === 0) return null;
      writer.begin(5, srid).count(lines.length);
      for (const line of lines)
        writer
          .begin(2)
          .count(line.length / stride)
          .numbers(line);
      return writer.done();
    }
    case 'polygon': {
      const polygons = groupRings(geometry.paths, stride);
      if (polygons.length === 0) return null;
      writer.begin(6, srid).count(polygons.length);
      for (const rings of polygons) {
        writer.begin(3).count(rings.length);
        for (const ring of rings) writer.count(ring.length / stride).numbers(ring);
      }
      return writer.done();
    }
  }
}

function writePoints(
  writer: Writer,
  path: number[],
  { stride, srid }: { stride: number; srid: number },
): Buffer {
  writer.begin(4, srid).count(path.length / stride);
  for (let i = 0; i < path.length; i += stride) writer.begin(1).numbers(path.slice(i, i + stride));
  return writer.done();
}

class Writer {
  private at = 0;
  private readonly out: Buffer;
  private readonly flags: number;

  constructor(out: Buffer, flags: number) {
    this.out = out;
    this.flags = flags;
  }

  begin(type: number, srid?: number): this {
    this.at = this.out.writeUInt8(1, this.at);
    const flags = this.flags + (srid === undefined ? 0 : SRID_FLAG);
    this.count(type + flags);
    return srid === undefined ? this : this.count(srid);
  }

  count(value: number): this {
    this.at = this.out.writeUInt32LE(value, this.at);
    return this;
  }

  numbers(values: number[]): this {
    for (const value of values) this.at = this.out.writeDoubleLE(value, this.at);
    return this;
  }

  done(): Buffer {
    return this.out.subarray(0, this.at);
  }
}
