import { toSrs } from './spatial-reference.ts';
import type { SrsRow } from './spatial-reference.ts';
import { plainText, rowNumberName } from './sql-names.ts';
import type { GeopackageLayer } from './types.ts';

/** What the tables of a GeoPackage of any author record about a layer: any value may have any type. */
export interface LayerRow extends SrsRow {
  min_x: unknown;
  min_y: unknown;
  max_x: unknown;
  max_y: unknown;
  geometry_column: unknown;
  geometry_type: unknown;
  z: unknown;
  m: unknown;
}

/** A row of SQLite's table_xinfo. */
export interface ColumnRow {
  name: string;
  type: string;
  notnull: number;
  pk: number;
  hidden: number;
}

/**
 * A layer with the extent that the file declares and without a count of its features; null when the table has no geometries or no
 * row numbers.
 */
export function toLayer(name: string, row: LayerRow, columns: ColumnRow[]): GeopackageLayer | null {
  // Generated columns would run expressions of the file's author.
  const stored = columns.filter(({ hidden }) => hidden === 0);
  const geometryColumn = String(row.geometry_column);
  const isGeometry = (column: ColumnRow) => column.name.toLowerCase() === geometryColumn.toLowerCase();
  const rowNumber = rowNumberName(columns.map((column) => column.name));
  if (rowNumber === null || !stored.some(isGeometry)) return null;
  const [key, ...otherKeys] = stored.filter(({ pk }) => pk > 0);
  const fidColumn = key && otherKeys.length === 0 && /^INT/i.test(key.type) ? key.name : null;
  const extent = [row.min_x, row.min_y, row.max_x, row.max_y];
  return {
    name,
    geometryColumn,
    geometryType: plainText(row.geometry_type ?? 'GEOMETRY'),
    hasZ: Number(row.z) === 1,
    hasM: Number(row.m) === 1,
    fidColumn,
    rowNumber,
    featureCount: 0,
    extent: extent.every((value) => typeof value === 'number' && Number.isFinite(value))
      ? (extent as GeopackageLayer['extent'])
      : null,
    srs: toSrs(row),
    columns: stored
      .filter((column) => column.name !== fidColumn && !isGeometry(column))
      .map((column) => ({ name: column.name, type: column.type, notNull: column.notnull === 1 })),
  };
}
