import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '@cairn/testing';
import { geoJson } from './hostile.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault } from './test-app.ts';
import { openObjectStore, OUTBOUND, sample } from './outbound.ts';
import type { TestStore } from './outbound.ts';
import { startWatchedVault } from './watched-vault.ts';
import type { WatchedVault } from './watched-vault.ts';

let app: TestVault;
let vault: WatchedVault;
let store: TestStore;
const signature = `sig${randomBytes(16).toString('hex')}`;

beforeAll(async () => {
  app = await startTestVault({ inspects: false, env: OUTBOUND });
  const ada = await app.signUp({ username: 'ada' });
  store = await openObjectStore();
  vault = await startWatchedVault(app, { person: ada, env: OUTBOUND });
});

afterAll(async () => {
  await vault.close();
  await store.close();
  await app.close();
});

test('keys of object stores and signed addresses are in no table, queue, log or response, whether the import succeeds or fails', async () => {
  await store.put('points.geojson', geoJson());
  await store.put('elevation.tif', await sample('elevation.tif'));
  const fields = store.fields('points.geojson');
  expect((await vault.call('/import-s3', fields)).status).toBe(201);
  expect((await vault.call('/import-s3', { ...store.fields('elevation.tif'), mode: 'remote' })).status).toBe(
    201,
  );
  expect((await vault.call('/import-s3', { ...fields, key: 'none.tif', dataset_name: 'none' })).status).toBe(
    422,
  );
  expect(
    (await vault.call('/import-s3', { ...fields, access_key: `${store.accessKey}x`, dataset_name: 'none' }))
      .status,
  ).toBe(422);
  expect((await vault.call('/import-s3', { ...fields, region: store.secretKey.repeat(4) })).status).toBe(400);
  store.onRequest((req, res) => {
    // A store that repeats what it was sent.
    const said = `<Error><Code>Strange</Code><Message>${JSON.stringify(req.headers)} ${store.secretKey}</Message></Error>`;
    res.writeHead(400).end(said);
    return true;
  });
  expect((await vault.call('/import-s3', { ...fields, dataset_name: 'none' })).status).toBe(422);
  const url = `${store.url}/maps/points.geojson?X-Amz-Signature=${signature}`;
  expect((await vault.call('/import-url', { dataset_name: 'signed', url })).status).toBe(422);
  store.onRequest((req) => {
    req.url = req.url?.split('?')[0] ?? '';
    return false;
  });
  expect((await vault.call('/import-url', { dataset_name: 'signed', url })).status).toBe(201);
  for (const path of ['/api/jobs', '/datasets', '/datasets/signed/versions', '/datasets/elevation/versions'])
    await vault.call(path);
  await vault.workerLogs('"signed"');
  // The access key names an account. It is not secret, but only its user needs it.
  const secrets = { 'secret key': store.secretKey, signature, 'access key': store.accessKey };
  await vault.expectNoSecrets(secrets, ['points.geojson']);
});

test('the sealed secrets of an import are deleted after it has ended', async () => {
  const sealed = async () =>
    (await app.admin.query('SELECT 1 FROM vault.import_requests WHERE sealed IS NOT NULL')).rowCount;
  expect(await sealed()).toBeGreaterThan(0);
  // It tidies up at its start, and then every minute.
  await vault.restartWorker();
  await until('it has tidied up', async () => (await sealed()) === 0);
});
