import type { DatabaseSync } from 'node:sqlite';
import { ident, plainTable, spatialIndex } from '../geopackage/attach.ts';
import { featureTables } from '../geopackage/copy-geopackage.ts';
import type { FeatureTable } from '../geopackage/copy-geopackage.ts';
import { createSpatialIndex } from '../geopackage/spatial-index.ts';

/** Makes spatial indexes, extents, counts and times of change those of the rows, for tables whose rows changed without triggers. */
export function rebuildIndexes(db: DatabaseSync, tables: string[]): void {
  // The nodes of an index are written as they are.
  db.enableDefensive(false);
  const features = featureTables(db);
  for (const name of tables) {
    const table = features.find((candidate) => candidate.table === name);
    if (table) rebuildIndex(db, table);
    db.prepare(
      `UPDATE main.gpkg_contents SET last_change = strftime('%Y-%m-%dT%H:%M:%fZ', 'now') WHERE lower(table_name) = lower(?)`,
    ).run(name);
    // GDAL's own table of counts.
    if (plainTable(db, 'gpkg_ogr_contents', 'main'))
      db.prepare(
        `UPDATE main.gpkg_ogr_contents SET feature_count = (SELECT count(*) FROM main.${ident(name)}) WHERE lower(table_name) = lower(?)`,
      ).run(name);
  }
}

function rebuildIndex(db: DatabaseSync, { table, geometryColumn, key }: FeatureTable): void {
  const index = spatialIndex(db, { name: table, geometryColumn }, 'main');
  if (index === null || key === null) return;
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
