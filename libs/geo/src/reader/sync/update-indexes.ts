import type { DatabaseSync } from 'node:sqlite';
import type { ColumnRow } from '../../geopackage/to-layer.ts';
import { ident, plainTable, spatialIndex } from '../geopackage/attach.ts';
import { featureTables } from '../geopackage/copy-geopackage.ts';
import type { FeatureTable } from '../geopackage/copy-geopackage.ts';
import { createSpatialIndex } from '../geopackage/spatial-index.ts';
import { boxOfGeometry } from '../rows/read-rows.ts';
import { readChangedKeys } from './read-changeset.ts';

/** Of the rows: with more, a new index takes less time than the changes of the old one. */
const MAX_CHANGED_SHARE = 0.1;

/**
 * Brings spatial indexes, extents, counts and times of change up to date, for tables whose rows changesets changed without triggers. An
 * extent may be larger than the rows need.
 */
export function updateIndexes(db: DatabaseSync, tables: string[], changesets: Uint8Array[]): void {
  const features = featureTables(db);
  for (const name of tables) {
    const table = features.find((candidate) => candidate.table === name);
    const { count } = db.prepare(`SELECT count(*) AS count FROM main.${ident(name)}`).get() as {
      count: number;
    };
    if (table) updateIndex(db, table, { count, changesets });
    db.prepare(
      `UPDATE main.gpkg_contents SET last_change = strftime('%Y-%m-%dT%H:%M:%fZ', 'now') WHERE lower(table_name) = lower(?)`,
    ).run(name);
    // GDAL's own table of counts.
    if (plainTable(db, 'gpkg_ogr_contents', 'main'))
      db.prepare(
        `UPDATE main.gpkg_ogr_contents SET feature_count = ? WHERE lower(table_name) = lower(?)`,
      ).run(count, name);
  }
}

function updateIndex(
  db: DatabaseSync,
  { table, geometryColumn, key }: FeatureTable,
  { count, changesets }: { count: number; changesets: Uint8Array[] },
): void {
  const index = spatialIndex(db, { name: table, geometryColumn }, 'main');
  if (index === null || key === null) return;
  const columns = db.prepare(`PRAGMA main.table_info(${ident(table)})`).all() as unknown as ColumnRow[];
  const positionOf = (column: string) => columns.findIndex(({ name }) => name === column);
  const place = { name: table, key: positionOf(key), column: positionOf(geometryColumn) };
  const keys = new Set(changesets.flatMap((bytes) => readChangedKeys(bytes, place)));
  if (keys.size > count * MAX_CHANGED_SHARE) return rebuildIndex(db, { table, geometryColumn, key, index });
  const remove = db.prepare(`DELETE FROM main.${ident(index)} WHERE id = ?`);
  const insert = db.prepare(`INSERT INTO main.${ident(index)} VALUES (?, ?, ?, ?, ?)`);
  const find = db.prepare(
    `SELECT ${ident(geometryColumn)} AS blob FROM main.${ident(table)} WHERE ${ident(key)} = ?`,
  );
  const widen = db.prepare(
    `UPDATE main.gpkg_contents SET min_x = min(min_x, ?), min_y = min(min_y, ?), max_x = max(max_x, ?), max_y = max(max_y, ?)
      WHERE lower(table_name) = lower(?)`,
  );
  const extent: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const id of keys) {
    remove.run(id);
    const blob = find.get(id)?.['blob'];
    const box = blob instanceof Uint8Array ? boxOfGeometry(blob) : null;
    if (!box?.every(Number.isFinite)) continue;
    const [minX, minY, maxX, maxY] = box;
    insert.run(id, minX, maxX, minY, maxY);
    for (const i of [0, 1] as const) extent[i] = Math.min(extent[i], box[i]);
    for (const i of [2, 3] as const) extent[i] = Math.max(extent[i], box[i]);
  }
  if (extent.every(Number.isFinite)) widen.run(...extent, table);
}

function rebuildIndex(
  db: DatabaseSync,
  {
    table,
    geometryColumn,
    key,
    index,
  }: { table: string; geometryColumn: string; key: string; index: string },
): void {
  // The nodes of a new index are written as they are.
  db.enableDefensive(false);
  db.exec(`DROP TABLE main.${ident(index)}`);
  db.prepare(
    `DELETE FROM main.gpkg_extensions WHERE extension_name = 'gpkg_rtree_index' AND lower(table_name) = lower(?)`,
  ).run(table);
  const { extent } = createSpatialIndex(db, { table, geometryColumn, key });
  const [minX, minY, maxX, maxY] = extent ?? [null, null, null, null];
  db.prepare(
    'UPDATE main.gpkg_contents SET min_x = ?, min_y = ?, max_x = ?, max_y = ? WHERE lower(table_name) = lower(?)',
  ).run(minX, minY, maxX, maxY, table);
}
