import type { Gdal, GdalOptions } from '../gdal/gdal.ts';
import { toLayer } from '../geopackage/to-layer.ts';
import type { ColumnRow, LayerRow } from '../geopackage/to-layer.ts';
import type { GeopackageLayer } from '../geopackage/types.ts';
import { ident } from '../geopackage/sql-names.ts';
import type { SourceFile } from '../source/source-file.ts';
import { queryRemote } from './query.ts';

const MAX_LAYERS = 500;

interface RemoteLayerRow extends LayerRow {
  layer: string;
  features?: number | null;
}

interface RemoteColumnRow extends ColumnRow {
  layer: string;
  /** Whether GDAL, as the writer of the file, has noted how many rows layers have. */
  counted: number;
}

/**
 * Only feature layers that are plain tables: views and virtual tables may run code of the file's author. SQLite itself takes the kind
 * of a table from this text, and that of a virtual one begins differently.
 */
const PLAIN = `m.type = 'table' AND m.sql LIKE 'CREATE TABLE%' AND m.name NOT LIKE 'sqlite!_%' ESCAPE '!'`;
const COLUMNS = `SELECT m.name AS layer, x.name, x.type, x."notnull", x.pk, x.hidden,
    (SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'gpkg_ogr_contents') AS counted
  FROM gpkg_contents c JOIN sqlite_master m ON lower(m.name) = lower(c.table_name) AND ${PLAIN}
  JOIN pragma_table_xinfo(m.name) x WHERE c.data_type = 'features' ORDER BY m.name, x.cid`;

/** The same as readLayers for a GeoPackage that is read by range; rows are counted only when the file has no count. */
export async function readRemoteLayers(
  gdal: Gdal,
  source: SourceFile,
  options: GdalOptions,
): Promise<GeopackageLayer[]> {
  const ask = <Row>(sql: string) => queryRemote<Row>(gdal, source, { ...options, sql });
  const found = await ask<RemoteColumnRow>(COLUMNS);
  const rows = found[0] ? await ask<RemoteLayerRow>(contentsSql(found[0].counted > 0)) : [];
  const columns = Map.groupBy(found, ({ layer }) => layer);
  const layers: GeopackageLayer[] = [];
  for (const row of rows) {
    const layer = toLayer(row.layer, row, columns.get(row.layer) ?? []);
    if (!layer || row.layer.includes('\0')) continue;
    const count =
      typeof row.features === 'number'
        ? row.features
        : (await ask<{ n: number }>(`SELECT count(*) AS n FROM ${ident(row.layer)}`))[0]?.n;
    layers.push({ ...layer, featureCount: count ?? 0 });
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
