import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase } from '@cairn/testing';
import type { TestDatabase } from '@cairn/testing';
import {
  GEOMETRY_COLUMNS,
  loadIntoPostgis,
  openGdal,
  readReferenceSystems,
  transformLayer,
} from '../src/index.ts';
import type { LoadOptions } from '../src/index.ts';

const SAMPLES = resolve(import.meta.dirname, '../../../tools/sample-data');
const folder = mkdtempSync(join(tmpdir(), 'cairn-load-'));
let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
});

beforeEach(async () => {
  await client?.end();
  client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
  await client.query('DROP SCHEMA IF EXISTS here CASCADE; CREATE SCHEMA here');
});

afterAll(async () => {
  await client.end();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function load(file: string, options: Partial<LoadOptions> = {}) {
  const cwd = mkdtempSync(join(folder, 'job-'));
  return loadIntoPostgis(await openGdal(), { client, file, cwd, schema: 'here', mode: 'create', ...options });
}

/** Where and how long a program may run. */
const limits = (cwd = mkdtempSync(join(folder, 'job-'))) => ({
  cwd,
  signal: new AbortController().signal,
  timeLimitMs: 60_000,
});

async function query<T extends pg.QueryResultRow>(text: string): Promise<T[]> {
  return (await client.query<T>(text)).rows;
}

/** A GeoPackage written by GDAL from GeoJSON, then changed by SQL. */
function geopackage(name: string, features: object[], sql = '', options: string[] = []): string {
  const source = join(folder, `${name}.geojson`);
  const path = join(folder, `${name}.gpkg`);
  writeFileSync(source, JSON.stringify({ type: 'FeatureCollection', features }));
  execFileSync('ogr2ogr', ['-f', 'GPKG', path, source, '-nln', name, '-lco', 'SPATIAL_INDEX=NO', ...options]);
  const db = new DatabaseSync(path);
  for (const { name: trigger } of db.prepare(`SELECT name FROM sqlite_master WHERE type = 'trigger'`).all())
    db.exec(`DROP TRIGGER "${String(trigger)}"`);
  if (sql) db.exec(sql);
  db.close();
  return path;
}

function point(properties: object, coordinates = [13.4, 52.5]) {
  return { type: 'Feature', properties, geometry: { type: 'Point', coordinates } };
}

test('a GeoPackage is loaded with the same features as by ogr2ogr', async () => {
  const file = join(SAMPLES, 'countries.gpkg');
  expect(await load(file)).toEqual([{ layer: 'countries', table: 'countries', rows: 241, srid: 4326 }]);
  const { host, port, user, password, database: name } = client;
  execFileSync(
    'ogr2ogr',
    [
      ...['-f', 'PostgreSQL', `PG:host=${host} port=${port} user=${user} dbname=${name}`, file],
      ...['-nln', 'here.theirs'],
    ],
    { env: { ...process.env, PGPASSWORD: password } },
  );
  const [row] = await query<{ differing: string; total: string }>(
    `SELECT count(*) FILTER (WHERE o.name IS DISTINCT FROM t.name OR o.population IS DISTINCT FROM t.population
              OR NOT ST_OrderingEquals(o.geom, t.geom)) AS differing, count(*) AS total
       FROM here.countries o FULL JOIN here.theirs t USING (fid)`,
  );
  expect(row).toEqual({ differing: '0', total: '241' });
  expect(await query(`SELECT type, srid FROM geometry_columns WHERE f_table_name = 'countries'`)).toEqual([
    { type: 'MULTIPOLYGON', srid: 4326 },
  ]);
});

test('columns of every type keep their values: booleans, numbers, texts, dates, times, bytes and NULL', async () => {
  const file = geopackage(
    'kinds',
    [point({ n: 1 }), point({ n: 2 })],
    `ALTER TABLE kinds ADD COLUMN yes BOOLEAN; ALTER TABLE kinds ADD COLUMN small SMALLINT;
     ALTER TABLE kinds ADD COLUMN big INTEGER; ALTER TABLE kinds ADD COLUMN ratio DOUBLE;
     ALTER TABLE kinds ADD COLUMN words TEXT(20); ALTER TABLE kinds ADD COLUMN day DATE;
     ALTER TABLE kinds ADD COLUMN moment DATETIME; ALTER TABLE kinds ADD COLUMN bytes BLOB;
     UPDATE kinds SET yes = 1, small = -32768, big = 9007199254740993, ratio = 0.1, words = 'größe ' || char(10) || '"quoted"',
       day = '1969-07-20', moment = '2026-01-31T23:59:59.250Z', bytes = x'00ff' WHERE n = 1`,
  );
  await load(file);
  const rows = await query(
    `SELECT yes, small, big::text, ratio, words, day::text, moment AT TIME ZONE 'UTC' AS moment, bytes FROM here.kinds ORDER BY n`,
  );
  expect(rows[0]).toMatchObject({
    yes: true,
    small: -32768,
    big: '9007199254740993',
    ratio: 0.1,
    words: 'größe \n"quoted"',
    day: '1969-07-20',
    bytes: Buffer.from([0, 255]),
  });
  expect(await query(`SELECT extract(epoch FROM moment)::text AS at FROM here.kinds WHERE n = 1`)).toEqual([
    { at: '1769903999.250000' },
  ]);
  expect(Object.values(rows[1] ?? {}).every((value) => value === null)).toBe(true);
});

test('a polygon in a layer of multipolygons becomes a multipolygon, a point makes the column accept any geometry', async () => {
  const square = [
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 0],
    ],
  ];
  const polygon = { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: square } };
  const multi = { ...polygon, geometry: { type: 'MultiPolygon', coordinates: [square] } };
  await load(geopackage('areas', [polygon, multi], '', ['-nlt', 'MULTIPOLYGON']));
  expect(await query(`SELECT DISTINCT GeometryType(geom) AS type FROM here.areas`)).toEqual([
    { type: 'MULTIPOLYGON' },
  ]);
  const mixed = geopackage(
    'mixed',
    [point({}), multi],
    `UPDATE gpkg_geometry_columns SET geometry_type_name = 'MULTIPOLYGON'`,
  );
  expect(await load(mixed)).toMatchObject([{ rows: 2 }]);
  expect(await query(`SELECT GeometryType(geom) AS type FROM here.mixed ORDER BY 1`)).toEqual([
    { type: 'MULTIPOLYGON' },
    { type: 'POINT' },
  ]);
});

test('an existing table is changed only with the mode replace or append', async () => {
  const file = geopackage('spots', [point({ name: 'a' }), point({ name: 'b' })]);
  await load(file);
  await expect(load(file)).rejects.toMatchObject({ code: 'load.table_exists', kind: 'conflict' });
  await load(file, { mode: 'append' });
  expect(await query('SELECT count(*)::int AS n, count(DISTINCT fid)::int AS keys FROM here.spots')).toEqual([
    { n: 4, keys: 4 },
  ]);
  await load(file, { mode: 'replace' });
  expect(await query('SELECT count(*)::int AS n FROM here.spots')).toEqual([{ n: 2 }]);
  await expect(load(file, { mode: 'append', table: 'elsewhere' })).rejects.toMatchObject({
    code: 'load.no_such_table',
  });
});

test('a value of another type than its column cancels the load, and the error names layer, feature and column', async () => {
  const bad = geopackage(
    'bad',
    [point({ n: 1 }), point({ n: 2 })],
    `UPDATE bad SET n = 'many' WHERE fid = 2`,
  );
  await expect(load(bad)).rejects.toThrow(
    'Layer "bad", feature 2: the value of "n" is not a 32-bit whole number',
  );
  expect(await query(`SELECT to_regclass('here.bad') AS t`)).toEqual([{ t: null }]);
});

test('names that contain SQL are quoted, and reserved schemas are rejected', async () => {
  const file = geopackage('odd', [point({ 'a"); DROP TABLE x; --': 1, A: 2, a: 3 })]);
  await load(file, { table: 'my "table"; --' });
  const columns = await query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = 'here."my ""table""; --"'::regclass AND attnum > 0 ORDER BY attnum`,
  );
  expect(columns.map(({ name }) => name)).toEqual(['fid', 'a_drop_table_x_', 'a', 'a2', 'geom']);
  for (const schema of ['pg_catalog', 'information_schema', 'PG_toast'])
    await expect(load(file, { schema })).rejects.toMatchObject({ code: 'load.reserved_schema' });
  await expect(load(file, { schema: 'absent' })).rejects.toMatchObject({ code: 'load.no_such_schema' });
});

test('an aborted load leaves the connection usable and no table', async () => {
  const controller = new AbortController();
  const loading = load(join(SAMPLES, 'countries.gpkg'), {
    signal: controller.signal,
    onProgress: () => controller.abort(new Error('cancelled')),
  });
  await expect(loading).rejects.toThrow();
  expect(await query(`SELECT to_regclass('here.countries') AS t`)).toEqual([{ t: null }]);
});

test('views as layers and triggers on layers never run', async () => {
  const file = geopackage(
    'plain',
    [point({ n: 1 })],
    `CREATE TABLE canary (n INTEGER); CREATE VIEW spy AS SELECT * FROM plain;
     CREATE TRIGGER spying AFTER UPDATE ON plain BEGIN INSERT INTO canary VALUES (1); END;
     INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id) VALUES ('spy', 'features', 'spy', 4326);
     INSERT INTO gpkg_geometry_columns VALUES ('spy', 'geom', 'POINT', 4326, 0, 0)`,
  );
  expect(await load(file)).toEqual([{ layer: 'plain', table: 'plain', rows: 1, srid: 4326 }]);
});

test('geometry columns read from the catalogs have the same type and SRID as in the views of PostGIS', async () => {
  await client.query(
    `CREATE TABLE here.kinds (a geometry, b geometry(Geometry, 4326), c geometry(PointZ, 25832), d geometry(MultiPolygonM, 3857),
       e geometry(GeometryCollectionZM), f geometry(CurvePolygon, 2180), g geometry(Tin, 998999), h geometry(Triangle),
       i geometry(PolyhedralSurfaceZ), j geometry(MultiSurface, 5514), k geometry(CircularString), l geometry(CompoundCurve),
       m geography, n geography(LineStringZM), o geography(Point, 4269), p text, q geometry(LineStringZM, 4326));
     CREATE TABLE here.legacy (geom geometry, CONSTRAINT enforce_srid_geom CHECK (ST_SRID(geom) = 31467),
       CONSTRAINT enforce_geotype_geom CHECK (geometrytype(geom) = 'MULTILINESTRING' OR geom IS NULL));
     CREATE VIEW here.looked AS SELECT c, a, m FROM here.kinds;
     CREATE MATERIALIZED VIEW here.kept AS SELECT d, f FROM here.kinds;
     CREATE TABLE here.parts (id int, geom geometry(Point, 4326)) PARTITION BY RANGE (id);
     CREATE TABLE here.part PARTITION OF here.parts FOR VALUES FROM (0) TO (10);
     CREATE DOMAIN here.geometry AS text; CREATE TABLE here.false_one (geom here.geometry);
     ALTER TABLE here.kinds DROP COLUMN l`,
  );
  const ours = await query(
    `SELECT table_name::text AS table, name::text, type, srid FROM (${GEOMETRY_COLUMNS}) g WHERE schema = 'here' ORDER BY 1, 2`,
  );
  const theirs = await query(
    `SELECT f_table_name::text AS table, f_geometry_column::text AS name, type::text, srid FROM geometry_columns
      WHERE f_table_schema = 'here' AND f_table_name <> 'false_one'
     UNION ALL SELECT f_table_name::text, f_geography_column::text, type, srid FROM geography_columns
      WHERE f_table_schema = 'here' ORDER BY 1, 2`,
  );
  expect(ours).toEqual(theirs);
  expect(ours).toHaveLength(23);
});

test('readReferenceSystems returns the definitions of the database for systems without a code of EPSG or ESRI', async () => {
  const [{ srtext, proj4text } = { srtext: '', proj4text: '' }] = await query<{
    srtext: string;
    proj4text: string;
  }>(`SELECT srtext, proj4text FROM spatial_ref_sys WHERE srid = 2180`);
  await client.query(
    `INSERT INTO spatial_ref_sys (srid, auth_name, auth_srid, srtext, proj4text) VALUES (990001, 'our\\town', 1, $1, ''),
       (990002, NULL, NULL, NULL, $2), (990003, 'ESRI', 102100, 'x', 'y')`,
    [`${srtext}\n`, proj4text],
  );
  const systems = await readReferenceSystems(client, [2180, 990_001, 990_002, 990_003, 999_999]);
  expect(Object.fromEntries(systems)).toEqual({
    2180: { name: 'SRID 2180', srid: 2180, authority: 'EPSG', code: '2180' },
    990001: { name: 'SRID 990001', authority: 'our\\town', code: '1', wkt: `${srtext}\n` },
    990002: { name: 'SRID 990002', proj4: proj4text.trim() },
    990003: { name: 'SRID 990003', authority: 'ESRI', code: '102100' },
  });
});

test('transformed geometries are the same as in PostGIS, with Z, and all columns of the layer are loaded', async () => {
  const file = geopackage(
    'moved',
    [
      point({ n: 1 }, [13.4, 52.5, 34]),
      point({ n: 2 }, [14, 53, 7]),
      { type: 'Feature', properties: { n: 3 }, geometry: null },
    ],
    `ALTER TABLE moved ADD COLUMN price NUMERIC(10,2); UPDATE moved SET price = 1.25; UPDATE moved SET fid = 70 WHERE n = 2`,
    ['-lco', 'FID=fid'],
  );
  const cwd = mkdtempSync(join(folder, 'job-'));
  const moved = { file, layer: 'moved', from: 'EPSG:4326', to: 'EPSG:25833' };
  const geometries = await transformLayer(await openGdal(), moved, limits(cwd));
  await load(file, { layer: 'moved', cwd, placed: { srid: 25_833, geometries } });
  await load(file, { table: 'as_it_is' });
  expect(
    await query(
      `SELECT m.fid::int, m.n, m.price, ST_SRID(m.geom) AS srid, ST_Zmflag(m.geom) AS dimensions,
         ST_3DDistance(m.geom, ST_Transform(s.geom, 25833)) < 1e-6 AND ST_NPoints(m.geom) = ST_NPoints(s.geom) AS same
       FROM here.moved m JOIN here.as_it_is s USING (fid) ORDER BY 1`,
    ),
  ).toEqual([
    { fid: 1, n: 1, price: 1.25, srid: 25_833, dimensions: 2, same: true },
    { fid: 3, n: 3, price: 1.25, srid: null, dimensions: null, same: null },
    { fid: 70, n: 2, price: 1.25, srid: 25_833, dimensions: 2, same: true },
  ]);
});

test('a geometry outside the target reference system cancels the transformation', async () => {
  const file = geopackage('nowhere', [point({ n: 1 }), point({ n: 2 }, [13, 1e300])]);
  const nowhere = { file, layer: 'nowhere', from: 'EPSG:4326', to: 'EPSG:3857' };
  await expect(transformLayer(await openGdal(), nowhere, limits())).rejects.toMatchObject({
    code: 'geo.not_transformed',
  });
});
