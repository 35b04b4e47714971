import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { ask } from './client.ts';
import { geoJson, rawVrt, text } from './hostile.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';
import { openObjectStore, OUTBOUND, sample } from './outbound.ts';
import type { TestStore } from './outbound.ts';

const run = promisify(execFile);

let app: TestVault;
let ada: Person;
let reader: Person;
let worker: ReturnType<TestVault['work']>;
let store: TestStore;
let cog: Buffer;

beforeAll(async () => {
  app = await startTestVault({ env: OUTBOUND });
  ada = await app.signUp({ username: 'ada' });
  reader = await app.signUp({ username: 'reader', service: 'view' });
  worker = app.work();
  store = await openObjectStore();
  cog = await makeCog(4096);
  await store.put('big.tif', cog);
  await store.put('countries.gpkg', await sample('countries.gpkg'));
  store.requests.length = 0;
});

afterEach(() => {
  store.onRequest(null);
  store.requests.length = 0;
});

afterAll(async () => {
  await worker.stop();
  await store.close();
  await app.close();
});

/** A tiled GeoTIFF with overviews that no compression makes smaller. */
async function makeCog(side: number): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-cog-'));
  try {
    const [raw, path] = [join(folder, 'noise.pgm'), join(folder, 'noise.tif')];
    const head = Buffer.from(`P5\n${side} ${side}\n255\n`);
    await writeFile(raw, Buffer.concat([head, randomBytes(side * side)]));
    const place = ['-a_srs', 'EPSG:3857', '-a_ullr', '0', '1000000', '1000000', '0'];
    await run('gdal_translate', ['-q', '-of', 'COG', ...place, raw, path]);
    return await readFile(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function register(key: string, fields: Record<string, unknown> = {}) {
  const json = { ...store.fields(key), mode: 'remote', ...fields };
  return ask(app, ada, { path: '/import-s3', method: 'POST', json });
}

const see = (path: string, person = ada) => ask(app, person, { path });

/** Waits until a worker has inspected a new version. */
async function waitForJob(jobId: unknown): Promise<void> {
  await app.context.jobs.finished(Number(jobId));
}

test('POST /import-s3 with mode remote returns 201 and copies nothing; facts, preview and thumbnail read a small part of a large COG', async () => {
  const before = store.sent();
  const { status, body } = await register('big.tif');
  expect(status).toBe(201);
  expect(body).toMatchObject({ dataset: 'big', operation: 'import_s3', type: 'raster', size: cog.length });
  expect(body.sha256).toBeUndefined();
  await waitForJob(body.job_id);
  const facts = await see('/metadata?dataset=big&version=1');
  expect(facts.status).toBe(200);
  expect(facts.body.raster).toMatchObject({ width: 4096, height: 4096 });
  const picture = await see('/preview?dataset=big&version=1&width=512');
  expect([picture.status, picture.headers.get('content-type')]).toEqual([
    200,
    expect.stringMatching(/^image\//),
  ]);
  expect(picture.headers.get('x-bounds')).toMatch(/^0,/);
  expect((await see('/datasets/big/thumbnail')).status).toBe(200);
  const read = store.sent() - before;
  expect(cog.length).toBeGreaterThan(16 * 1024 * 1024);
  // Five readings, of which the largest is the overview of 2048 columns for the page's own width.
  expect(read).toBeLessThan(cog.length / 2);
  expect(store.requests.every(({ headers }) => headers.range !== undefined)).toBe(true);
  const { objects, incoming, work } = await app.stored();
  expect({ objects, incoming, work }).toEqual({ objects: [], incoming: [], work: [] });
});

test('a remote version has its location, no hash, no keys and no file to download', async () => {
  const { versions: body } = (await see('/datasets/big/versions')).body;
  expect(body[0]).toMatchObject({ datasource_type: 'remote', file_name: 'big.tif', operation: 'import_s3' });
  expect(body[0].sha256).toBeUndefined();
  const { rows } = await app.admin.query('SELECT object_key, source FROM vault.versions');
  expect(rows[0]).toEqual({
    object_key: null,
    source: { remote_source_id: expect.any(Number), endpoint: store.url, bucket: 'maps', key: 'big.tif' },
  });
  const download = await see(`/versions/${body[0].id}/download`);
  expect([download.status, download.body.error]).toEqual([404, expect.stringMatching(/\.$/)]);
});

test('facts, a layer and a box of a remote GeoPackage are read by range requests', async () => {
  const { status, body } = await register('countries.gpkg');
  expect(status).toBe(201);
  expect(body.layers).toEqual([
    expect.objectContaining({ name: 'countries', feature_count: 241, srid: 4326 }),
  ]);
  await waitForJob(body.job_id);
  const facts = await see('/metadata?dataset=countries&version=1');
  expect(facts.body.layers[0].fields.map(({ name }: { name: string }) => name)).toContain('sovereignty');
  const whole = await see('/preview?dataset=countries&version=1');
  expect(whole.body).toMatchObject({ total: 241, returned: 241, complete: true });
  const box = await see('/preview?dataset=countries&version=1&bbox=5,45,15,55');
  expect(box.body.features.map((f: any) => f.properties.name)).toContain('Germany');
  expect(box.body.features.length).toBeLessThan(40);
  expect((await see('/datasets/countries/thumbnail')).headers.get('content-type')).toBe('image/webp');
  expect(store.requests.every(({ headers }) => headers.range !== undefined)).toBe(true);
});

test('a clone of a remote version reads the same object and copies nothing', async () => {
  const clone = await ask(app, ada, { path: '/datasets/countries/clone', method: 'POST' });
  expect(clone.status).toBe(200);
  const box = await see(`/preview?dataset=${encodeURIComponent(clone.body.name)}&version=1&bbox=5,45,15,55`);
  expect(box.body.returned).toBeGreaterThan(5);
  expect((await app.stored()).objects).toEqual([]);
});

test('users with view see the preview without keys of their own, others get 403', async () => {
  expect((await see('/preview?dataset=countries&version=1', reader)).status).toBe(403);
  await app.grant({ to: reader, on: 'countries', permission: 'view' });
  expect((await see('/preview?dataset=countries&version=1&bbox=5,45,15,55', reader)).status).toBe(200);
});

test('POST /datasets/{name}/clone of data that is read with saved keys returns 403 to a user who may only view it', async () => {
  const editor = await app.signUp({ username: 'editor' });
  await app.grant({ to: editor, on: 'countries', permission: 'view' });
  const before = await app.rows('versions');
  const { status, body } = await ask(app, editor, {
    path: '/datasets/countries/clone',
    method: 'POST',
    json: { name: 'mine' },
  });
  expect([status, body.error]).toEqual([403, expect.stringContaining('your own keys')]);
  expect(await app.rows('versions')).toBe(before);
});

test('a clone of another user is no longer read with the saved keys once this user has lost admin on its source', async () => {
  const bob = await app.signUp({ username: 'bob' });
  await app.grant({ to: bob, on: 'countries', permission: 'admin' });
  const json = { name: 'bobs' };
  const clone = await ask(app, bob, { path: '/datasets/countries/clone', method: 'POST', json });
  expect(clone.status).toBe(200);
  const path = '/preview?dataset=bobs&version=1&bbox=5,45,15,55';
  expect((await see(path, bob)).status).toBe(200);
  await app.admin.query(
    `DELETE FROM portal.permissions p USING portal.resources r WHERE r.id = p.resource_id AND r.resource_key = $1
       AND p.group_id IN (SELECT group_id FROM portal.group_members WHERE user_id = $2)`,
    [await app.keyOf('countries'), bob.id],
  );
  const refused = await see(path, bob);
  expect([refused.status, refused.body.error]).toEqual([422, expect.stringContaining('with your own keys')]);
  expect((await see(path.replace('bobs', 'countries'))).status).toBe(200);
});

test('POST /import-s3 with mode remote returns 201 and unchanged for a registered object', async () => {
  const { status, body } = await register('countries.gpkg');
  expect([status, body.unchanged, body.version]).toEqual([201, true, 1]);
});

test('GET /preview returns 422 with the remedy for a changed object, except for stored previews, and registering it again creates a version', async () => {
  await store.put('moving.tif', await sample('elevation.tif'));
  const { body } = await register('moving.tif');
  await waitForJob(body.job_id);
  const drawn = '/preview?dataset=moving&version=1&width=2048';
  expect((await see(drawn)).status).toBe(200);
  await store.put('moving.tif', await sample('geoid.tif'));
  expect((await see(drawn)).status).toBe(200);
  const redrawn = await see('/preview?dataset=moving&version=1&width=256');
  expect([redrawn.status, redrawn.body.error]).toEqual([
    422,
    expect.stringContaining('has changed in its store'),
  ]);
  expect(redrawn.body.error).toContain('Import it again');
  const second = await register('moving.tif', { dataset_name: 'moving' });
  expect([second.status, second.body.version, second.body.unchanged]).toEqual([201, 2, false]);
  await waitForJob(second.body.job_id);
  expect((await see('/preview?dataset=moving&version=2&width=256')).status).toBe(200);
});

test('GET /preview returns 422 for a deleted object and for revoked keys', async () => {
  await store.put('going.gpkg', await sample('countries.gpkg'));
  const { body } = await register('going.gpkg');
  await waitForJob(body.job_id);
  await app.grant({ to: reader, on: 'going', permission: 'view' });
  const path = '/preview?dataset=going&version=1&bbox=5,45,15,55';
  for (const [status, code, sentence] of [
    [404, 'NoSuchKey', 'There is no object'],
    [403, 'AccessDenied', 'refuses access'],
    [403, 'InvalidAccessKeyId', 'does not know the access key'],
  ] as const) {
    store.onRequest((_req, res) => {
      res.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
      return true;
    });
    const answer = await see(path);
    expect([answer.status, answer.body.error]).toEqual([422, expect.stringContaining(sentence)]);
    // Where the data is stored is for those with admin on the dataset.
    const read = await see(path, reader);
    expect([read.status, read.body.error]).toEqual([503, expect.stringMatching(/^This dataset's data/)]);
  }
  store.onRequest(null);
  expect((await see(path)).status).toBe(200);
});

test('POST /import-s3 with mode remote returns 422 and the remedy for a store without ranges or ETags', async () => {
  const rows = await app.rows('versions');
  store.onRequest((req) => {
    delete req.headers.range;
    return false;
  });
  const whole = await register('big.tif', { dataset_name: 'whole' });
  expect([whole.status, whole.body.error]).toEqual([
    422,
    expect.stringMatching(/byte ranges.*mode "import"/),
  ]);
  store.onRequest((_req, res) => {
    const writeHead = res.writeHead.bind(res);
    res.writeHead = ((...args: Parameters<typeof writeHead>) => {
      res.removeHeader('etag');
      return writeHead(...args);
    }) as typeof res.writeHead;
    return false;
  });
  const untagged = await register('big.tif', { dataset_name: 'untagged' });
  expect([untagged.status, untagged.body.error]).toEqual([422, expect.stringContaining('no ETag')]);
  expect(await app.rows('versions')).toBe(rows);
});

test.each<[string, string, () => Uint8Array, string]>([
  ['GeoJSON', 'points.geojson', () => geoJson(), 'Use mode "import"'],
  ['a name without a format', 'data', () => cog.subarray(0, 5000), 'Use mode "import"'],
  ['a web page named .tif', 'page.tif', () => text('<!doctype html><html></html>'), 'a different content'],
  ['a VRT named .tif', 'vrt.tif', () => rawVrt('/etc/passwd'), 'a different content'],
  ['half a GeoTIFF', 'half.tif', () => cog.subarray(0, 200), 'cannot be read as a GeoTIFF'],
  [
    'an SQLite file that is not a GeoPackage',
    'plain.gpkg',
    () => text('SQLite format 3\0'.padEnd(4096, '\0')),
    'a different content',
  ],
])('POST /import-s3 with mode remote returns 422 for %s', async (_what, key, body, sentence) => {
  const rows = await app.rows('versions');
  await store.put(key, body());
  const answer = await register(key, { dataset_name: 'refused' });
  expect([answer.status, answer.body.error]).toEqual([422, expect.stringContaining(sentence)]);
  expect(await app.rows('versions')).toBe(rows);
  expect((await app.admin.query('SELECT 1 FROM vault.datasets WHERE name = $1', ['refused'])).rowCount).toBe(
    0,
  );
});

test('unused locations are deleted with their keys after an hour', async () => {
  const { deleteUnusedRemoteSources } = await import('../src/features/imports/remote/repo.ts');
  const count = async () =>
    Number((await app.admin.query('SELECT count(*) FROM vault.remote_sources')).rows[0].count);
  const sourcesInUse = async () =>
    Number(
      (await app.admin.query(`SELECT count(DISTINCT source ->> 'remote_source_id') FROM vault.versions`))
        .rows[0].count,
    );
  const before = await count();
  await app.admin.query(`UPDATE vault.remote_sources SET created_at = now() - interval '2 hours'`);
  expect(await deleteUnusedRemoteSources(app.context.db)).toBe(before - (await sourcesInUse()));
  await app.admin.query(
    `INSERT INTO vault.remote_sources (endpoint, region, bucket, key, path_style, etag, size) VALUES ('http://x', 'r', 'b', 'k', true, '"e"', 1)`,
  );
  expect(await deleteUnusedRemoteSources(app.context.db)).toBe(0);
  expect(await count()).toBe((await sourcesInUse()) + 1);
});
