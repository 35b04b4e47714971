import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { until } from '@cairn/testing';
import type { RunningService } from '@cairn/testing';
import { ask, upload } from './client.ts';
import { startPublishing } from './map-publishing.ts';
import type { Publishing } from './map-publishing.ts';
import { openObjectStore, OUTBOUND, sample } from './outbound.ts';
import type { TestStore } from './outbound.ts';
import { startFakePortal, startVault } from './running-vault.ts';

let vault: Publishing;
let store: TestStore;
let portal: Awaited<ReturnType<typeof startFakePortal>>;
const running: RunningService[] = [];

beforeAll(async () => {
  vault = await startPublishing();
  await vault.worker.stop();
  portal = await startFakePortal(vault.app);
  store = await openObjectStore();
  await upload(vault.app, vault.ada, { file: 'countries.gpkg' });
});
afterEach(async () => {
  vault.server.standIn?.before(null);
  for (const worker of running.splice(0)) if (worker.child.exitCode === null) await worker.kill();
});
afterAll(async () => {
  await portal.close();
  await store.close();
  await vault.close();
});

/** A real GeoServer does not wait on request. */
function withStandIn(title: string, run: () => Promise<void>): void {
  if (process.env.GEOSERVER_URL === undefined) test(title, run);
}

async function startWorker(): Promise<RunningService> {
  const worker = await startVault(vault.app, {
    script: 'worker.ts',
    env: { ...OUTBOUND, PORTAL_URL: portal.url },
  });
  running.push(worker);
  return worker;
}

const post = (path: string, json: object) =>
  ask(vault.app, vault.ada, { path, method: 'POST', json, headers: { prefer: 'respond-async' } });
const files = () => vault.app.stored();

/** Kills a worker when `reached` is settled, lets another go on with the job, and returns the job. */
async function killAndGoOn(worker: RunningService, id: string, reached: Promise<unknown>) {
  await reached;
  await worker.kill();
  expect((await vault.job(id)).body.status).toBe('running');
  vault.server.standIn?.before(null);
  store.onRequest(null);
  await vault.app.expireLeases();
  await startWorker();
  const job = await vault.ended(id);
  await until('its files are removed', async () => {
    const { incoming, work } = await files();
    return incoming.length + work.length === 0;
  });
  return job;
}

withStandIn(
  'POST /api/mapserver/publish is completed when its worker was killed between the store and the layer',
  async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    vault.server.standIn!.before(({ method, segments }) => {
      if (method !== 'POST' || segments.at(-1) !== 'featuretypes') return false;
      resolve();
      return true;
    });
    const worker = await startWorker();
    const { body } = await vault.publish('countries', { mapserver_store_name: 'killed' });
    await promise;
    expect(vault.onServer()).toEqual({ stores: ['killed'], layers: [] });
    expect(await killAndGoOn(worker, body.job_id, promise)).toMatchObject({ status: 'succeeded' });
    expect(vault.onServer()).toEqual({ stores: ['killed'], layers: ['killed'] });
    expect(await vault.publications('countries')).toMatchObject([
      { store: 'killed', status: 'published', leftover: false, layers: ['killed'] },
    ]);
  },
);

withStandIn(
  'a publication is replaced by its next version when its worker was killed between the store and the layer',
  async () => {
    await upload(vault.app, vault.ada, { file: 'populated-places.geojson', dataset: 'countries' });
    const { promise, resolve } = Promise.withResolvers<void>();
    vault.server.standIn!.before(({ method, segments }) => {
      if (method !== 'PUT' || segments.at(-2) !== 'featuretypes') return false;
      resolve();
      return true;
    });
    const worker = await startWorker();
    const { body } = await vault.publish('countries', { mapserver_store_name: 'killed' });
    await promise;
    expect(vault.onServer().stores).toEqual(['killed', 'killed__cairn_a']);
    expect(await killAndGoOn(worker, body.job_id, promise)).toMatchObject({ status: 'succeeded' });
    expect(vault.onServer()).toEqual({ stores: ['killed'], layers: ['killed'] });
    expect(await vault.publications('countries')).toMatchObject([
      { store: 'killed', version: 2, status: 'published', leftover: false, layers: ['killed'] },
    ]);
  },
);

withStandIn(
  'POST /api/mapserver/catalog/import is completed as one version when its worker was killed within the features',
  async () => {
    const before = (await files()).objects.length;
    const { promise, resolve } = Promise.withResolvers<void>();
    vault.server.standIn!.before(({ query, res }) => {
      if (query.get('request') !== 'GetFeature' || query.get('resultType') === 'hits') return false;
      res.writeHead(200, { 'content-type': 'application/json' });
      res.write('{"type":"FeatureCollection","features":[', () => resolve());
      return true;
    });
    const worker = await startWorker();
    const layer = { connection_id: vault.connection, workspace: vault.workspace, layer_name: 'killed' };
    const { status, body } = await post('/api/mapserver/catalog/import', {
      ...layer,
      dataset_name: 'copied',
    });
    expect(status).toBe(202);
    const job = await killAndGoOn(worker, body.id, promise);
    expect(job).toMatchObject({ status: 'succeeded', result: { dataset: 'copied', version: 1 } });
    const versions = await ask(vault.app, vault.ada, { path: '/datasets/copied/versions' });
    expect(versions.body.versions).toHaveLength(1);
    expect(await vault.app.rows('datasets')).toBe(2);
    expect((await files()).objects.length).toBe(before + 1);
  },
);

test('POST /api/versions/{id}/local-copy is completed with one copy when its worker was killed within the object', async () => {
  const file = await sample('countries.gpkg');
  await store.put('remote.gpkg', file);
  const { body: made } = await ask(vault.app, vault.ada, {
    path: '/import-s3',
    method: 'POST',
    json: { ...store.fields('remote.gpkg'), mode: 'remote' },
    headers: { prefer: 'respond-async' },
  });
  const registering = await startWorker();
  await vault.ended(made.id);
  const { body: listed } = await ask(vault.app, vault.ada, { path: '/datasets/remote/versions' });
  const path = `/api/versions/${listed.versions[0].id}/local-copy`;
  const { promise, resolve } = Promise.withResolvers<void>();
  store.onRequest((req, res) => {
    if (req.method === 'GET' && req.url?.includes('remote.gpkg')) stallWithin(res, resolve);
    return false;
  });
  const { status, body } = await post(path, {});
  expect([status, body.kind]).toEqual([202, 'version.copy']);
  await promise;
  const copy = async () => (await ask(vault.app, vault.ada, { path })).body;
  expect((await copy()).exists).toBe(false);
  expect((await files()).incoming.length + (await files()).work.length).toBeGreaterThan(0);
  expect(await killAndGoOn(registering, body.id, promise)).toMatchObject({
    status: 'succeeded',
    result: { dataset: 'remote', size_bytes: file.length },
  });
  expect(await copy()).toMatchObject({ exists: true, size_bytes: file.length });
  const copies = [];
  for (const each of await vault.app.context.derived.list('local-copies')) copies.push(each.size);
  expect(copies).toEqual([file.length]);
});

/** Lets some of a body pass, and then nothing more. */
function stallWithin(res: ServerResponse, stalled: () => void): void {
  const write = res.write.bind(res) as (chunk: Buffer) => boolean;
  let sent = 0;
  res.write = ((chunk: Buffer) => {
    if (sent < 256 * 1024) {
      sent += chunk.length;
      return write(chunk);
    }
    setImmediate(stalled);
    return false;
  }) as typeof res.write;
}
