import type { DatabaseSync } from 'node:sqlite';

/**
 * The functions that the triggers of a GeoPackage's spatial index call (GeoPackage 1.3, annex F.3): without them no row of a layer
 * can be changed.
 */
export function addGeoPackageFunctions(database: DatabaseSync): void {
  const options = { deterministic: true };
  database.function('ST_IsEmpty', options, (blob) => (boundsOf(blob) === null ? 1 : 0));
  for (const [index, name] of ['ST_MinX', 'ST_MaxX', 'ST_MinY', 'ST_MaxY'].entries()) {
    database.function(name, options, (blob) => boundsOf(blob)?.[index] ?? null);
  }
}

/** West, east, south, north of a GeoPackage geometry: of its envelope, or of the point that has none. */
function boundsOf(value: unknown): number[] | null {
  if (!(value instanceof Uint8Array) || value.length < 8) return null;
  const blob = new DataView(value.buffer, value.byteOffset, value.byteLength);
  const flags = blob.getUint8(3);
  const isLittle = (flags & 1) === 1;
  if ((flags & 0x10) !== 0) return null;
  if ((flags & 0x0e) !== 0) return [8, 16, 24, 32].map((offset) => blob.getFloat64(offset, isLittle));
  if (value.length < 29) return null;
  const isLittlePoint = blob.getUint8(8) === 1;
  const [x, y] = [13, 21].map((offset) => blob.getFloat64(offset, isLittlePoint));
  return x === undefined || y === undefined || Number.isNaN(x) ? null : [x, x, y, y];
}
