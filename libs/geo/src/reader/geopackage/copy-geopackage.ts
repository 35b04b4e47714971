import type { DatabaseSync } from 'node:sqlite';
import { copyTables } from './copy-tables.ts';
import type { RowsOfTable } from './copy-tables.ts';
import type { WrittenGeopackage } from '../../reader-protocol/edit-types.ts';
import { createSpatialIndex } from './spatial-index.ts';
import { attach, ident } from './attach.ts';

export interface FeatureTable {
  table: string;
  geometryColumn: string;
  srsId: number;
  hasZ: boolean;
  /** The integer column that is the row number; null without one, and then there is no index. */
  key: string | null;
}

export interface CopyPlan {
  /** Which rows are copied; default all. */
  rows?(db: DatabaseSync): RowsOfTable;
  /** Changes the copy and returns the names of the changed tables. */
  change(db: DatabaseSync): string[];
}

/** Copies a GeoPackage into a new one of plain tables. Indexes and counts are created at the end. */
export function copyGeopackage(files: { file: string; output: string }, plan: CopyPlan): WrittenGeopackage {
  const db = attach(files.file, files.output);
  try {
    // It is our own file, and it is read only when it is complete.
    db.enableDefensive(false);
    db.exec(
      `PRAGMA main.application_id = 0x47504B47; PRAGMA main.user_version = 10300; PRAGMA main.page_size = 4096;
       PRAGMA main.journal_mode = OFF; PRAGMA main.synchronous = OFF; PRAGMA main.cache_size = -65536; BEGIN`,
    );
    const warnings = copyTables(db, plan.rows?.(db));
    const changed = new Set(plan.change(db));
    createStandardTables(db);
    removeStrays(db);
    const written = featureTables(db).map((table) => finishTable(db, table, changed.has(table.table)));
    db.exec('COMMIT');
    return { layers: written, warnings };
  } finally {
    db.close();
  }
}

/** Tables that older files lack. */
function createStandardTables(db: DatabaseSync): void {
  db.exec(`
    CREATE TABLE main.gpkg_ogr_contents (table_name TEXT NOT NULL PRIMARY KEY, feature_count INTEGER DEFAULT NULL);
    CREATE TABLE IF NOT EXISTS main.gpkg_extensions (table_name TEXT, column_name TEXT, extension_name TEXT NOT NULL,
      definition TEXT NOT NULL, scope TEXT NOT NULL,
      CONSTRAINT ge_tce UNIQUE (table_name, column_name, extension_name))`);
}

/** Deletes the entries of tables that were not copied. */
function removeStrays(db: DatabaseSync): void {
  const here = `(SELECT lower(name) FROM main.sqlite_master WHERE type = 'table')`;
  db.exec(`
    DELETE FROM main.gpkg_contents WHERE lower(table_name) NOT IN ${here};
    DELETE FROM main.gpkg_geometry_columns WHERE lower(table_name) NOT IN ${here};
    DELETE FROM main.gpkg_extensions
      WHERE extension_name = 'gpkg_rtree_index' OR (table_name IS NOT NULL AND lower(table_name) NOT IN ${here})`);
}

/** The layers of the fresh file. */
export function featureTables(db: DatabaseSync): FeatureTable[] {
  const rows = db
    .prepare(
      `SELECT m.name AS "table", g.column_name AS "column", g.srs_id AS srs, g.z
         FROM main.gpkg_contents c
         JOIN main.gpkg_geometry_columns g ON lower(g.table_name) = lower(c.table_name)
         JOIN main.sqlite_master m ON m.type = 'table' AND lower(m.name) = lower(c.table_name)
        WHERE c.data_type = 'features' ORDER BY c.rowid`,
    )
    .all() as { table: string; column: string; srs: number; z: number }[];
  return rows.flatMap(({ table, column, srs, z }) => {
    const columns = db.prepare(`PRAGMA main.table_info(${ident(table)})`).all() as Record<string, unknown>[];
    const geometry = columns.find(({ name }) => String(name).toLowerCase() === column.toLowerCase());
    const keys = columns.filter(({ pk }) => Number(pk) > 0);
    const key = keys.length === 1 && keys[0]?.type === 'INTEGER' ? String(keys[0].name) : null;
    if (!geometry) return [];
    return [{ table, geometryColumn: String(geometry.name), srsId: srs, hasZ: z === 1, key }];
  });
}

/** Index, extent and count of a feature table, as GDAL and QGIS expect them. */
function finishTable(
  db: DatabaseSync,
  table: FeatureTable,
  isChanged: boolean,
): WrittenGeopackage['layers'][number] {
  const { key } = table;
  const indexed = key === null ? null : createSpatialIndex(db, { ...table, key });
  const { count } =
    indexed ??
    (db.prepare(`SELECT count(*) AS count FROM main.${ident(table.table)}`).get() as { count: number });
  if (indexed) {
    const [minX, minY, maxX, maxY] = indexed.extent ?? [null, null, null, null];
    db.prepare(
      'UPDATE main.gpkg_contents SET min_x = ?, min_y = ?, max_x = ?, max_y = ? WHERE lower(table_name) = lower(?)',
    ).run(minX, minY, maxX, maxY, table.table);
  }
  if (isChanged)
    db.prepare(
      `UPDATE main.gpkg_contents SET last_change = strftime('%Y-%m-%dT%H:%M:%fZ', 'now') WHERE lower(table_name) = lower(?)`,
    ).run(table.table);
  db.prepare('INSERT INTO main.gpkg_ogr_contents VALUES (?, ?)').run(table.table, count);
  keepCount(db, table.table);
  return { name: table.table, featureCount: count };
}

/** GDAL trusts the count only while these triggers are there. */
function keepCount(db: DatabaseSync, table: string): void {
  const here = `WHERE lower(table_name) = lower('${table.replaceAll("'", "''")}')`;
  for (const [event, change] of [
    ['insert', '+ 1'],
    ['delete', '- 1'],
  ] as const)
    db.exec(`CREATE TRIGGER main.${ident(`trigger_${event}_feature_count_${table}`)} AFTER ${event.toUpperCase()} ON ${ident(table)}
      BEGIN UPDATE gpkg_ogr_contents SET feature_count = feature_count ${change} ${here}; END`);
}
