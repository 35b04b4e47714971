import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase } from '@cairn/testing';
import type { TestDatabase } from '@cairn/testing';
import { loadIntoPostgis, openGdal } from '../src/index.ts';
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

test('a real GeoPackage arrives feature by feature as ogr2ogr brings it', async () => {
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

test('every type of column keeps its values: truth, numbers, texts, dates, times, bytes and nothing', async () => {
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

test('a polygon in a layer of multipolygons is wrapped, a point there makes the column take any geometry', async () => {
  const square = [
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 0],
    ],
  ];
  const polygon = { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: square } };
  const multi = {
    type: 'Feature',
    properties: {},
    geometry: { type: 'MultiPolygon', coordinates: [square] },
  };
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

test('a table that is there is not touched without being told; replacing and appending do what they say', async () => {
  const file = geopackage('spots', [point({ name: 'a' }), point({ name: 'b' })]);
  await load(file);
  await expect(load(file)).rejects.toMatchObject({ code: 'vault.table_exists', kind: 'conflict' });
  await load(file, { mode: 'append' });
  expect(await query('SELECT count(*)::int AS n, count(DISTINCT fid)::int AS keys FROM here.spots')).toEqual([
    { n: 4, keys: 4 },
  ]);
  await load(file, { mode: 'replace' });
  expect(await query('SELECT count(*)::int AS n FROM here.spots')).toEqual([{ n: 2 }]);
  await expect(load(file, { mode: 'append', table: 'elsewhere' })).rejects.toMatchObject({
    code: 'vault.no_such_table',
  });
});

test('a value that is not of its column stops everything and is named: layer, feature, column', async () => {
  const bad = geopackage(
    'bad',
    [point({ n: 1 }), point({ n: 2 })],
    `UPDATE bad SET n = 'many' WHERE fid = 2`,
  );
  await expect(load(bad)).rejects.toThrow('Layer "bad", feature 2: the value of "n" is no whole number');
  expect(await query(`SELECT to_regclass('here.bad') AS t`)).toEqual([{ t: null }]);
});

test('names that are SQL stay names, and reserved schemas are refused', async () => {
  const file = geopackage('odd', [point({ 'a"); DROP TABLE x; --': 1, A: 2, a: 3 })]);
  await load(file, { table: 'my "table"; --' });
  const columns = await query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = 'here."my ""table""; --"'::regclass AND attnum > 0 ORDER BY attnum`,
  );
  expect(columns.map(({ name }) => name)).toEqual(['fid', 'a_drop_table_x_', 'a', 'a2', 'geom']);
  for (const schema of ['pg_catalog', 'information_schema', 'PG_toast'])
    await expect(load(file, { schema })).rejects.toMatchObject({ code: 'vault.reserved_schema' });
  await expect(load(file, { schema: 'absent' })).rejects.toMatchObject({ code: 'vault.no_such_schema' });
});

test('stopping in the middle leaves the connection free and no table', async () => {
  const controller = new AbortController();
  const loading = load(join(SAMPLES, 'countries.gpkg'), {
    signal: controller.signal,
    onProgress: () => controller.abort(new Error('cancelled')),
  });
  await expect(loading).rejects.toThrow();
  expect(await query(`SELECT to_regclass('here.countries') AS t`)).toEqual([{ t: null }]);
});

test('a layer that is a view, and a trigger on a layer, never run', async () => {
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
