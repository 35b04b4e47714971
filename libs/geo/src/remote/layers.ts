import type { Gdal, GdalOptions } from '../gdal/gdal.ts';
import type { GeopackageLayer } from '../geopackage/types.ts';
import { ident, plainText, rowNumberName } from '../geopackage/sql-names.ts';
import type { SourceFile } from '../source/source-file.ts';
import { queryRemote } from './query.ts';

const MAX_LAYERS = 500;

interface LayerRow {
  layer: string;
  min_x: number | null;
  min_y: number | null;
  max_x: number | null;
  max_y: number | null;
  geometry_column: string;
  geometry_type: string | null;
  z: number | null;
  m: number | null;
  srs_id: number;
  srs_name: string | null;
  organization: string | null;
  code: number | null;
  definition: string | null;
  features?: number | null;
}

interface ColumnRow {
  layer: string;
  name: string;
  type: string;
  not_null: number;
  pk: number;
  hidden: number;
  /** Whether GDAL, as the writer of the file, has noted how many rows layers have. */
  counted: number;
}

/**
 * Of feature layers that are plain tables: the views and virtual tables of a file's author are never asked. SQLite reads
 * what a table is out of this very text, and a virtual one cannot begin like that.
 */
const PLAIN = `m.type = 'table' AND m.sql LIKE 'CREATE TABLE%' AND m.name NOT LIKE 'sqlite!_%' ESCAPE '!'`;
const COLUMNS = `SELECT m.name AS layer, x.name, x.type, x."notnull" AS not_null, x.pk, x.hidden,
    (SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'gpkg_ogr_contents') AS counted
  FROM gpkg_contents c JOIN sqlite_master m ON lower(m.name) = lower(c.table_name) AND ${PLAIN}
  JOIN pragma_table_xinfo(m.name) x WHERE c.data_type = 'features' ORDER BY m.name, x.cid`;

/** The same as readLayers for a GeoPackage that is read by range; rows are counted only where the file does not say. */
export async function readRemoteLayers(
  gdal: Gdal,
  source: SourceFile,
  options: GdalOptions,
): Promise<GeopackageLayer[]> {
  const ask = <Row>(sql: string) => queryRemote<Row>(gdal, source, { ...options, sql });
  const found = await ask<ColumnRow>(COLUMNS);
  const rows = found[0] ? await ask<LayerRow>(contentsSql(found[0].counted > 0)) : [];
  const columns = Map.groupBy(found, ({ layer }) => layer);
  const layers: GeopackageLayer[] = [];
  for (const row of rows) {
    const layer = toLayer(row, columns.get(row.layer) ?? []);
    if (!layer) continue;
    if (typeof row.features !== 'number') {
      const [count] = await ask<{ n: number }>(`SELECT count(*) AS n FROM ${ident(row.layer)}`);
      layer.featureCount = count?.n ?? 0;
    }
    layers.push(layer);
  }
  return layers;
}

function contentsSql(withCounts: boolean): string {
  return `SELECT m.name AS layer, c.min_x, c.min_y, c.max_x, c.max_y, g.column_name AS geometry_column,
    g.geometry_type_name AS geometry_type, g.z, g.m, g.srs_id, s.srs_name, s.organization,
    s.organization_coordsys_id AS code, s.definition ${withCounts ? ', o.feature_count AS features' : ''}
  FROM gpkg_contents c JOIN sqlite_master m ON lower(m.name) = lower(c.table_name) AND ${PLAIN}
  JOIN gpkg_geometry_columns g ON lower(g.table_name) = lower(c.table_name)
  LEFT JOIN gpkg_spatial_ref_sys s ON s.srs_id = g.srs_id
  ${withCounts ? 'LEFT JOIN gpkg_ogr_contents o ON lower(o.table_name) = lower(c.table_name)' : ''}
  WHERE c.data_type = 'features' ORDER BY c.rowid LIMIT ${MAX_LAYERS}`;
}

function toLayer(row: LayerRow, columns: ColumnRow[]): GeopackageLayer | null {
  // Generated columns would run expressions of the file's author.
  const stored = columns.filter(({ hidden }) => hidden === 0);
  const isGeometry = ({ name }: ColumnRow) => name.toLowerCase() === row.geometry_column.toLowerCase();
  const rowNumber = rowNumberName(columns.map(({ name }) => name));
  if (rowNumber === null || !stored.some(isGeometry) || row.layer.includes('\0')) return null;
  const keys = stored.filter(({ pk }) => pk > 0);
  const [key] = keys;
  const fid = key && keys.length === 1 && /^INT/i.test(key.type) ? key.name : null;
  const extent = [row.min_x, row.min_y, row.max_x, row.max_y];
  return {
    name: row.layer,
    geometryColumn: row.geometry_column,
    geometryType: plainText(row.geometry_type ?? 'GEOMETRY'),
    hasZ: row.z === 1,
    hasM: row.m === 1,
    fidColumn: fid,
    rowNumber,
    featureCount: row.features ?? 0,
    extent: extent.every((value) => typeof value === 'number' && Number.isFinite(value))
      ? (extent as GeopackageLayer['extent'])
      : null,
    srs:
      row.definition === null || row.srs_id <= 0
        ? null
        : {
            name: plainText(row.srs_name ?? ''),
            organization: plainText(row.organization ?? ''),
            code: row.code ?? 0,
            definition: plainText(row.definition),
          },
    columns: stored
      .filter((column) => column.name !== fid && !isGeometry(column))
      .map(({ name, type, not_null: notNull }) => ({ name, type, notNull: notNull === 1 })),
  };
}
