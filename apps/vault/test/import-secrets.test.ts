import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '@cairn/testing';
import type { RunningService } from '@cairn/testing';
import { ask } from './client.ts';
import { geoJson } from './hostile.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';
import { openObjectStore, OUTBOUND, sample } from './outbound.ts';
import type { TestStore } from './outbound.ts';
import { startFakePortal, startVault } from './running-vault.ts';
import { everythingStored, secretsIn } from './secret-search.ts';

let app: TestVault;
let ada: Person;
let store: TestStore;
let web: RunningService;
let worker: RunningService;
let portal: Awaited<ReturnType<typeof startFakePortal>>;
const signature = `sig${randomBytes(16).toString('hex')}`;
const answers: string[] = [];

beforeAll(async () => {
  app = await startTestVault({ inspects: false, env: OUTBOUND });
  ada = await app.signUp({ username: 'ada' });
  portal = await startFakePortal(app);
  store = await openObjectStore();
  const env = { ...OUTBOUND, PORTAL_URL: portal.url, LOG_LEVEL: 'trace' };
  web = await startVault(app, { env });
  worker = await startVault(app, { script: 'worker.ts', env });
});

afterAll(async () => {
  for (const process of [web, worker]) await process.kill();
  await portal.close();
  await store.close();
  await app.close();
});

async function post(path: string, json: unknown): Promise<{ status: number; body: any }> {
  const answer = await ask(web, ada, { path, method: 'POST', json });
  answers.push(JSON.stringify(answer.body));
  return answer;
}

test('keys of object stores and signed addresses are in no table, queue, log or response, whether the import succeeds or fails', async () => {
  await store.put('points.geojson', geoJson());
  await store.put('elevation.tif', await sample('elevation.tif'));
  const fields = store.fields('points.geojson');
  expect((await post('/import-s3', fields)).status).toBe(201);
  expect((await post('/import-s3', { ...store.fields('elevation.tif'), mode: 'remote' })).status).toBe(201);
  expect((await post('/import-s3', { ...fields, key: 'none.tif', dataset_name: 'none' })).status).toBe(422);
  expect(
    (await post('/import-s3', { ...fields, access_key: `${store.accessKey}x`, dataset_name: 'none' })).status,
  ).toBe(422);
  expect((await post('/import-s3', { ...fields, region: store.secretKey.repeat(4) })).status).toBe(400);
  store.onRequest((req, res) => {
    // A store that repeats what it was sent.
    const said = `<Error><Code>Strange</Code><Message>${JSON.stringify(req.headers)} ${store.secretKey}</Message></Error>`;
    res.writeHead(400).end(said);
    return true;
  });
  expect((await post('/import-s3', { ...fields, dataset_name: 'none' })).status).toBe(422);
  const url = `${store.url}/maps/points.geojson?X-Amz-Signature=${signature}`;
  expect((await post('/import-url', { dataset_name: 'signed', url })).status).toBe(422);
  store.onRequest((req) => {
    req.url = req.url?.split('?')[0] ?? '';
    return false;
  });
  expect((await post('/import-url', { dataset_name: 'signed', url })).status).toBe(201);
  for (const path of [
    '/api/jobs',
    '/datasets',
    '/datasets/signed/versions',
    '/datasets/elevation/versions',
  ]) {
    answers.push(JSON.stringify((await ask(web, ada, { path })).body));
  }
  await until('the log is written', () => worker.lines.some((line) => line.includes('"signed"')));
  const text = [await everythingStored(app, [web, worker]), ...answers].join('\n');
  expect(text).toContain('points.geojson');
  // The access key names an account. It is not secret, but only its user needs it.
  const secrets = { 'secret key': store.secretKey, signature, 'access key': store.accessKey };
  expect(secretsIn(text, secrets)).toEqual([]);
});

test('the sealed secrets of an import are deleted after it has ended', async () => {
  const sealed = async () =>
    (await app.admin.query('SELECT 1 FROM vault.import_requests WHERE sealed IS NOT NULL')).rowCount;
  expect(await sealed()).toBeGreaterThan(0);
  await worker.stop();
  // It tidies up at its start, and then every minute.
  worker = await startVault(app, { script: 'worker.ts', env: { ...OUTBOUND, PORTAL_URL: portal.url } });
  await until('it has tidied up', async () => (await sealed()) === 0);
});
