import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { until } from '@cairn/testing';
import { ask } from './client.ts';
import { publish } from './publishing.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';
import { openObjectStore, OUTBOUND, sample } from './outbound.ts';
import type { TestStore } from './outbound.ts';
import { geopackageOf } from './large-geometries.ts';

const LIMIT = String(40 * 1024 * 1024);

let app: TestVault;
let ada: Person;
let reader: Person;
let worker: ReturnType<TestVault['work']>;
let store: TestStore;

beforeAll(async () => {
  app = await startTestVault({
    inspects: false,
    env: { ...OUTBOUND, LOCAL_COPIES_BYTES: LIMIT, MAX_UPLOAD_BYTES: LIMIT },
  });
  ada = await app.signUp({ username: 'ada' });
  reader = await app.signUp({ username: 'reader', service: 'view' });
  worker = app.work();
  store = await openObjectStore();
  await store.put('countries.gpkg', await sample('countries.gpkg'));
});

afterEach(() => store.onRequest(null));

afterAll(async () => {
  await worker.stop();
  await store.close();
  await app.close();
});

async function register(key: string): Promise<{ name: string; id: number }> {
  const json = { ...store.fields(key), mode: 'remote' };
  const { status, body } = await ask(app, ada, { path: '/import-s3', method: 'POST', json });
  if (status !== 201) throw new Error(JSON.stringify(body));
  const { body: listed } = await ask(app, ada, { path: `/datasets/${body.dataset}/versions` });
  return { name: body.dataset, id: Number(listed.versions[0].id) };
}

const see = (path: string, person = ada) => ask(app, person, { path });
const copyOf = (id: number, person = ada) => see(`/api/versions/${id}/local-copy`, person);
const copy = (id: number, person = ada, headers: Record<string, string> = {}) =>
  ask(app, person, { path: `/api/versions/${id}/local-copy`, method: 'POST', headers });
const copies = () => app.context.derived.list('local-copies');
/** Makes the vault ask the store again, and copies removable. */
async function forget(): Promise<void> {
  const before = new Date(Date.now() - 3_600_000);
  for (const { name } of await copies())
    await utimes(join(app.context.storage.root, 'derived', 'lo', 'local-copies', name), before, before);
  app.context.localCopies.forget();
}

test('GET rows, tiles and values, and POST filter work on a small object of a store, which is copied once when it is needed', async () => {
  const { name, id } = await register('countries.gpkg');
  expect((await copyOf(id)).body).toEqual({
    exists: false,
    size_bytes: expect.any(Number),
    max_bytes: 40 * 1024 * 1024,
  });
  const version = `/datasets/${name}/versions/1`;
  const rows = await see(`${version}/edit/rows?limit=3`);
  expect([rows.status, rows.body.total, rows.body.rows.length]).toEqual([200, 241, 3]);
  expect((await copyOf(id)).body.exists).toBe(true);
  const before = store.sent();
  const capability = await see(`${version}/edit/capability`);
  expect(capability.body).toMatchObject({ editable: false, reason: expect.stringContaining('object store') });
  expect((await see(`${version}/tiles.json`)).status).toBe(200);
  expect((await see(`${version}/tiles/0/0/0`)).body).not.toBe('');
  expect((await see(`${version}/values?field=continent`)).status).toBe(200);
  const where = "name = 'Poland'";
  const filtered = await ask(app, ada, { path: `${version}/filter`, method: 'POST', json: { where } });
  expect([filtered.status, filtered.body]).toMatchObject([200, { new_version: 2, feature_count: 1 }]);
  const diff = await see(`${version}/diff?with=2`);
  expect([diff.status, diff.body]).toMatchObject([200, { removed: 240 }]);
  expect(store.sent() - before).toBeLessThan(10_000);
  expect((await copies()).length).toBe(1);
});

test('POST /api/versions/{id}/local-copy copies a large object in a job with progress, and the pages work on it afterwards', async () => {
  const file = geopackageOf('large', 24 * 1024 * 1024);
  await store.put('large.gpkg', file);
  const { name, id } = await register('large.gpkg');
  const rows = await see(`/datasets/${name}/versions/1/edit/rows`);
  expect([rows.status, rows.body.error]).toEqual([400, expect.stringContaining('Make a local copy first')]);
  const capability = await see(`/datasets/${name}/versions/1/edit/capability`);
  expect(capability.body).toMatchObject({ editable: false, reason: expect.stringContaining('local copy') });
  const started = await copy(id, ada, { prefer: 'respond-async' });
  expect([started.status, started.body.kind]).toEqual([202, 'version.copy']);
  const job = await app.context.jobs.finished(Number(started.body.id));
  expect(job).toMatchObject({ status: 'succeeded', result: { dataset: name, size_bytes: file.length } });
  expect((await see(`/datasets/${name}/versions/1/edit/rows`)).body.total).toBe(1);
  const secrets = await app.admin.query(`SELECT payload, result, errors, stage FROM vault.jobs`);
  expect(JSON.stringify(secrets.rows)).not.toMatch(new RegExp(`${store.secretKey}|${store.accessKey}`));
  expect((await copy(id)).body).toEqual({ dataset: name, size_bytes: file.length });
});

test('copies together stay below the limit: the least recently used one is removed, one in use is not', async () => {
  await store.put('second.gpkg', geopackageOf('second', 23 * 1024 * 1024));
  const { id } = await register('second.gpkg');
  const refused = await copy(id);
  expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining('ten minutes')]);
  await forget();
  expect((await copy(id)).status).toBe(200);
  const kept = await copies();
  expect(kept.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(40 * 1024 * 1024);
  expect(kept.some(({ size }) => size > 22 * 1024 * 1024)).toBe(true);
});

test('POST /api/versions/{id}/local-copy returns 422 for an object above the limit', async () => {
  await store.put('huge.gpkg', geopackageOf('huge', 41 * 1024 * 1024));
  const { id } = await register('huge.gpkg');
  const { status, body } = await copy(id);
  expect([status, body.error]).toEqual([422, expect.stringMatching(/41.*MiB.*40 MiB is the maximum/)]);
});

test('POST /api/versions/{id}/local-copy needs edit in the vault and view on the dataset, and 409 for other versions', async () => {
  await store.put('rights.gpkg', await sample('countries.gpkg'));
  const { name, id } = await register('rights.gpkg');
  const editor = await app.signUp({ username: 'editor' });
  for (const person of [reader, editor]) expect((await copy(id, person)).status).toBe(403);
  expect((await copyOf(id, reader)).status).toBe(403);
  await app.grant({ to: editor, on: name, permission: 'view' });
  expect((await copy(id, editor)).status).toBe(200);
  const filtered = { path: `/datasets/countries/versions`, method: 'GET' };
  const { body } = await ask(app, ada, filtered);
  expect((await copy(Number(body.versions[0].id))).status).toBe(409);
});

test.each([
  ['a changed object', 412, 'PreconditionFailed', 'has changed in its store', /has changed in its store/],
  ['a deleted object', 404, 'NoSuchKey', 'There is no object', /^This dataset's data/],
  ['refused keys', 403, 'InvalidAccessKeyId', 'does not know the access key', /^This dataset's data/],
])('a copy is not used for %s, and is removed', async (_what, status, code, sentence, forReaders) => {
  const key = `${code.toLowerCase()}.gpkg`;
  await store.put(key, await sample('countries.gpkg'));
  const { name, id } = await register(key);
  await app.grant({ to: reader, on: name, permission: 'view' });
  expect((await copy(id)).status).toBe(200);
  await forget();
  store.onRequest((_req, res) => {
    res.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
    return true;
  });
  const rows = `/datasets/${name}/versions/1/edit/rows`;
  const read = await see(rows);
  expect(read.body.error).toContain(sentence);
  expect((await see(rows, reader)).body.error).toMatch(forReaders);
  expect((await copyOf(id)).body.exists).toBe(false);
  const failed = await copy(id);
  expect(failed.status).toBeGreaterThanOrEqual(422);
  expect(failed.body.error).toMatch(forReaders);
});

test('a copy is kept but not used while the store does not answer', async () => {
  await store.put('silent.gpkg', await sample('countries.gpkg'));
  const { name, id } = await register('silent.gpkg');
  await copy(id);
  await forget();
  store.onRequest((_req, res) => {
    res.writeHead(500).end();
    return true;
  });
  expect((await see(`/datasets/${name}/versions/1/edit/rows`)).body.error).toContain('answers 500');
  store.onRequest(null);
  expect((await copyOf(id)).body.exists).toBe(true);
  expect((await see(`/datasets/${name}/versions/1/edit/rows`)).status).toBe(200);
});

test('a job that is cancelled while it copies leaves nothing', async () => {
  await forget();
  await store.put('slow.gpkg', geopackageOf('slow', 20 * 1024 * 1024));
  const { id } = await register('slow.gpkg');
  const size: number = (await copyOf(id)).body.size_bytes;
  let waiting = false;
  store.onRequest((req, res) => {
    if (req.headers.range !== `bytes=0-${size - 1}`) return false;
    waiting = true;
    res.on('close', () => (waiting = false));
    return true;
  });
  const { body: job } = await copy(id, ada, { prefer: 'respond-async' });
  await until('the worker fetches', () => Promise.resolve(waiting));
  expect((await copyOf(id)).body.job_id).toBe(job.id);
  await ask(app, ada, { path: `/api/jobs/${job.id}/cancel`, method: 'POST' });
  expect((await app.context.jobs.finished(Number(job.id)))?.status).toBe('cancelled');
  await until('the connection is closed', () => Promise.resolve(!waiting));
  const { incoming, work } = await app.stored();
  expect({ incoming, work, copy: (await copyOf(id)).body.exists }).toEqual({
    incoming: [],
    work: [],
    copy: false,
  });
});

test('deleting the dataset deletes the copy', async () => {
  await store.put('gone.gpkg', await sample('countries.gpkg'));
  const { name, id } = await register('gone.gpkg');
  await copy(id);
  const before = (await copies()).length;
  await ask(app, ada, { path: `/datasets/${name}/archive`, method: 'POST' });
  await ask(app, ada, { path: `/datasets/${name}?confirm=true`, method: 'DELETE' });
  await until('the copy is removed', async () => (await copies()).length === before - 1);
});

test('POST /versions/{id}/publish needs a local copy of a large object, and its addresses are 503 while the copy is missing', async () => {
  await forget();
  await store.put('published.gpkg', geopackageOf('published', 21 * 1024 * 1024));
  const { name, id } = await register('published.gpkg');
  const capability = async () => (await see(`/api/versions/${id}/publish-capability`)).body;
  const reason = expect.stringMatching(/object store\. Make a local copy to publish it/);
  expect(await capability()).toEqual({
    ...{ available: false, target: 'tile-server', needs_local_copy: true, reason },
  });
  const published = () => publish(app, ada, { version_id: id });
  expect(await published()).toMatchObject({ status: 409, body: { error: reason } });
  expect((await copy(id)).status).toBe(200);
  expect(await capability()).toEqual({ available: true, target: 'tile-server' });
  const { status, body } = await published();
  expect([status, body.publication]).toMatchObject([200, { follow: 'latest', layer: 'published' }]);
  const address = `/published/${body.publication.id}`;
  const [tileJson, tile] = [`${address}.json`, `${address}/0/0/0.pbf`];
  const statuses = () => Promise.all([see(tileJson), see(tile)]);
  expect((await statuses()).map((each) => each.status)).toEqual([200, 200]);

  const change = (json: object) =>
    ask(app, ada, { path: `/api/publications/${body.publication.id}`, method: 'PUT', json });
  const pin = { follow: 'version', version_id: id };
  const pinned = async () => {
    for (const { name: each } of await copies()) await app.context.derived.remove('local-copies', each);
    const refused = await Promise.all([...(await statuses()), see(tile, reader)]);
    return refused.map((each) => [each.status, each.body.error]);
  };
  const missing = [503, expect.stringMatching(/no local copy of it now\. Ask an editor/)];
  await app.grant({ to: reader, on: name, permission: 'view' });
  // The tile file is kept; the values of a tile are in the copy.
  expect(await pinned()).toEqual([[200, undefined], missing, missing]);
  expect(await change(pin)).toMatchObject({ status: 409, body: { error: reason } });
  await copy(id);
  expect((await change(pin)).body).toMatchObject({ follow: 'version', version: 1 });
  const { rows } = await app.admin.query('SELECT sha256 FROM vault.versions WHERE id = $1', [id]);
  await app.context.derived.drop(rows[0].sha256);
  expect(await pinned()).toEqual([missing, missing, missing]);
  await copy(id);
  expect((await statuses()).map((each) => each.status)).toEqual([200, 200]);
});

test('POST /versions/{id}/publish fetches a small object, and is 503 while its store does not answer', async () => {
  await forget();
  await store.put('small.gpkg', await sample('countries.gpkg'));
  const { id } = await register('small.gpkg');
  store.onRequest((_req, res) => {
    res.writeHead(500).end();
    return true;
  });
  const failed = await publish(app, ada, { version_id: id });
  expect([failed.status, failed.body.error]).toEqual([503, expect.stringMatching(/^This dataset's data/)]);
  store.onRequest(null);
  expect((await publish(app, ada, { version_id: id })).status).toBe(200);
  expect((await copyOf(id)).body.exists).toBe(true);
  await forget();
  store.onRequest((_req, res) => {
    res.writeHead(412).end('<Error><Code>PreconditionFailed</Code></Error>');
    return true;
  });
  const changed = await see(`/api/versions/${id}/publish-capability`);
  const reason = expect.stringContaining('has changed in its store');
  expect(changed.body).toMatchObject({ available: false, reason });
  const refused = await publish(app, ada, { version_id: id });
  expect([refused.status, refused.body.error]).toEqual([409, reason]);
});
