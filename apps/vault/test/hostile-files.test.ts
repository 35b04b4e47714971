/** @own-process because it measures memory. */
import { readFile, readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PROGRAM_ACCOUNT } from '@cairn/programs';
import { ask, NOTHING, traces, upload } from './client.ts';
import { alteredGeopackage, geoJson, shapefileZip, sparseTiff } from './hostile.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';

let app: TestVault;
let ada: Person;

beforeAll(async () => {
  app = await startTestVault({ inspects: false });
  ada = await app.signUp({ username: 'ada' });
});

afterAll(() => app.close());

test.each([
  ['..'],
  ['.'],
  ['../x'],
  ['a/b'],
  ['a\\b'],
  ['a\0b'],
  ['a..b'],
  ['-x'],
  ['@x'],
  ['x'.repeat(300)],
  ['<script>'],
  ['a\nb'],
])('POST /projects/{id}/upload returns 400 for the dataset name %j', async (name) => {
  const byField = await upload(app, ada, {
    file: geoJson(),
    fileName: 'a.geojson',
    fields: { dataset_name: name },
  });
  expect(byField.status).toBe(400);
  expect((await upload(app, ada, { file: geoJson(), fileName: 'a.geojson', dataset: name })).status).toBe(
    400,
  );
  expect(await traces(app)).toEqual(NOTHING);
});

test('POST /datasets/{name}/upload returns 400 or 404 for invalid names, also to an administrator', async () => {
  const root = await app.signUp({ username: 'root', isAdmin: true });
  for (const name of ['..', '%2e%2e', 'a%2fb', 'a%00b', '-x', 'x'.repeat(300)]) {
    const { status } = await upload(app, root, {
      file: geoJson(),
      fileName: 'a.geojson',
      path: `/datasets/${name}/upload`,
    });
    expect([400, 404, 405]).toContain(status);
  }
  expect(await traces(app)).toEqual(NOTHING);
});

test('POST /projects/{id}/upload creates a plain dataset name from a hostile file name', async () => {
  const { status, body } = await upload(app, ada, {
    file: geoJson(),
    fileName: '../../..<b>Städte & Dörfer</b>.geojson',
  });
  expect(status).toBe(201);
  expect(body.dataset).toBe('b_');
});

test('GET /preview returns 422 with bounded memory for a sparse GeoTIFF of 200,000 × 200,000 pixels', async () => {
  const file = await sparseTiff(200_000);
  expect(file.length).toBeLessThan(600_000);
  const { status } = await upload(app, ada, { file, fileName: 'sparse.tif' });
  expect(status).toBe(201);
  const before = process.memoryUsage().rss;
  const answer = await ask(app, ada, { path: '/preview?dataset=sparse&version=1' });
  expect(answer.status).toBe(422);
  expect(answer.body.error).toMatch(/overviews/);
  expect((await ask(app, ada, { path: '/datasets/sparse/thumbnail' })).status).toBe(422);
  expect((await ask(app, ada, { path: '/metadata?dataset=sparse&version=1' })).body.warnings).toHaveLength(1);
  expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
});

test('GET /preview shows a GeoPackage without running its triggers, views or generated columns', async () => {
  const file = await alteredGeopackage(`
    CREATE TRIGGER evil AFTER INSERT ON countries BEGIN SELECT randomblob(900000000); END;
    CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS fid, x'00' AS geom FROM n;
    INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id) VALUES ('endless', 'features', 'endless', 4326);
    INSERT INTO gpkg_geometry_columns VALUES ('endless', 'geom', 'POINT', 4326, 0, 0);
    ALTER TABLE countries ADD COLUMN heavy TEXT GENERATED ALWAYS AS (hex(zeroblob(900000000))) VIRTUAL`);
  const { status, body } = await upload(app, ada, { file, fileName: 'tricky.gpkg' });
  expect(status).toBe(201);
  expect(body.layers.map(({ name }) => name)).toEqual(['countries']);
  const preview = await ask(app, ada, { path: '/preview?dataset=tricky&version=1' });
  expect(preview.status).toBe(200);
  expect(preview.body.returned).toBe(241);
  expect(preview.body.features[0].properties).not.toHaveProperty('heavy');
  expect((await ask(app, ada, { path: '/preview?dataset=tricky&version=1&layer=endless' })).status).toBe(400);
});

test('GET /preview of a shapefile without .prj assumes degrees when they fit, and GET /metadata says so', async () => {
  const { body } = await upload(app, ada, { file: await shapefileZip([], ['prj']), fileName: 'bare.zip' });
  expect(body.error).toBeUndefined();
  const metadata = await ask(app, ada, { path: '/metadata?dataset=bare&version=1' });
  expect(metadata.body.crs).toMatchObject({ assumed: true, srid: 4326 });
  const warnings = metadata.body.warnings.filter((sentence: string) => !/still being checked/.test(sentence));
  expect(warnings).toEqual(['No coordinate system; assumed WGS 84 from the coordinates.']);
  const preview = await ask(app, ada, { path: '/preview?dataset=bare&version=1' });
  expect(preview.body.features[0].geometry.coordinates).toEqual([1, 2]);
});

test('the process that reads files of users sees only the files of its request, under a separate account', async () => {
  const { body } = await upload(app, ada, { file: 'countries.gpkg', dataset: 'sandboxed' });
  expect(body.dataset).toBe('sandboxed');
  const json = { operation: 'filter', filter: { where: "name = 'Germany'" } };
  const path = '/datasets/sandboxed/versions/1/derive/preview';
  expect((await ask(app, ada, { method: 'POST', path, json })).status).toBe(200);
  const readers = await processesIn(join(app.storageRoot, 'processes'));
  expect(readers.length).toBeGreaterThan(0);
  for (const pid of readers) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const uid = Number(/^Uid:\s+(\d+)/m.exec(status)?.[1]);
    expect(uid).toBe(process.getuid?.() === 0 ? PROGRAM_ACCOUNT : process.getuid?.());
    expect(/^CapEff:\s+(\w+)/m.exec(status)?.[1]).toBe('0000000000000000');
    // What a process sees begins at its root.
    const seen = await readdir(`/proc/${pid}/root${app.storageRoot}`);
    expect(seen).toEqual(['processes']);
    await expect(readFile(`/proc/${pid}/root/etc/shadow`)).rejects.toMatchObject({ code: 'ENOENT' });
  }
});

/** Processes that work in a folder below this one, without those that only started them. */
async function processesIn(folder: string): Promise<string[]> {
  const pids: string[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const [cwd, program] = await Promise.all(
      ['cwd', 'exe'].map((name) => readlink(`/proc/${pid}/${name}`).catch(() => '')),
    );
    if (cwd?.includes(folder) && program?.endsWith('/node')) pids.push(pid);
  }
  return pids;
}
