import { DatabaseSync } from 'node:sqlite';
import type { SQLInputValue } from 'node:sqlite';
import { addGeoPackageFunctions } from './spatial-functions.ts';

export interface TestTable {
  name: string;
  /** Names and declared types of the columns after the key, the geometry among them. */
  columns: Record<string, string>;
  /** The integer primary key, default `fid`; null: a table without one. */
  key?: string | null;
  /** Left out: an attributes table. Its column is one of `columns`, `geom` unless named. */
  geometry?: { column?: string; type: string; srid?: number; z?: 0 | 1 | 2; m?: 0 | 1 | 2 };
  /** By column name; those that a row leaves out are NULL. */
  rows?: Record<string, SQLInputValue>[];
  /** With the R-tree and the triggers that GDAL and QGIS create. */
  spatialIndex?: boolean;
}

const WGS84 =
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]';

/** Writes a real GeoPackage (OGC 12-128r18) with these tables; the content may be as odd as SQLite allows. */
export function createGeopackage(path: string, tables: TestTable[]): void {
  const db = openGeopackage(path);
  try {
    db.exec(`PRAGMA application_id = 0x47504B47; PRAGMA user_version = 10300;
      CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER NOT NULL PRIMARY KEY, organization TEXT NOT NULL,
        organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
      CREATE TABLE gpkg_contents (table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE,
        description TEXT DEFAULT '', last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
        min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER REFERENCES gpkg_spatial_ref_sys(srs_id));
      CREATE TABLE gpkg_geometry_columns (table_name TEXT NOT NULL UNIQUE REFERENCES gpkg_contents(table_name),
        column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL,
        srs_id INTEGER NOT NULL REFERENCES gpkg_spatial_ref_sys(srs_id), z TINYINT NOT NULL, m TINYINT NOT NULL,
        PRIMARY KEY (table_name, column_name));
      CREATE TABLE gpkg_extensions (table_name TEXT, column_name TEXT, extension_name TEXT NOT NULL, definition TEXT NOT NULL,
        scope TEXT NOT NULL, UNIQUE (table_name, column_name, extension_name));
      INSERT INTO gpkg_spatial_ref_sys VALUES ('Undefined Cartesian SRS', -1, 'NONE', -1, 'undefined', NULL),
        ('Undefined geographic SRS', 0, 'NONE', 0, 'undefined', NULL), ('WGS 84', 4326, 'EPSG', 4326, '${WGS84}', NULL)`);
    for (const table of tables) addTable(db, table);
  } finally {
    db.close();
  }
}

/** Adds a table to an open GeoPackage, as a new version of a project does. */
export function addTable(db: DatabaseSync, table: TestTable): void {
  const { name, columns, key = 'fid', geometry, rows = [], spatialIndex = false } = table;
  const declared = Object.entries(columns).map(([column, type]) => `${quote(column)} ${type}`);
  const primary = key === null ? [] : [`${quote(key)} INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL`];
  db.exec(`CREATE TABLE ${quote(name)} (${[...primary, ...declared].join(', ')})`);
  const srid = geometry?.srid ?? 4326;
  db.prepare(
    `INSERT OR IGNORE INTO gpkg_spatial_ref_sys VALUES (?, ?, 'EPSG', ?, 'LOCAL_CS["unknown"]', NULL)`,
  ).run(`EPSG ${srid}`, srid, srid);
  db.prepare('INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id) VALUES (?, ?, ?, ?)').run(
    ...[name, geometry ? 'features' : 'attributes', name, geometry ? srid : null],
  );
  const column = geometry?.column ?? 'geom';
  if (geometry) {
    const { type, z = 0, m = 0 } = geometry;
    db.prepare('INSERT INTO gpkg_geometry_columns VALUES (?, ?, ?, ?, ?, ?)').run(
      name,
      column,
      type,
      srid,
      z,
      m,
    );
  }
  insertRows(db, name, rows);
  if (geometry && spatialIndex && key !== null) addSpatialIndex(db, { name, column, key });
}

/** Inserts rows given by column name. */
export function insertRows(db: DatabaseSync, table: string, rows: Record<string, SQLInputValue>[]): void {
  db.exec('BEGIN');
  for (const row of rows) {
    const names = Object.keys(row).map(quote).join(', ');
    const marks = Object.keys(row)
      .map(() => '?')
      .join(', ');
    db.prepare(`INSERT INTO ${quote(table)} (${names}) VALUES (${marks})`).run(...Object.values(row));
  }
  db.exec('COMMIT');
}

/** Opens a GeoPackage to change it: the functions that triggers of its R-trees call are there. */
export function openGeopackage(path: string): DatabaseSync {
  const db = new DatabaseSync(path, {
    enableForeignKeyConstraints: false,
    enableDoubleQuotedStringLiterals: true,
  });
  db.exec('PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY');
  addGeoPackageFunctions(db);
  return db;
}

/** The extension gpkg_rtree_index (OGC 12-128r18, F.3), with the four triggers that do most of its work. */
function addSpatialIndex(
  db: DatabaseSync,
  { name, column, key }: { name: string; column: string; key: string },
): void {
  const rtree = quote(`rtree_${name}_${column}`);
  const [table, shape, id] = [quote(name), quote(column), quote(key)];
  const entry = `NEW.${id}, ST_MinX(NEW.${shape}), ST_MaxX(NEW.${shape}), ST_MinY(NEW.${shape}), ST_MaxY(NEW.${shape})`;
  const exists = `NEW.${shape} NOT NULL AND NOT ST_IsEmpty(NEW.${shape})`;
  const trigger = (suffix: string): string => quote(`rtree_${name}_${column}_${suffix}`);
  db.exec(`CREATE VIRTUAL TABLE ${rtree} USING rtree(id, minx, maxx, miny, maxy);
    INSERT INTO ${rtree} SELECT ${id}, ST_MinX(${shape}), ST_MaxX(${shape}), ST_MinY(${shape}), ST_MaxY(${shape})
      FROM ${table} WHERE ${shape} NOT NULL AND NOT ST_IsEmpty(${shape});
    INSERT INTO gpkg_extensions VALUES ('${name}', '${column}', 'gpkg_rtree_index',
      'http://www.geopackage.org/spec120/#extension_rtree', 'write-only');
    CREATE TRIGGER ${trigger('insert')} AFTER INSERT ON ${table} WHEN ${exists}
      BEGIN INSERT OR REPLACE INTO ${rtree} VALUES (${entry}); END;
    CREATE TRIGGER ${trigger('update1')} AFTER UPDATE OF ${shape} ON ${table} WHEN OLD.${id} = NEW.${id} AND ${exists}
      BEGIN INSERT OR REPLACE INTO ${rtree} VALUES (${entry}); END;
    CREATE TRIGGER ${trigger('update2')} AFTER UPDATE OF ${shape} ON ${table}
      WHEN OLD.${id} = NEW.${id} AND NOT (${exists})
      BEGIN DELETE FROM ${rtree} WHERE id = OLD.${id}; END;
    CREATE TRIGGER ${trigger('delete')} AFTER DELETE ON ${table} WHEN OLD.${shape} NOT NULL
      BEGIN DELETE FROM ${rtree} WHERE id = OLD.${id}; END`);
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
