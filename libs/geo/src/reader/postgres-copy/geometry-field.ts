import { findRefusal, SRID_FLAG } from './check-wkb.ts';
import type { CopyBuffer, FieldBuffer } from './copy-buffer.ts';

/** ISO WKB geometry types 1, 2, 3 become 4, 5, 6 (OGC 06-103r4, table 7). */
const MULTI_OFFSET = 3;

export interface LocatedGeometry {
  blob: Uint8Array;
  view: DataView;
  /** Where the WKB starts. */
  start: number;
}

/**
 * Where the WKB of a value is; null for no geometry, or why PostGIS would refuse it. The srs_id of the header does not count: it is a
 * number of the file, not of the database, and GDAL and QGIS go by that of the layer alone.
 */
export function locateGeometry(value: unknown, srid: number): LocatedGeometry | string | null {
  if (value === null) return null;
  if (!(value instanceof Uint8Array) || value.length < 8 || value[0] !== 0x47 || value[1] !== 0x50)
    return 'it does not start with a GeoPackage header';
  // GeoPackage 1.3, 2.1.3: flags say how long the envelope is, and whether the geometry is empty.
  const envelope = [0, 32, 48, 48, 64][((value[3] as number) >> 1) & 7];
  if (envelope === undefined) return 'its header is invalid';
  const start = 8 + envelope;
  const view = new DataView(value.buffer, value.byteOffset, value.byteLength);
  return findRefusal(view, start, srid) ?? { blob: value, view, start };
}

/** Writes a geometry as WKB; with `promote` a single one as a collection of its kind. */
export function putGeometry(
  out: CopyBuffer | FieldBuffer,
  { blob, view, start }: LocatedGeometry,
  promote: boolean,
): void {
  const little = blob[start] === 1;
  const type = view.getUint32(start + 1, little);
  const kind = (type & 0x0fffffff) % 1000;
  if (promote && kind >= 1 && kind <= 3)
    out.putWrapped(blob, start, { little, type: ((type & ~SRID_FLAG) >>> 0) + MULTI_OFFSET });
  else out.putBytes(blob, start);
}
