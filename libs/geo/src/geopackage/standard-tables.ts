import type { DatabaseSync } from 'node:sqlite';
import { UNDEFINED_SRS } from './spatial-reference.ts';
import type { GeopackageLayer } from './types.ts';

/** Any number that no standard system has. */
const OWN_SRS = 100_000;

/** Makes an empty database a GeoPackage for GDAL to read, and returns the srs_id of its one CRS. */
export function createStandardTables(db: DatabaseSync, srs: GeopackageLayer['srs'] = null): number {
  db.exec(`
    PRAGMA main.application_id = 0x47504B47; PRAGMA main.user_version = 10300;
    PRAGMA main.journal_mode = OFF; PRAGMA main.synchronous = OFF;
    CREATE TABLE main.gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER PRIMARY KEY, organization TEXT NOT NULL,
      organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
    CREATE TABLE main.gpkg_contents (table_name TEXT PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE,
      description TEXT, last_change DATETIME, min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER);
    CREATE TABLE main.gpkg_geometry_columns (table_name TEXT NOT NULL, column_name TEXT NOT NULL,
      geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL, z TINYINT NOT NULL, m TINYINT NOT NULL)`);
  const [id, { name, organization, code, definition }] = srs
    ? [OWN_SRS, srs]
    : [
        UNDEFINED_SRS,
        { name: 'Undefined', organization: 'NONE', code: UNDEFINED_SRS, definition: 'undefined' },
      ];
  db.prepare('INSERT INTO main.gpkg_spatial_ref_sys VALUES (?, ?, ?, ?, ?, NULL)').run(
    name,
    id,
    organization,
    code,
    definition,
  );
  return id;
}

/** Creates a table of features in such a file. `columns` is SQL and includes the geometry column. */
export function createLayerTable(
  db: DatabaseSync,
  table: string,
  { geometry, srsId, columns }: { geometry: string; srsId: number; columns: string },
): void {
  db.exec(`
    INSERT INTO main.gpkg_contents (table_name, data_type, identifier, srs_id) VALUES ('${table}', 'features', '${table}', ${srsId});
    INSERT INTO main.gpkg_geometry_columns VALUES ('${table}', '${geometry}', 'GEOMETRY', ${srsId}, 2, 2);
    CREATE TABLE main.${table} (${columns})`);
}
