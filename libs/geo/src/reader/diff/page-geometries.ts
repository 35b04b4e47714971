import { geometryLayer, geometryId } from '../../reader-protocol/diff-geometries.ts';
import type { DatabaseSync } from 'node:sqlite';
import { tableOf } from './layer-pair.ts';
import { sameSrs } from '../../geopackage/declared-types.ts';
import type { Side } from '../../reader-protocol/diff-types.ts';
import type { GeopackageLayer } from '../../geopackage/types.ts';
import { ident } from '../geopackage/attach.ts';

/** All geometries of a page together; what would burst it is left out. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Makes the main database a GeoPackage for the geometries of a page: one layer for each coordinate reference system,
 * called after a side that has it.
 */
export function createGeometryTarget(db: DatabaseSync, layers: Record<Side, GeopackageLayer>) {
  db.exec(`
    PRAGMA main.application_id = 0x47504B47; PRAGMA main.user_version = 10300;
    PRAGMA main.journal_mode = OFF; PRAGMA main.synchronous = OFF;
    CREATE TABLE main.gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER PRIMARY KEY, organization TEXT NOT NULL,
      organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
    CREATE TABLE main.gpkg_contents (table_name TEXT PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE,
      description TEXT, last_change DATETIME, min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER);
    CREATE TABLE main.gpkg_geometry_columns (table_name TEXT NOT NULL, column_name TEXT NOT NULL,
      geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL, z TINYINT NOT NULL, m TINYINT NOT NULL);
    INSERT INTO main.gpkg_spatial_ref_sys VALUES ('Undefined', -1, 'NONE', -1, 'undefined', NULL);
    BEGIN`);
  const home = sameSrs(layers) ? 'after' : 'before';
  for (const side of new Set([home, 'after'] as const)) createLayer(db, side);
  const insert = {
    before: prepareInsert(db, { side: 'before', home, layers }),
    after: prepareInsert(db, { side: 'after', home: 'after', layers }),
  };
  const bytes: Record<Side, number> = { before: 0, after: 0 };
  return {
    /** Takes over the geometry of a row, if it has one. */
    add(side: Side, row: bigint, place: number): void {
      const room = MAX_BYTES - bytes.before - bytes.after;
      const written = insert[side](row, { place, room });
      bytes[side] += written;
    },
    finish(): Record<Side, number> {
      db.exec('COMMIT');
      return bytes;
    },
  };
}

function createLayer(db: DatabaseSync, side: Side): void {
  const name = geometryLayer(side);
  db.exec(`
    INSERT INTO main.gpkg_contents (table_name, data_type, identifier, srs_id) VALUES ('${name}', 'features', '${name}', -1);
    INSERT INTO main.gpkg_geometry_columns VALUES ('${name}', 'geom', 'GEOMETRY', -1, 2, 2);
    CREATE TABLE main.${name} (id INTEGER PRIMARY KEY, geom GEOMETRY)`);
}

function prepareInsert(
  db: DatabaseSync,
  { side, home, layers }: { side: Side; home: Side; layers: Record<Side, GeopackageLayer> },
): (row: bigint, options: { place: number; room: number }) => number {
  const layer = layers[side];
  const geometry = ident(layer.geometryColumn);
  const from = `FROM ${tableOf(side, layer)} WHERE ${layer.rowNumber} = ?`;
  const weigh = db.prepare(`SELECT length(${geometry}) AS bytes ${from} AND typeof(${geometry}) = 'blob'`);
  const copy = db.prepare(`INSERT INTO main.${geometryLayer(home)} SELECT ?, ${geometry} ${from}`);
  return (row, { place, room }) => {
    const bytes = (weigh.get(row) as { bytes: number } | undefined)?.bytes;
    if (bytes === undefined || bytes > room) return 0;
    copy.run(geometryId(side, place), row);
    return bytes;
  };
}
