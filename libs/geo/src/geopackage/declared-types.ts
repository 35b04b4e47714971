import { assumeCrs, crsFromWkt } from '../crs/crs.ts';
import type { Crs } from '../crs/crs.ts';
import { GEOMETRY_TYPES } from '../geometry/wkb.ts';
import type { FieldType } from '../inspect/types.ts';
import type { GeopackageLayer } from './types.ts';

/** The layer's CRS; WGS84, marked as assumed, when it names none and its coordinates are degrees; else null. */
export function layerCrs(layer: GeopackageLayer): Crs | null {
  if (!layer.srs) return assumeCrs(layer.extent);
  const authority = layer.srs.organization.toUpperCase();
  const known = crsFromWkt(layer.srs.definition);
  const identified = authority !== 'NONE' && layer.srs.code > 0;
  return {
    ...(known ?? { name: layer.srs.name, kind: 'other' as const }),
    ...(identified ? { authority, code: String(layer.srs.code) } : {}),
    ...(identified && authority === 'EPSG' ? { srid: layer.srs.code } : {}),
  };
}

/** GeoPackage spells geometry types in capitals. */
export function layerGeometryType(name: string): string {
  return GEOMETRY_TYPES.find((type) => type.toUpperCase() === name.toUpperCase()) ?? 'Geometry';
}

/** What a column of this declared type holds. */
export function fieldType(declared: string): FieldType {
  const type = declared.toUpperCase();
  if (type.startsWith('BOOL')) return 'boolean';
  if (/INT/.test(type)) return 'integer';
  if (/FLOAT|DOUBLE|REAL|NUMERIC|DECIMAL/.test(type)) return 'real';
  if (type === 'DATE') return 'date';
  if (/DATETIME|TIMESTAMP/.test(type)) return 'datetime';
  if (type === 'TIME') return 'time';
  return /BLOB|BINARY/.test(type) ? 'binary' : 'text';
}
