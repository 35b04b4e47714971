import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { ask } from './client.ts';
import { geoJson } from './hostile.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';
import { openClosedCanary, openObjectStore, OUTBOUND } from './outbound.ts';
import type { TestStore } from './outbound.ts';

let app: TestVault;
let ada: Person;
let worker: ReturnType<TestVault['work']>;
let store: TestStore;

beforeAll(async () => {
  app = await startTestVault({ inspects: false, env: OUTBOUND });
  ada = await app.signUp({ username: 'ada' });
  worker = app.work();
  store = await openObjectStore();
  await store.put('points.geojson', geoJson());
  await store.put('2026/ü b+c%20(1)!.geojson', geoJson({ odd: true }));
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

function importS3(json: Record<string, unknown>, headers: Record<string, string> = {}) {
  return ask(app, ada, { path: '/import-s3', method: 'POST', json, headers });
}

test('POST /import-s3 returns 201 with a version of the same bytes, named after the object, with its origin', async () => {
  const { status, body } = await importS3(store.fields('points.geojson'));
  expect(status).toBe(201);
  expect(body).toMatchObject({
    dataset: 'points',
    operation: 'import_s3',
    file_name: 'points.geojson',
    format: 'GeoJSON',
    size: geoJson().length,
  });
  const download = await ask(app, ada, { path: `/versions/${body.version_id}/download` });
  expect(download.body.equals(geoJson())).toBe(true);
  const { rows } = await app.admin.query('SELECT parameters FROM vault.versions WHERE id = $1', [
    body.version_id,
  ]);
  expect(rows[0].parameters).toEqual({
    endpoint: store.url,
    bucket: 'maps',
    key: 'points.geojson',
    mode: 'import',
  });
  expect(store.requests.map(({ method, url }) => [method, url])).toEqual([['GET', '/maps/points.geojson']]);
  expect(store.requests[0]?.headers.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=AK/);
});

test('POST /import-s3 returns 201 for a key with spaces, punctuation, non-Latin letters and a percent sign', async () => {
  const { status, body } = await importS3({
    ...store.fields('2026/ü b+c%20(1)!.geojson'),
    dataset_name: 'odd key',
    version_label: 'odd',
  });
  expect([status, body.file_name, body.dataset]).toEqual([201, 'ü b+c%20(1)!.geojson', 'odd key']);
});

test('POST /import-s3 returns 201 for a public object without keys, unsigned', async () => {
  const { bucket, key, endpoint } = store.fields('points.geojson');
  const { status } = await importS3({ bucket, key, endpoint, dataset_name: 'public' });
  expect(status).toBe(201);
  expect(store.requests[0]?.headers.authorization).toBeUndefined();
});

test('POST /import-s3 with path_style false puts the bucket into the host name', async () => {
  const hosts: string[] = [];
  const other = await startTestVault({
    env: OUTBOUND,
    safeFetch: {
      resolve: (host) => {
        hosts.push(host);
        return Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
      },
    },
  });
  const run = other.work();
  try {
    const eve = await other.signUp({ username: 'eve' });
    const endpoint = store.url.replace('127.0.0.1', 's3.example');
    const fields = { ...store.fields('points.geojson'), endpoint, path_style: false };
    store.onRequest((req) => {
      // What the store's own name server would do.
      req.headers.host = req.headers.host?.replace('s3.example', 'localhost') ?? '';
      return false;
    });
    await ask(other, eve, { path: '/import-s3', method: 'POST', json: fields });
    expect(hosts).toEqual(['maps.s3.example']);
    expect(store.requests[0]).toMatchObject({
      url: '/points.geojson',
      headers: { host: expect.stringMatching(/^maps\.s3\.example/) },
    });
  } finally {
    await run.stop();
    await other.close();
  }
});

test('POST /import-s3 without an endpoint calls Amazon in the requested region', async () => {
  const hosts: string[] = [];
  const other = await startTestVault({
    safeFetch: {
      resolve: (host) => {
        hosts.push(host);
        return Promise.reject(Object.assign(new Error('none'), { code: 'ENOTFOUND' }));
      },
    },
  });
  const run = other.work();
  try {
    const eve = await other.signUp({ username: 'eve' });
    for (const fields of [{}, { region: 'eu-central-1' }, { bucket: 'maps.of.mine' }, { path_style: true }]) {
      const json = { bucket: 'maps', key: 'a.tif', ...fields };
      const { status, body } = await ask(other, eve, { path: '/import-s3', method: 'POST', json });
      expect([status, body.error]).toEqual([422, expect.stringMatching(/^There is no server with the name/)]);
    }
    expect(hosts).toEqual([
      'maps.s3.us-east-1.amazonaws.com',
      'maps.s3.eu-central-1.amazonaws.com',
      's3.us-east-1.amazonaws.com',
      's3.us-east-1.amazonaws.com',
    ]);
  } finally {
    await run.stop();
    await other.close();
  }
});

test.each<[string, Record<string, unknown>, string]>([
  [
    'an object that is not there',
    { key: 'nope.geojson' },
    'There is no object "nope.geojson" in the bucket "maps".',
  ],
  ['an unknown bucket', { bucket: 'nowhere' }, 'There is no such bucket in this store'],
  ['a wrong secret key', { secret_key: 'wrong' }, 'the secret key or the region is wrong'],
  ['an unknown access key', { access_key: 'AKNOBODY' }, 'does not know the access key'],
])('POST /import-s3 returns 422 for %s, with a message without secrets', async (_what, fields, sentence) => {
  const { status, body } = await importS3({
    ...store.fields('points.geojson'),
    dataset_name: 'failing',
    ...fields,
  });
  expect([status, body.error]).toEqual([422, expect.stringContaining(sentence)]);
  expect(body.error).not.toContain(store.accessKey);
});

test.each<[number, string, string]>([
  [403, '<Error><Code>AccessDenied</Code></Error>', 'refuses access'],
  [
    301,
    '<Error><Code>PermanentRedirect</Code><Endpoint>evil.example</Endpoint></Error>',
    'is in another region (eu-west-3)',
  ],
  [503, '<Error><Code>SlowDown</Code></Error>', 'answers 503. Try again later'],
  [400, '<Error><Code>AuthorizationHeaderMalformed</Code></Error>', 'the region is wrong'],
  [500, 'x'.repeat(100_000), 'answers 500'],
  [418, '', 'answers 418'],
])('POST /import-s3 returns a message for a store that answers %i %s', async (code, text, sentence) => {
  store.onRequest((_req, res) => {
    const headers = { location: 'http://127.0.0.2/', 'x-amz-bucket-region': 'eu-west-3' };
    res.writeHead(code, headers).end(text);
    return true;
  });
  const { status, body } = await importS3({ ...store.fields('points.geojson'), dataset_name: 'failing' });
  expect([status, body.error]).toEqual([422, expect.stringContaining(sentence)]);
  expect(store.requests).toHaveLength(1);
});

test('POST /import-s3 returns 400 for invalid requests without queueing a job', async () => {
  const jobs = await app.rows('jobs');
  const fields = store.fields('points.geojson');
  for (const wrong of [
    { bucket: 'a/b' },
    { bucket: '..' },
    { key: '' },
    { key: 'a/../b.tif' },
    { key: './b.tif' },
    { key: 'folder/' },
    { region: 'eu/../..' },
    { endpoint: 'ftp://store.example' },
    { endpoint: 'https://ada:pw@store.example' },
    { endpoint: 'https://store.example/?a=b' },
    { endpoint: 'http://10.0.0.1:9000' },
    { access_key: '' },
    { secret_key: '' },
    { mode: 'steal' },
  ]) {
    const { status, body } = await importS3({ ...fields, ...wrong });
    expect({ wrong, status, error: body.error }).toEqual({
      wrong,
      status: 400,
      error: expect.stringMatching(/\.$/),
    });
    expect(body.error).not.toContain(store.secretKey);
  }
  expect(await app.rows('jobs')).toBe(jobs);
  expect(store.requests).toEqual([]);
});

test('an object store in a private network gets no request, by address, by name and by redirect', async () => {
  const canary = await openClosedCanary();
  try {
    const fields = store.fields('points.geojson');
    expect((await importS3({ ...fields, endpoint: canary.url })).status).toBe(400);
    for (const mode of ['import', 'remote']) {
      store.onRequest((_req, res) => {
        res.writeHead(307, { location: `${canary.url}/points.geojson` }).end();
        return true;
      });
      const json = { ...fields, key: 'points.gpkg', mode, dataset_name: 'moved' };
      expect((await importS3(json)).status).toBe(422);
    }
    expect(canary.requests).toEqual([]);
  } finally {
    await canary.close();
  }
});

test('POST /import-s3 returns 503 and names the setting when there is no encryption key, and 201 without secrets', async () => {
  const bare = await startTestVault({ inspects: false, env: { ...OUTBOUND, ENCRYPTION_KEYS: '' } });
  const run = bare.work();
  try {
    const eve = await bare.signUp({ username: 'eve' });
    const post = (path: string, json: unknown) => ask(bare, eve, { path, method: 'POST', json });
    const fields = store.fields('points.geojson');
    const refused = await post('/import-s3', fields);
    expect([refused.status, refused.body.error]).toEqual([503, expect.stringContaining('ENCRYPTION_KEYS')]);
    const url = `${store.url}/maps/points.geojson`;
    expect((await post('/import-url', { dataset_name: 'a', url: `${url}?X-Amz-Signature=1` })).status).toBe(
      503,
    );
    expect(await bare.rows('jobs')).toBe(0);
    expect((await post('/import-url', { dataset_name: 'a', url })).status).toBe(201);
    expect(
      (await post('/import-s3', { bucket: 'maps', key: 'points.geojson', endpoint: store.url })).status,
    ).toBe(201);
  } finally {
    await run.stop();
    await bare.close();
  }
});
