import type { DatabaseSync } from 'node:sqlite';
import type { GeopackageLayer } from '../../geopackage/types.ts';
import { attach, ident, plainTable, plainText, rowNumberName, spatialIndex } from './attach.ts';

const MAX_LAYERS = 500;

type Row = Record<string, string | number | null>;

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
      `SELECT c.table_name, c.min_x, c.min_y, c.max_x, c.max_y, g.column_name, g.geometry_type_name, g.z, g.m,
              s.srs_name, s.organization, s.organization_coordsys_id, s.definition, g.srs_id
         FROM src.gpkg_contents c
         JOIN src.gpkg_geometry_columns g ON lower(g.table_name) = lower(c.table_name)
         LEFT JOIN src.gpkg_spatial_ref_sys s ON s.srs_id = g.srs_id
        WHERE c.data_type = 'features' AND (?1 IS NULL OR lower(c.table_name) = lower(?1))
        ORDER BY c.rowid LIMIT ${MAX_LAYERS}`,
    )
    .all(only ?? null) as Row[];
  const layers: GeopackageLayer[] = [];
  for (const row of rows) {
    const layer = readLayer(db, row);
    if (layer) layers.push(layer);
  }
  return layers;
}

function readLayer(db: DatabaseSync, row: Row): GeopackageLayer | null {
  const name = plainTable(db, String(row.table_name));
  if (!name) return null;
  const geometryColumn = String(row.column_name);
  const info = db.prepare(`PRAGMA src.table_xinfo(${ident(name)})`).all() as Row[];
  // Generated columns would run expressions of the file's author.
  const stored = info.filter((column) => column.hidden === 0);
  if (!stored.some((column) => String(column.name).toLowerCase() === geometryColumn.toLowerCase()))
    return null;
  const rowNumber = rowNumberName(info.map((column) => String(column.name)));
  if (rowNumber === null) return null;
  const keys = stored.filter((column) => Number(column.pk) > 0);
  const fid = keys.length === 1 && /^INT/i.test(String(keys[0]?.type)) ? String(keys[0]?.name) : null;
  const count = db.prepare(`SELECT count(*) AS n FROM src.${ident(name)}`).get() as { n: number };
  return {
    name,
    geometryColumn,
    geometryType: plainText(row.geometry_type_name ?? 'GEOMETRY'),
    hasZ: Number(row.z) === 1,
    hasM: Number(row.m) === 1,
    fidColumn: fid,
    rowNumber,
    featureCount: count.n,
    extent: count.n === 0 ? null : extentOf(db, row, { name, geometryColumn }),
    srs:
      row.definition === null || Number(row.srs_id) <= 0
        ? null
        : {
            name: plainText(row.srs_name),
            organization: plainText(row.organization),
            code: Number(row.organization_coordsys_id),
            definition: plainText(row.definition),
          },
    columns: stored
      .filter(
        (column) => column.name !== fid && String(column.name).toLowerCase() !== geometryColumn.toLowerCase(),
      )
      .map((column) => ({
        name: String(column.name),
        type: String(column.type),
        notNull: column.notnull === 1,
      })),
  };
}

/**
 * The extent that the file declares, unless its spatial index says otherwise: writers forget to keep the declared one
 * up to date. The index rounds outwards to single precision, so that a declaration within that is the better one.
 */
function extentOf(
  db: DatabaseSync,
  row: Row,
  layer: { name: string; geometryColumn: string },
): GeopackageLayer['extent'] {
  const values = [row.min_x, row.min_y, row.max_x, row.max_y];
  const declared = values.every((value) => typeof value === 'number' && Number.isFinite(value))
    ? (values as [number, number, number, number])
    : null;
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
