import type { DatabaseSync } from 'node:sqlite';
import { toLayer } from '../../geopackage/to-layer.ts';
import type { ColumnRow, LayerRow } from '../../geopackage/to-layer.ts';
import type { GeopackageLayer } from '../../geopackage/types.ts';
import { attach, ident, plainTable, spatialIndex } from './attach.ts';

const MAX_LAYERS = 500;

/** The feature layers of a GeoPackage that are plain tables, in the order of its contents. */
export function readLayers(file: string): GeopackageLayer[] {
  const db = attach(file);
  try {
    return readAttachedLayers(db);
  } finally {
    db.close();
  }
}

export function readAttachedLayers(db: DatabaseSync, only?: string): GeopackageLayer[] {
  for (const table of ['gpkg_contents', 'gpkg_geometry_columns', 'gpkg_spatial_ref_sys'])
    if (!plainTable(db, table)) throw new Error(`no table ${table}`);
  const rows = db
    .prepare(
      `SELECT c.table_name AS layer, c.min_x, c.min_y, c.max_x, c.max_y, g.column_name AS geometry_column,
              g.geometry_type_name AS geometry_type, g.z, g.m,
              s.srs_name, s.organization, s.organization_coordsys_id AS code, s.definition, g.srs_id
         FROM src.gpkg_contents c
         JOIN src.gpkg_geometry_columns g ON lower(g.table_name) = lower(c.table_name)
         LEFT JOIN src.gpkg_spatial_ref_sys s ON s.srs_id = g.srs_id
        WHERE c.data_type = 'features' AND (?1 IS NULL OR lower(c.table_name) = lower(?1))
        ORDER BY c.rowid LIMIT ${MAX_LAYERS}`,
    )
    .all(only ?? null) as unknown as (LayerRow & { layer: unknown })[];
  return rows.flatMap((row) => readLayer(db, row) ?? []);
}

function readLayer(db: DatabaseSync, row: LayerRow & { layer: unknown }): GeopackageLayer | null {
  const name = plainTable(db, String(row.layer));
  if (!name) return null;
  const columns = db.prepare(`PRAGMA src.table_xinfo(${ident(name)})`).all() as unknown as ColumnRow[];
  const layer = toLayer(name, row, columns);
  if (!layer) return null;
  const { count } = db.prepare(`SELECT count(*) AS count FROM src.${ident(name)}`).get() as { count: number };
  return { ...layer, featureCount: count, extent: count === 0 ? null : extentOf(db, layer) };
}

/**
 * The declared extent, unless the spatial index has another one: writers forget to update the declaration. The index rounds outwards to
 * single precision, so a declaration within that is more precise.
 */
function extentOf(db: DatabaseSync, layer: GeopackageLayer): GeopackageLayer['extent'] {
  const declared = layer.extent;
  const indexed = indexExtent(db, layer);
  if (!declared || !indexed) return declared ?? indexed;
  const slack = Math.max(...indexed.map(Math.abs)) * 1e-6;
  const agrees = declared.every((value, i) => Math.abs(value - (indexed[i] as number)) <= slack);
  return agrees ? declared : indexed;
}

/**
 * The union of the cells in the root node of the index, so that no row is read. A node is: depth (2 bytes), number of
 * cells (2 bytes), then for each an id (8 bytes) and min x, max x, min y, max y as 4-byte floats, all big-endian
 * (SQLite, ext/rtree/rtree.c).
 */
function indexExtent(
  db: DatabaseSync,
  layer: { name: string; geometryColumn: string },
): GeopackageLayer['extent'] {
  const index = spatialIndex(db, layer);
  const nodes = index && plainTable(db, `${index}_node`);
  if (!nodes) return null;
  const root = db.prepare(`SELECT data FROM src.${ident(nodes)} WHERE nodeno = 1`).get() as
    { data: unknown } | undefined;
  if (!(root?.data instanceof Uint8Array) || root.data.length < 4) return null;
  const view = new DataView(root.data.buffer, root.data.byteOffset, root.data.byteLength);
  const extent: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0, at = 4; i < view.getUint16(2) && at + 24 <= view.byteLength; i += 1, at += 24) {
    extent[0] = Math.min(extent[0], view.getFloat32(at + 8));
    extent[2] = Math.max(extent[2], view.getFloat32(at + 12));
    extent[1] = Math.min(extent[1], view.getFloat32(at + 16));
    extent[3] = Math.max(extent[3], view.getFloat32(at + 20));
  }
  return extent.every(Number.isFinite) ? extent : null;
}
