import type { DatabaseSync } from 'node:sqlite';
import { fromCell } from './cells.ts';
import { copyTables } from './copy-tables.ts';
import { geometryBlob } from './geometry-blob.ts';
import type { LayerEdits, RewriteReply, RewriteRequest } from './rewrite-types.ts';
import { createSpatialIndex } from './spatial-index.ts';
import { attach, ident } from './untrusted.ts';

interface FeatureTable {
  table: string;
  geometryColumn: string;
  srsId: number;
  hasZ: boolean;
  /** The integer column that is the row number; null when there is none, and no index either. */
  key: string | null;
}

/** Copies a GeoPackage into a fresh one of plain tables, changes the rows, and makes its indexes and counts anew. */
export function rewrite({ file, output, layers }: RewriteRequest): RewriteReply {
  const db = attach(file, output);
  try {
    // It is our own file, and nobody reads it before it is whole.
    db.enableDefensive(false);
    db.exec(
      `PRAGMA main.application_id = 0x47504B47; PRAGMA main.user_version = 10300; PRAGMA main.page_size = 4096;
       PRAGMA main.journal_mode = OFF; PRAGMA main.synchronous = OFF; PRAGMA main.cache_size = -65536; BEGIN`,
    );
    const warnings = copyTables(db);
    createStandardTables(db);
    removeStrays(db);
    const tables = featureTables(db);
    for (const edits of layers) {
      const table = tables.find((candidate) => candidate.table === edits.layer);
      if (!table?.key) throw new Error('no such layer');
      applyEdits(db, { ...table, key: table.key }, edits);
    }
    const written = tables.map((table) =>
      finishTable(
        db,
        table,
        layers.some(({ layer }) => layer === table.table),
      ),
    );
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

/** What the file says of tables that did not come along. */
function removeStrays(db: DatabaseSync): void {
  const here = `(SELECT lower(name) FROM main.sqlite_master WHERE type = 'table')`;
  db.exec(`
    DELETE FROM main.gpkg_contents WHERE lower(table_name) NOT IN ${here};
    DELETE FROM main.gpkg_geometry_columns WHERE lower(table_name) NOT IN ${here};
    DELETE FROM main.gpkg_extensions
      WHERE extension_name = 'gpkg_rtree_index' OR (table_name IS NOT NULL AND lower(table_name) NOT IN ${here})`);
}

function featureTables(db: DatabaseSync): FeatureTable[] {
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

function applyEdits(
  db: DatabaseSync,
  { table, key, geometryColumn, srsId, hasZ }: FeatureTable & { key: string },
  { types, deleted, updated, inserted }: LayerEdits,
): void {
  const [name, id] = [`main.${ident(table)}`, ident(key)];
  const stored = (values: Record<string, unknown>) =>
    Object.keys(types)
      .filter((column) => Object.hasOwn(values, column))
      .map((column) => ({ column: ident(column), value: fromCell(values[column], types[column] ?? 'text') }));
  const remove = db.prepare(`DELETE FROM ${name} WHERE ${id} = ?`);
  for (const row of deleted) remove.run(BigInt(row));
  for (const { key: row, values } of updated) {
    const cells = stored(values);
    if (cells.length === 0) continue;
    const { changes } = db
      .prepare(`UPDATE ${name} SET ${cells.map(({ column }) => `${column} = ?`).join(', ')} WHERE ${id} = ?`)
      .run(...cells.map(({ value }) => value), BigInt(row));
    if (Number(changes) !== 1) throw new Error('an edited row is gone');
  }
  for (const { key: row, values, geometry } of inserted) {
    const cells = [
      { column: id, value: BigInt(row) },
      ...(geometry
        ? [{ column: ident(geometryColumn), value: geometryBlob(geometry, { srsId, hasZ }) }]
        : []),
      ...stored(values),
    ];
    db.prepare(
      `INSERT INTO ${name} (${cells.map(({ column }) => column).join(', ')}) VALUES (${cells.map(() => '?').join(', ')})`,
    ).run(...cells.map(({ value }) => value));
  }
}

/** Index, extent and count of a feature table, as GDAL and QGIS expect them. */
function finishTable(
  db: DatabaseSync,
  table: FeatureTable,
  isEdited: boolean,
): RewriteReply['layers'][number] {
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
  if (isEdited)
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
