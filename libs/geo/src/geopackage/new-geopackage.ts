import type { DatabaseSync } from 'node:sqlite';
import type { FeatureColumn, FeatureGeometry, FeatureReference } from '../reader-protocol/feature-types.ts';
import { ident } from './sql-names.ts';

/** What a GeoPackage needs before its first layer (OGC 12-128r18, 1.1.2.1.2). */
const SYSTEMS = [
  ['Undefined Cartesian SRS', -1, 'NONE', -1, 'undefined'],
  ['Undefined geographic SRS', 0, 'NONE', 0, 'undefined'],
] as const;

const DECLARED: Record<FeatureColumn['value'], string> = {
  integer: 'INTEGER',
  real: 'REAL',
  boolean: 'BOOLEAN',
  text: 'TEXT',
  date: 'DATE',
  datetime: 'DATETIME',
  blob: 'BLOB',
};

export interface NewLayer {
  table: string;
  /** Name of the row number. */
  key: string;
  geometryColumn: string;
  /** In the order of the values; no two differ by case alone. */
  columns: string[];
}

/** Names for a new layer: SQLite reserves some, and does not tell capital letters apart. */
export function nameLayer(layer: string, columns: FeatureColumn[]): NewLayer {
  const taken = new Set<string>();
  const take = (name: string): string => {
    let free = name;
    for (let n = 2; taken.has(free.toLowerCase()); n += 1) free = `${name}_${n}`;
    taken.add(free.toLowerCase());
    return free;
  };
  const table = /^(sqlite|gpkg|rtree)_/i.test(layer) ? `layer_${layer}` : layer;
  const names = columns.map(({ name }) => take(name));
  return { table, columns: names, key: take('fid'), geometryColumn: take('geom') };
}

/** Makes an empty database a GeoPackage 1.3 with one empty layer. Nothing in it is safe from a power failure. */
export function createGeopackage(
  db: DatabaseSync,
  { table, key, geometryColumn, columns }: NewLayer,
  {
    values,
    geometry,
    reference,
  }: { values: FeatureColumn[]; geometry: FeatureGeometry; reference: FeatureReference },
): void {
  db.exec(`
    PRAGMA application_id = 0x47504B47; PRAGMA user_version = 10300; PRAGMA page_size = 4096;
    PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
    CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER NOT NULL PRIMARY KEY, organization TEXT NOT NULL,
      organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
    CREATE TABLE gpkg_contents (table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE,
      description TEXT DEFAULT '', last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
      min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER,
      CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));
    CREATE TABLE gpkg_geometry_columns (table_name TEXT NOT NULL, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL,
      srs_id INTEGER NOT NULL, z TINYINT NOT NULL, m TINYINT NOT NULL,
      CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name), CONSTRAINT uk_gc_table_name UNIQUE (table_name),
      CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),
      CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id));
    CREATE TABLE gpkg_extensions (table_name TEXT, column_name TEXT, extension_name TEXT NOT NULL, definition TEXT NOT NULL,
      scope TEXT NOT NULL, CONSTRAINT ge_tce UNIQUE (table_name, column_name, extension_name))`);
  const srs = db.prepare('INSERT OR REPLACE INTO gpkg_spatial_ref_sys VALUES (?, ?, ?, ?, ?, NULL)');
  const { srid, name, organization, code, definition } = reference;
  for (const row of [...SYSTEMS, WGS84, [name, srid, organization, code, definition] as const])
    srs.run(...row);
  db.prepare('INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id) VALUES (?, ?, ?, ?)').run(
    ...[table, 'features', table, srid],
  );
  const type = geometry.type.replace(/Z?M?$/, '');
  db.prepare('INSERT INTO gpkg_geometry_columns VALUES (?, ?, ?, ?, ?, ?)').run(
    ...[table, geometryColumn, type, srid, Number(geometry.hasZ), Number(geometry.hasM)],
  );
  const list = columns.map((column, i) => `${ident(column)} ${DECLARED[values[i]!.value]}`);
  const shape = `${ident(geometryColumn)} ${type}`;
  db.exec(
    `CREATE TABLE ${ident(table)} (${[`${ident(key)} INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL`, shape, ...list].join(', ')})`,
  );
}

const WGS84 = [
  'WGS 84 geodetic',
  4326,
  'EPSG',
  4326,
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AXIS["Latitude",NORTH],AXIS["Longitude",EAST],AUTHORITY["EPSG","4326"]]',
] as const;
