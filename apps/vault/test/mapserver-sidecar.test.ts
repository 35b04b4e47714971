import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { ask, upload } from './client.ts';
import { startPublishing } from './map-publishing.ts';
import type { Publishing } from './map-publishing.ts';
import { openObjectStore, openServer, sample, sendFile } from './outbound.ts';

let vault: Publishing;
let files: Awaited<ReturnType<typeof openServer>>;
let bytes: Buffer;

beforeAll(async () => {
  vault = await startPublishing();
  bytes = await sample('countries.gpkg');
  files = await openServer((req, res) => sendFile(req, res, { body: bytes }));
});

afterEach(() => vault.server.standIn?.before(null));

afterAll(async () => {
  await files.close();
  await vault.close();
});

const fields = (more: Record<string, string> = {}) => ({
  publish_to_mapserver: 'true',
  mapserver_connection_id: String(vault.connection),
  mapserver_workspace: vault.workspace,
  ...more,
});
const send = (dataset: string, more: Record<string, string> = {}) =>
  upload(vault.app, vault.ada, { file: 'countries.gpkg', dataset, fields: fields(more) });
const importUrl = (
  dataset: string,
  more: Record<string, unknown> = {},
  headers: Record<string, string> = {},
) =>
  ask(vault.app, vault.ada, {
    path: '/import-url',
    method: 'POST',
    headers,
    json: { dataset_name: dataset, url: `${files.url}/countries.gpkg`, ...fields(), ...more },
  });

test('POST /projects/{id}/upload publishes the version and says how it went', async () => {
  const { status, body } = await send('sent', { mapserver_layer_name: 'sent_layer' });
  expect(status).toBe(201);
  expect(body.mapserver).toEqual({
    ...{ success: true, status: 'succeeded' },
    ...{ job_id: expect.any(String), publication_id: expect.any(Number) },
  });
  expect(await vault.publications('sent')).toMatchObject([{ layers: ['sent_layer'], status: 'published' }]);
});

test('POST /datasets/{name}/upload publishes the next version to the same store', async () => {
  const path = '/datasets/sent/upload';
  const options = { file: 'states.zip', path, fields: fields() };
  const { body } = await upload(vault.app, vault.ada, options);
  expect(body).toMatchObject({ version: 2, mapserver: { success: true } });
  expect(await vault.publications('sent')).toMatchObject([{ version: 2, layers: ['sent'] }]);
});

test('POST /projects/{id}/upload only queues the publication with mapserver_publish_immediate=false', async () => {
  const { body } = await send('queued', { mapserver_publish_immediate: 'false' });
  expect(body.mapserver).toMatchObject({ success: true, status: 'queued' });
  expect(await vault.ended(String(body.mapserver?.job_id))).toMatchObject({ status: 'succeeded' });
});

test('POST /projects/{id}/upload creates the version when it cannot be published, and says why', async () => {
  const problems: [string, Record<string, string>, RegExp][] = [
    [
      'without server',
      { mapserver_connection_id: '999999' },
      /no map server connection.*The version was created/,
    ],
    ['without workspace', { mapserver_workspace: 'nowhere' }, /no workspace "nowhere"/],
    ['without style', { mapserver_style: 'nothing' }, /no style "nothing"/],
  ];
  for (const [dataset, change, message] of problems) {
    const { status, body } = await send(dataset, change);
    expect([status, body.version]).toEqual([201, 1]);
    expect(body.mapserver).toMatchObject({ success: false, error: expect.stringMatching(message) });
  }
});

test('POST /projects/{id}/upload returns 400 for fields that are wrong, and stores nothing', async () => {
  const before = await vault.app.rows('versions');
  expect((await send('refused', { mapserver_connection_id: '' })).status).toBe(400);
  expect((await send('refused', { mapserver_store_name: 'a/b' })).status).toBe(400);
  expect(await vault.app.rows('versions')).toBe(before);
});

test('POST /import-url publishes the version and waits for it, but not with Prefer: respond-async', async () => {
  const { status, body } = await importUrl('fetched', { publish_to_mapserver: true });
  expect(status).toBe(201);
  expect(body.mapserver).toMatchObject({ success: true, status: 'succeeded' });
  expect(await vault.publications('fetched')).toMatchObject([{ layers: ['fetched'], status: 'published' }]);
  const queued = await importUrl('fetched later', {}, { prefer: 'respond-async' });
  expect(queued.status).toBe(202);
  const { result } = await vault.ended(queued.body.id);
  expect(await vault.ended(result.mapserver.job_id)).toMatchObject({ status: 'succeeded' });
});

test('POST /import-s3 publishes a copied object, and says why one that stays there is not published', async () => {
  const store = await openObjectStore();
  try {
    await store.put('countries.gpkg', bytes);
    const run = (dataset: string, mode: string) =>
      ask(vault.app, vault.ada, {
        path: '/import-s3',
        method: 'POST',
        json: { ...store.fields('countries.gpkg'), dataset_name: dataset, mode, ...fields() },
      });
    expect((await run('copied', 'import')).body.mapserver).toMatchObject({ success: true });
    const remote = await run('remote', 'remote');
    expect(remote.status).toBe(201);
    expect(remote.body.mapserver).toMatchObject({
      success: false,
      error: expect.stringMatching(/file on this server/),
    });
  } finally {
    await store.close();
  }
});
