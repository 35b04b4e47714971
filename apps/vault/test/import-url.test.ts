import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { until } from '@cairn/testing';
import { ask, upload } from './client.ts';
import { geoJson } from './hostile.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';
import { openServer, OUTBOUND, sample, sendFile } from './outbound.ts';
import type { FileAnswer } from './outbound.ts';

let app: TestVault;
let ada: Person;
let bob: Person;
let worker: ReturnType<TestVault['work']>;
let server: Awaited<ReturnType<typeof openServer>>;
let files: Record<string, FileAnswer>;

beforeAll(async () => {
  app = await startTestVault({ inspects: false, env: OUTBOUND });
  ada = await app.signUp({ username: 'ada' });
  bob = await app.signUp({ username: 'bob' });
  worker = app.work();
  const countries = await sample('countries.gpkg');
  files = {
    '/data/countries.gpkg': { body: countries },
    '/named': {
      body: countries,
      headers: { 'content-disposition': `attachment; filename="x.txt"; filename*=UTF-8''L%C3%A4nder.gpkg` },
    },
    '/typed': { body: geoJson(), headers: { 'content-type': 'application/geo+json; charset=utf-8' } },
    '/packed.geojson': { body: gzipSync(geoJson({ packed: true })), headers: { 'content-encoding': 'gzip' } },
  };
  server = await openServer((req, res) => {
    const path = new URL(req.url ?? '', 'http://x').pathname;
    const file = files[path];
    if (path === '/moved') res.writeHead(302, { location: '/data/countries.gpkg?from=moved' }).end();
    else if (file) sendFile(req, res, file);
    else res.writeHead(404).end('nothing');
  });
});

afterEach(() => {
  server.requests.length = 0;
});

afterAll(async () => {
  await worker.stop();
  await server.close();
  await app.close();
});

function importUrl(person: Person, json: Record<string, unknown>, headers: Record<string, string> = {}) {
  return ask(app, person, { path: '/import-url', method: 'POST', json, headers });
}

test('POST /import-url returns 201 with a version of the same bytes and its origin', async () => {
  const url = `${server.url}/data/countries.gpkg`;
  const { status, body } = await importUrl(ada, {
    dataset_name: 'countries',
    url,
    version_label: 'first light',
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    dataset: 'countries',
    version: 1,
    operation: 'import_url',
    format: 'GPKG',
    file_name: 'countries.gpkg',
    created: true,
    unchanged: false,
    url: '/vault/datasets/countries',
    layers: [expect.objectContaining({ feature_count: 241, srid: 4326 })],
  });
  const download = await ask(app, ada, { path: `/versions/${body.version_id}/download` });
  expect(download.body.equals(files['/data/countries.gpkg']?.body)).toBe(true);
  const { rows } = await app.admin.query('SELECT label, parameters, created_by FROM vault.versions');
  expect(rows).toEqual([{ label: 'first light', parameters: { url }, created_by: 'ada' }]);
  expect(server.requests[0]?.headers['user-agent']).toBe('Cairn (spatial data vault)');
  const { objects, incoming } = await app.stored();
  expect([objects.length, incoming.length]).toEqual([1, 0]);
});

test('POST /import-url returns 201 with the version that has the same bytes already', async () => {
  const url = `${server.url}/data/countries.gpkg`;
  const { status, body } = await importUrl(ada, { dataset_name: 'countries', url });
  expect(status).toBe(201);
  expect(body).toMatchObject({ unchanged: true, version: 1, created: false });
  expect(await app.rows('versions')).toBe(1);
});

test('POST /import-url returns 202 and a job when the client sends Prefer: respond-async, and GET /api/jobs/{id} its progress and result', async () => {
  const big = geoJson({ note: 'x'.repeat(3_000_000) });
  const { promise: goOn, resolve } = Promise.withResolvers<void>();
  const slow = await openServer((_req, res) => {
    res.writeHead(200, { 'content-length': big.length }).write(big.subarray(0, 1_500_000));
    void goOn.then(() => res.end(big.subarray(1_500_000)));
  });
  try {
    const json = { dataset_name: 'slow', url: `${slow.url}/slow.geojson` };
    const { status, body, headers } = await importUrl(ada, json, { prefer: 'respond-async' });
    expect(status).toBe(202);
    expect(headers.get('preference-applied')).toBe('respond-async');
    expect(body).toMatchObject({ kind: 'import.url', title: 'slow', may_cancel: true });
    const job = async () => (await ask(app, ada, { path: `/api/jobs/${body.id}` })).body;
    expect(await job()).toMatchObject({ summary: 'Import slow', page: '/upload?from=url' });
    await until('half of it is there', async () => (await job()).progress >= 40);
    expect(await job()).toMatchObject({
      status: 'running',
      progress: 42,
      stage: expect.stringMatching(/^1\.4 MiB of 2\.9 MiB/),
      may_cancel: true,
    });
    resolve();
    await until('it has ended', async () => (await job()).status === 'succeeded');
    expect((await job()).result).toMatchObject({ dataset: 'slow', version: 1, format: 'GeoJSON' });
    expect((await ask(app, bob, { path: `/api/jobs/${body.id}` })).status).toBe(404);
  } finally {
    resolve();
    await slow.close();
  }
});

test.each([
  ['/named', 'Länder.gpkg'],
  ['/typed', 'typed.geojson'],
  ['/moved', 'countries.gpkg'],
  ['/packed.geojson', 'packed.geojson'],
])('POST /import-url takes the name of %s from the response headers: %s', async (path, fileName) => {
  const { status, body } = await importUrl(ada, {
    dataset_name: `from ${path.slice(1)}`,
    url: server.url + path,
  });
  expect([status, body.file_name]).toEqual([201, fileName]);
});

test('POST /import-url decompresses a response that is compressed without request', async () => {
  const { rows } = await app.admin.query(
    `SELECT size FROM vault.versions WHERE file_name = 'packed.geojson'`,
  );
  expect(Number(rows[0].size)).toBe(geoJson({ packed: true }).length);
});

test('POST /import-url creates a dataset in the folder of the body, else of the query', async () => {
  const { rows } = await app.admin.query(
    `INSERT INTO vault.folders (name, owner_id, owner) VALUES ('one', $1, 'ada'), ('two', $1, 'ada') RETURNING id`,
    [ada.id],
  );
  const [one, two] = rows.map(({ id }) => Number(id));
  const url = `${server.url}/typed`;
  const post = (name: string, folder: unknown) =>
    ask(app, ada, {
      path: `/import-url?folder_id=${one}`,
      method: 'POST',
      json: { dataset_name: name, url, folder_id: folder },
    });
  for (const [name, folder] of [
    ['by body', two],
    ['by text', String(two)],
    ['by query', 0],
    ['by null', null],
  ] as const)
    expect((await post(name, folder)).status).toBe(201);
  const found = await app.admin.query(
    `SELECT name, folder_id FROM vault.datasets WHERE name LIKE 'by %' ORDER BY 1`,
  );
  expect(found.rows.map((row) => [row.name, Number(row.folder_id)])).toEqual([
    ['by body', two],
    ['by null', one],
    ['by query', one],
    ['by text', two],
  ]);
});

test('POST /import-url returns 400 for invalid requests without queueing a job', async () => {
  const jobs = await app.rows('jobs');
  const url = `${server.url}/typed`;
  for (const json of [
    { url },
    { dataset_name: '', url },
    { dataset_name: 'a/b', url },
    { dataset_name: 'x', url: '' },
    { dataset_name: 'x', url: 'nonsense' },
    { dataset_name: 'x', url, folder_id: 999 },
    { dataset_name: 'x', url, project_id: 0 },
  ]) {
    const { status, body } = await importUrl(ada, json);
    expect({ json, status, error: body.error }).toEqual({
      json,
      status: 400,
      error: expect.stringMatching(/\.$/),
    });
  }
  expect(await app.rows('jobs')).toBe(jobs);
  expect(server.requests).toEqual([]);
});

test('POST /import-url returns 403 for a dataset of another user, and 409 for an archived one', async () => {
  const url = `${server.url}/typed`;
  expect((await importUrl(bob, { dataset_name: 'countries', url })).status).toBe(403);
  await app.admin.query(`UPDATE vault.datasets SET archived_at = now() WHERE name = 'countries'`);
  try {
    expect((await importUrl(ada, { dataset_name: 'countries', url })).status).toBe(409);
  } finally {
    await app.admin.query(`UPDATE vault.datasets SET archived_at = NULL WHERE name = 'countries'`);
  }
  expect((await importUrl(ada, { dataset_name: 'countries', url: `${server.url}/raster` })).status).toBe(422);
  expect(server.requests.map((each) => each.url)).toEqual(['/raster']);
});

test('POST /import-url returns 400 for a publication without a map server, and publishes nothing with false', async () => {
  const url = `${server.url}/typed`;
  const refused = await importUrl(ada, { dataset_name: 'typed', url, publish_to_mapserver: true });
  expect([refused.status, refused.body.error]).toEqual([
    400,
    expect.stringContaining('mapserver_connection_id'),
  ]);
  const { status, body } = await importUrl(ada, {
    dataset_name: 'typed',
    url,
    publish_to_mapserver: 'false',
  });
  expect([status, body.mapserver]).toEqual([201, undefined]);
});

test('an import is refused when its requester loses the permission while it is queued', async () => {
  const waiting = await startTestVault({ inspects: false, env: OUTBOUND });
  const owner = await waiting.signUp({ username: 'owner' });
  const guest = await waiting.signUp({ username: 'guest' });
  const leaver = await waiting.signUp({ username: 'leaver' });
  let later: ReturnType<TestVault['work']> | undefined;
  try {
    await upload(waiting, owner, { file: geoJson({ shared: 1 }), fileName: 'shared.geojson' });
    await waiting.grant({ to: guest, on: 'shared', permission: 'edit' });
    const requests: [Person, string, string][] = [
      [guest, 'shared', 'is not available'],
      [leaver, 'fresh', 'no longer has edit access'],
    ];
    const jobs = [];
    for (const [person, dataset] of requests) {
      const json = { dataset_name: dataset, url: `${server.url}/typed` };
      const headers = { prefer: 'respond-async' };
      const { status, body } = await ask(waiting, person, {
        path: '/import-url',
        method: 'POST',
        json,
        headers,
      });
      expect(status).toBe(202);
      jobs.push(Number(body.id));
    }
    await waiting.admin.query(
      `DELETE FROM portal.permissions WHERE resource_id = (SELECT id FROM portal.resources WHERE resource_key = 'id:' || (SELECT id FROM vault.datasets WHERE name = 'shared'))`,
    );
    await waiting.admin.query('UPDATE portal.users SET enabled = false WHERE id = $1', [leaver.id]);
    later = waiting.work();
    for (const [i, id] of jobs.entries()) {
      const job = await waiting.context.jobs.finished(id);
      expect(job).toMatchObject({ status: 'failed', attempts: 1 });
      expect(job?.errors[0]?.message).toContain(requests[i]?.[2]);
    }
    expect(server.requests).toEqual([]);
    expect([await waiting.rows('datasets'), await waiting.rows('versions')]).toEqual([1, 1]);
  } finally {
    await later?.stop();
    await waiting.close();
  }
});
