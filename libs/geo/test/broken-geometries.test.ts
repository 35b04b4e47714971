import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase } from '@cairn/testing';
import type { TestDatabase } from '@cairn/testing';
import { loadIntoPostgis, openGdal, transformLayer } from '../src/index.ts';
import type { LoadOptions } from '../src/index.ts';
import { BROKEN, HEADER, hex, ODD, path, POINT, withSrid } from './geometry-fixtures.ts';
import { findRefusal } from '../src/reader/postgres-copy/check-wkb.ts';

const folder = mkdtempSync(join(tmpdir(), 'cairn-broken-'));
let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
  await client.query('CREATE SCHEMA here');
});

afterAll(async () => {
  await client.end();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

function withoutSrid(wkb: string): string {
  return wkb.replace(/(0101000020)(e6100000|00000000|ffffffff|110f0000)/g, '0101000000');
}

/** A GeoPackage whose features have these geometries, as blobs in hexadecimal. */
function geopackage(name: string, blobs: string[]): string {
  const file = join(folder, `${name}.gpkg`);
  const features = [{ type: 'Feature', properties: { n: 0 }, geometry: null }];
  writeFileSync(join(folder, 'one.geojson'), JSON.stringify({ type: 'FeatureCollection', features }));
  const args = ['-nln', name, '-nlt', 'GEOMETRY', '-lco', 'SPATIAL_INDEX=NO', '-lco', 'GEOMETRY_NAME=geom'];
  execFileSync('ogr2ogr', ['-f', 'GPKG', file, join(folder, 'one.geojson'), ...args]);
  const db = new DatabaseSync(file);
  for (const { name: trigger } of db.prepare(`SELECT name FROM sqlite_master WHERE type = 'trigger'`).all())
    db.exec(`DROP TRIGGER "${String(trigger)}"`);
  db.exec(`DELETE FROM ${name}`);
  const insert = db.prepare(`INSERT INTO ${name} (fid, geom, n) VALUES (?, ?, ?)`);
  blobs.forEach((blob, i) => insert.run(i + 1, Buffer.from(blob, 'hex'), i));
  db.close();
  return file;
}

async function load(file: string, options: Partial<LoadOptions> = {}) {
  const cwd = mkdtempSync(join(folder, 'job-'));
  return loadIntoPostgis(await openGdal(), { client, file, cwd, schema: 'here', mode: 'create', ...options });
}

async function rowsOf(table: string) {
  const { rows } = await client.query<{ n: number; wkb: string | null }>(
    `SELECT n, encode(ST_AsBinary(geom), 'hex') AS wkb FROM here.${table} ORDER BY fid`,
  );
  return rows;
}

test('geometries that PostGIS refuses are loaded as NULL with their attributes, and reported with feature and reason', async () => {
  const blobs = [
    ...BROKEN.map(([wkb]) => HEADER + wkb),
    'ffff0001',
    `4750000f${HEADER.slice(8)}`,
    HEADER + POINT,
  ];
  const [loaded] = await load(geopackage('broken', blobs));
  expect(loaded).toEqual({
    ...{ layer: 'broken', table: 'broken', rows: blobs.length, srid: 4326 },
    broken: {
      count: BROKEN.length + 2,
      features: [
        ...BROKEN.map(([, reason], i) => ({ feature: i + 1, reason })),
        { feature: BROKEN.length + 1, reason: 'it does not start with a GeoPackage header' },
        { feature: BROKEN.length + 2, reason: 'its header is invalid' },
      ],
    },
  });
  const rows = await rowsOf('broken');
  expect(rows.map(({ n }) => n)).toEqual(blobs.map((_, i) => i));
  expect(rows.filter(({ wkb }) => wkb !== null)).toEqual([{ n: blobs.length - 1, wkb: POINT }]);
});

test('self-intersections, NaN, infinite and empty geometries and bytes behind the end are loaded as they are', async () => {
  const [loaded] = await load(
    geopackage(
      'odd',
      ODD.map((wkb) => HEADER + wkb),
    ),
  );
  expect(loaded).toEqual({ layer: 'odd', table: 'odd', rows: ODD.length, srid: 4326 });
  const rows = await rowsOf('odd');
  expect(rows.map(({ wkb }) => wkb?.length)).toEqual(
    ODD.map((wkb) => (wkb.endsWith('00ff') ? POINT : withoutSrid(wkb)).length),
  );
});

test('the reader and PostGIS agree on which geometries can be loaded', async () => {
  for (const wkb of [...BROKEN.map(([bytes]) => bytes), ...ODD]) {
    // Fewer than five bytes end the server.
    if (wkb.length < 10) continue;
    const bytes = Buffer.from(wkb, 'hex');
    for (const srid of [4326, 0]) {
      const accepted = await client
        .query(`SELECT ST_GeomFromEWKB($1)::geometry(Geometry, ${srid})`, [bytes])
        .then(
          () => true,
          () => false,
        );
      const refusal = findRefusal(new DataView(new Uint8Array(bytes).buffer), 0, srid);
      expect([srid, wkb.slice(0, 40), refusal === null]).toEqual([srid, wkb.slice(0, 40), accepted]);
    }
  }
});

test('a list of broken geometries has at most 100 entries, and the count of all', async () => {
  const [{ broken } = {}] = await load(
    geopackage('many', Array<string>(150).fill(HEADER + hex(2, 1, path(1, 2)))),
  );
  expect([broken?.count, broken?.features.length]).toEqual([150, 100]);
});

test('a broken geometry is refused with a sentence when the geometry column of an existing table is NOT NULL', async () => {
  await client.query('CREATE TABLE here.strict (n int, geom geometry(Geometry, 4326) NOT NULL)');
  const file = geopackage('strict', [HEADER + POINT, HEADER + hex(2, 1, path(1, 2))]);
  await expect(load(file, { mode: 'append' })).rejects.toMatchObject({
    code: 'load.geometry_required',
    message: expect.stringMatching(
      /^Layer "strict", feature 2: .*\(it is a line of one point\).* Nothing was loaded/,
    ),
  });
  expect((await client.query('SELECT 1 FROM here.strict')).rowCount).toBe(0);
});

test('a broken geometry is loaded as NULL when the others are transformed', async () => {
  const blobs = [POINT, hex(2, 1, path(1, 2)), '010200', withSrid(4326, POINT)];
  const file = geopackage(
    'moved',
    blobs.map((wkb) => HEADER + wkb),
  );
  const cwd = mkdtempSync(join(folder, 'job-'));
  const run = { cwd, signal: new AbortController().signal, timeLimitMs: 60_000 };
  const request = { file, layer: 'moved', from: 'EPSG:4326', to: 'EPSG:3857' };
  const geometries = await transformLayer(await openGdal(), request, run);
  const [loaded] = await load(file, { cwd, layer: 'moved', placed: { srid: 3857, geometries } });
  expect(loaded).toMatchObject({ rows: 4, broken: { count: 3 } });
  const rows = await rowsOf('moved');
  expect(rows.map(({ wkb }) => wkb === null)).toEqual([false, true, true, true]);
});

test('the srs_id in a header of the file does not count, only that of the layer', async () => {
  const [loaded] = await load(
    geopackage(
      'headers',
      ['110f0000', '00000000', 'ffffffff'].map((id) => `47500001${id}${POINT}`),
    ),
  );
  expect(loaded).toEqual({ layer: 'headers', table: 'headers', rows: 3, srid: 4326 });
  const { rows } = await client.query('SELECT DISTINCT public.ST_AsEWKT(geom) AS geom FROM here.headers');
  expect(rows).toEqual([{ geom: 'SRID=4326;POINT(1 2)' }]);
});

test('a table that takes several points gets one with a height or an SRID in its bytes as several', async () => {
  await client.query('CREATE TABLE here.several (n int, geom geometry(MultiPointZ, 4326))');
  const high = `01${'01000080'}${path(1, 2, 3)}`;
  const [loaded] = await load(
    geopackage(
      'several',
      [high, withSrid(4326, high), withSrid(3857, high)].map((wkb) => HEADER + wkb),
    ),
    { mode: 'append' },
  );
  expect(loaded).toMatchObject({ rows: 3, broken: { count: 1, features: [{ feature: 3 }] } });
  const { rows } = await client.query('SELECT public.ST_AsEWKT(geom) AS geom FROM here.several ORDER BY n');
  expect(rows.map(({ geom }) => geom)).toEqual([...Array(2).fill('SRID=4326;MULTIPOINT(1 2 3)'), null]);
});
