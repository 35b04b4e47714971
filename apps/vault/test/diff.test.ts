import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { VaultSchemas } from '@cairn/contracts';
import { ask, upload } from './client.ts';
import { startTestVault, SAMPLE_DATA } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';

const run = promisify(execFile);

type Diff = VaultSchemas['Diff'] & { error: string };
interface Counts {
  added: number;
  removed: number;
  changed: number;
  unchanged: number;
  geometry_changed: number;
}

let app: TestVault;
let ada: Person;
let folder: string;

const COUNTRIES = join(SAMPLE_DATA, 'countries.gpkg');
const STATES = `/vsizip/${join(SAMPLE_DATA, 'states.zip')}`;
const LATER_STATES = `SELECT name, country, CAST(area_sqkm AS REAL) AS area_sqkm, geometry,
  CASE WHEN country = 'Brazil' THEN 'changed' ELSE region END AS region FROM states WHERE country <> 'India'`;

// Other programs create the files, which takes time.
beforeAll(async () => {
  app = await startTestVault({ inspects: false });
  ada = await app.signUp({ username: 'ada' });
  folder = await mkdtemp(join(tmpdir(), 'cairn-diff-'));
  await load(COUNTRIES, 'v1');
  await app.admin.query(`
    CREATE TABLE v2 AS TABLE v1;
    ALTER TABLE v2 ADD PRIMARY KEY (fid);
    DELETE FROM v2 WHERE name LIKE 'S%';
    UPDATE v2 SET population = population + 1 WHERE continent = 'Europe';
    UPDATE v2 SET economy = NULL WHERE name = 'Chad';
    UPDATE v2 SET geom = ST_Translate(geom, 0.5, 0.25) WHERE continent = 'Oceania';
    INSERT INTO v2 (fid, geom, name, population)
    VALUES (9000, ST_GeomFromText('POLYGON((0 0,1 0,1 1,0 0))', 4326), 'Null Island', 0)`);
  await add('countries', 'countries.gpkg');
  await add('countries', await unload('v2', 'edited.gpkg'));
  const mercator = join(folder, 'mercator.gpkg');
  const moved = ['-t_srs', 'EPSG:3857', '-preserve_fid', '-skipfailures'];
  await run('ogr2ogr', ['-f', 'GPKG', mercator, COUNTRIES, ...moved]);
  await add('countries', mercator);
  const later = join(folder, 'states-later.geojson');
  await run('ogr2ogr', ['-f', 'GeoJSON', later, STATES, '-dialect', 'SQLITE', '-sql', LATER_STATES]);
  await add('states', 'states.zip');
  await add('states', later);
  await load(STATES, 'states1');
  await load(later, 'states2');
}, 240_000);

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

async function add(dataset: string, file: string): Promise<void> {
  const { status, body } = await upload(app, ada, { file, dataset });
  expect({ status, error: body.error }).toEqual({ status: 201, error: undefined });
}

async function diff(dataset: string, query = 'with=2', version = 1) {
  return ask<Diff>(app, ada, { path: `/datasets/${dataset}/versions/${version}/diff?${query}` });
}

function counts({ added, removed, changed, unchanged, geometry_changed }: Counts): Counts {
  return { added, removed, changed, unchanged, geometry_changed };
}

/** Loads a file into a table of PostGIS, or writes the table to a file. */
async function load(file: string, table: string): Promise<void> {
  const layer = ['-lco', 'FID=fid', '-lco', 'GEOMETRY_NAME=geom', '-nlt', 'GEOMETRY', '-preserve_fid'];
  await withPostgis(['-f', 'PostgreSQL', postgis(), file, '-nln', table, '-overwrite', ...layer]);
}

async function unload(table: string, file: string): Promise<string> {
  const path = join(folder, file);
  await withPostgis(['-f', 'GPKG', path, postgis(), table, '-nln', 'countries', '-preserve_fid']);
  return path;
}

async function withPostgis(args: string[]): Promise<void> {
  const { password } = new URL(app.database.adminUrl);
  await run('ogr2ogr', args, { env: { ...process.env, PGPASSWORD: decodeURIComponent(password) } });
}

function postgis(): string {
  const { hostname, port, username, pathname } = new URL(app.database.adminUrl);
  return `PG:host=${hostname} port=${port} user=${username} dbname=${pathname.slice(1)}`;
}

/** The same comparison in PostGIS. */
async function countInPostgis(
  [before, after]: [string, string],
  { key, columns }: { key: string; columns: string[] },
): Promise<Counts> {
  const row = (alias: string) => `(${columns.map((name) => `${alias}.${name}`).join(', ')})`;
  const moved = 'ST_AsBinary(a.geom) IS DISTINCT FROM ST_AsBinary(b.geom)';
  const changed = `(${row('a')} IS DISTINCT FROM ${row('b')} OR ${moved})`;
  const both = `a.${key} IS NOT NULL AND b.${key} IS NOT NULL`;
  const { rows } = await app.admin.query(
    `SELECT count(*) FILTER (WHERE a.${key} IS NULL)::int AS added,
            count(*) FILTER (WHERE b.${key} IS NULL)::int AS removed,
            count(*) FILTER (WHERE ${both} AND ${changed})::int AS changed,
            count(*) FILTER (WHERE ${both} AND NOT ${changed})::int AS unchanged,
            count(*) FILTER (WHERE ${both} AND ${moved})::int AS geometry_changed
       FROM ${before} a FULL JOIN ${after} b ON a.${key} = b.${key}`,
  );
  return rows[0] as Counts;
}

test('GET /datasets/{name}/versions/{version}/diff returns 200 with the same counts as PostGIS', async () => {
  const { status, body } = await diff('countries');
  expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
  const columns = ['name', 'iso_a3', 'continent', 'population', 'gdp_md_usd', 'economy'];
  const expected = await countInPostgis(['v1', 'v2'], { key: 'fid', columns });
  expect(counts(body as Counts)).toEqual(expected);
  expect(expected.geometry_changed).toBeGreaterThan(5);
  expect(body).toMatchObject({ from: 1, to: 2, layer: 'countries', key: 'fid', row_key: true });
  expect(body.keys).toContain('name');
});

test('a difference has the values before and after, and the geometry', async () => {
  const { body } = await diff('countries', 'with=2&kind=changed&limit=500');
  const france = body.differences.find(({ after }) => after?.population === 64057793);
  expect(france).toMatchObject({
    kind: 'changed',
    name: 'France',
    before: { population: 64057792 },
    geometry_changed: false,
    geometry_after: { type: 'MultiPolygon' },
  });
  expect(Object.keys(france?.before ?? {})).toEqual(['population']);
  const moved = body.differences.find(({ geometry_changed: is }) => is);
  expect(moved).toMatchObject({ before: {}, after: {}, geometry_before: {}, geometry_after: {} });
  const { body: added } = await diff('countries', 'with=2&kind=added');
  expect(added.differences).toHaveLength(1);
  expect(added.differences[0]).toMatchObject({
    before: null,
    after: { name: 'Null Island', population: 0, continent: null },
    geometry_after: {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 0],
        ],
      ],
    },
  });
});

test('the reverse comparison swaps added and removed rows', async () => {
  const [{ body: there }, { body: back }] = await Promise.all([
    diff('countries'),
    diff('countries', 'with=1', 2),
  ]);
  expect(counts(back as Counts)).toEqual({
    ...counts(there as Counts),
    added: there.removed,
    removed: there.added,
  });
});

test('pages of each kind have neither gaps nor overlaps', async () => {
  const { body: all } = await diff('countries', 'with=2&limit=500');
  const pages: unknown[] = [];
  for (let offset = 0; offset < all.differences.length; offset += 7) {
    const { body } = await diff('countries', `with=2&limit=7&offset=${offset}`);
    pages.push(...body.differences.map(({ kind, key }) => [kind, key]));
  }
  expect(pages).toEqual(all.differences.map(({ kind, key }) => [kind, key]));
  expect(all.differences).toHaveLength(all.added + all.removed + all.changed);
  for (const kind of ['added', 'removed', 'changed'] as const) {
    const { body } = await diff('countries', `with=2&limit=500&kind=${kind}`);
    expect(body.differences.map(({ key }) => key)).toEqual(
      all.differences.filter((difference) => difference.kind === kind).map(({ key }) => key),
    );
  }
  expect((await diff('countries', 'with=2&offset=9999')).body.differences).toEqual([]);
});

test('a shapefile and a GeoJSON are compared by a unique field, and 1 equals 1.0', async () => {
  const { status, body } = await diff('states', 'with=2&limit=500');
  expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
  const columns = ['country', 'area_sqkm', 'region'];
  const expected = await countInPostgis(['states1', 'states2'], { key: 'name', columns });
  expect(counts(body as Counts)).toEqual(expected);
  expect(body).toMatchObject({ key: 'name', row_key: false });
  expect((await diff('states', 'with=2&key=cairn_fid')).body).toMatchObject({ row_key: true });
  expect(body.columns_removed).toEqual(['iso_3166_2', 'type', 'abbrev', 'postal']);
  const regions = body.differences.filter(
    ({ after }) => after && 'region' in after && after.area_sqkm === undefined,
  );
  expect(regions.length).toBeGreaterThan(0);
  expect(regions.every(({ after }) => after?.region === 'changed')).toBe(true);
});

test('a different CRS is reported, since all coordinates differ', async () => {
  const { body } = await diff('countries', 'with=3&limit=1&kind=changed');
  expect(body).toMatchObject({ crs_changed: true });
  expect(body.geometry_changed).toBeGreaterThan(200);
  const [{ geometry_before: before, geometry_after: after }] = body.differences as [any];
  const [there, then] = [before, after].map(({ coordinates }) => coordinates.flat(9) as number[]);
  expect(then).toHaveLength(there?.length as number);
  expect(then?.every((value, i) => Math.abs(value - (there?.[i] as number)) < 1e-6)).toBe(true);
});
