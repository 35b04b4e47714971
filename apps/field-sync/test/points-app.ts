import { startSyncApp } from './sync-app.ts';
import type { SyncApp, SyncAppOptions } from './sync-app.ts';

/** Field-sync with a project whose schema has a layer of trees: two groves near Zurich, and one tree far from both. */
export async function startPointsApp(options: SyncAppOptions = {}) {
  const sync = await startSyncApp(options);
  await sync.query(`CREATE SCHEMA field; GRANT USAGE ON SCHEMA field TO field_sync;
    CREATE TABLE field.trees (id bigint PRIMARY KEY, kind text, height double precision, "A b" integer, geom geometry(Point, 2056));
    INSERT INTO field.trees
      SELECT n, CASE WHEN n % 2 = 0 THEN 'oak' ELSE 'ash' END, n * 1.5, n,
        ST_SetSRID(ST_Point(2683000 + CASE WHEN n > 5 THEN 5000 ELSE 0 END + n, 1247000), 2056) FROM generate_series(1, 10) n;
    INSERT INTO field.trees VALUES (9007199254740993, '100%_\\', NULL, NULL, ST_SetSRID(ST_Point(2600000, 1200000), 2056)),
      (12, 'no place', 3, 12, NULL), (13, 'empty', 3, 13, ST_GeomFromText('POINT EMPTY', 2056));
    CREATE TABLE field.notes (id integer PRIMARY KEY, note text);
    CREATE TABLE field.odd (id integer PRIMARY KEY, geom geometry(Point));
    CREATE TABLE field.areas (id integer PRIMARY KEY, shape geometry(Polygon, 4326));
    INSERT INTO field.areas VALUES (1, ST_GeomFromText('POLYGON((8 47,9 47,9 48,8 48,8 47))', 4326));
    CREATE TABLE field.cairn_sync_history (secret text);
    CREATE TABLE field.hidden (id integer);
    GRANT SELECT ON ALL TABLES IN SCHEMA field TO field_sync; REVOKE ALL ON field.hidden FROM field_sync`);
  const projectId = await sync.startProject({ name: 'Trees', serverId: sync.serverId, schema: 'field' });
  return { ...sync, projectId };
}

/**
 * Tables of places of which some are no numbers: `measured` of points with a height, where 1 and 4 have a place and 4 no height, and
 * `tracks` of lines, where 1 has one.
 */
export async function addUnplaced(sync: Pick<SyncApp, 'query'>): Promise<void> {
  await sync.query(`CREATE TABLE field.measured (id integer PRIMARY KEY, geom geometry(PointZ, 2056));
    INSERT INTO field.measured SELECT n, ST_SetSRID(ST_MakePoint(x, 1247000, z), 2056) FROM (VALUES (1, 2683000::float8, 400::float8),
      (2, 'NaN', 400), (3, 'Infinity', 400), (4, 2683001, 'NaN'), (5, '-Infinity', 'NaN')) v (n, x, z);
    CREATE TABLE field.tracks (id integer PRIMARY KEY, geom geometry(LineString, 2056));
    INSERT INTO field.tracks SELECT n, ST_SetSRID(ST_MakeLine(ARRAY[ST_MakePoint(2683000, 1247000), ST_MakePoint(x, 1247001), ST_MakePoint(2683002, 1247002)]), 2056)
      FROM (VALUES (1, 2683000::float8), (2, 'NaN'), (3, 'Infinity')) v (n, x);
    GRANT SELECT ON field.measured, field.tracks TO field_sync`);
}
