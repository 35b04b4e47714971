import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { ask, upload } from './client.ts';
import { uniqueName } from './geoserver.ts';
import { startPublishing } from './map-publishing.ts';
import type { Publishing } from './map-publishing.ts';
import { SAMPLE_DATA } from './test-app.ts';

let vault: Publishing;

beforeAll(async () => {
  vault = await startPublishing();
  for (const file of ['countries.gpkg', 'populated-places.geojson', 'states.zip', 'elevation.tif'])
    await upload(vault.app, vault.ada, { file });
});

afterEach(() => vault.server.standIn?.before(null));
afterAll(() => vault.close());

const FILES = [
  { dataset: 'countries', layer: 'countries' },
  { dataset: 'populated-places', layer: 'populated-places' },
  { dataset: 'states', layer: 'states' },
];

test.each(FILES)(
  'POST /api/mapserver/publish publishes the vector dataset $dataset',
  async ({ dataset, layer }) => {
    const { status, body } = await vault.publish(dataset);
    expect(status).toBe(202);
    expect(body).toEqual({
      job_id: expect.any(String),
      status: 'queued',
      publication_id: expect.any(Number),
    });
    const job = await vault.ended(body.job_id);
    expect(job).toMatchObject({
      status: 'succeeded',
      result: { success: true, layers: [layer], version: 1 },
    });
    const [publication] = await vault.publications(dataset);
    const service = `${vault.server.url}/${vault.workspace}`;
    expect(publication).toMatchObject({
      ...{ id: body.publication_id, dataset, version: 1, status: 'published', leftover: false },
      ...{ connection: 'maps', workspace: vault.workspace, store: dataset, layers: [layer] },
      ...{ wms_url: `${service}/wms`, wfs_url: `${service}/wfs`, requested_by: 'ada' },
    });
    expect(JSON.stringify([publication, job])).not.toContain(vault.server.password);
  },
);

test('GET /api/datasets/{name}/mapserver-publications has a WMS that offers the published layer', async () => {
  const [publication] = await vault.publications('countries');
  const response = await fetch(`${publication.wms_url}?service=WMS&version=1.3.0&request=GetCapabilities`);
  expect(await response.text()).toContain('<Name>countries</Name>');
});

test('POST /api/mapserver/publish publishes a raster as a coverage', async () => {
  const { body } = await vault.publish('elevation', {
    mapserver_store_name: 'dem',
    mapserver_layer_name: 'heights',
  });
  expect(await vault.ended(body.job_id)).toMatchObject({ status: 'succeeded' });
  const [publication] = await vault.publications('elevation');
  expect(publication).toMatchObject({ store: 'dem', layers: ['heights'], status: 'published' });
  expect(publication.wcs_url).toBe(`${vault.server.url}/${vault.workspace}/wcs`);
  expect(publication.wfs_url).toBeUndefined();
});

test('POST /api/mapserver/publish publishes all layers of a file, with the requested name as prefix', async () => {
  const target = join(vault.app.storageRoot, 'two.gpkg');
  const run = promisify(execFile);
  const source = join(SAMPLE_DATA, 'countries.gpkg');
  await run('ogr2ogr', [target, source, '-nln', 'big places']);
  await run('ogr2ogr', ['-update', target, source, '-nln', 'other', '-where', 'fid < 9']);
  await upload(vault.app, vault.ada, { file: target, dataset: 'two layers' });
  const { body } = await vault.publish('two layers', { mapserver_layer_name: 'two' });
  expect(await vault.ended(body.job_id)).toMatchObject({
    status: 'succeeded',
    result: { layers: ['two_big_places', 'two_other'] },
  });
  expect((await vault.publications('two layers'))[0].store).toBe('two_layers');
});

test('POST /api/mapserver/publish assigns a style, and publishes nothing when the style is missing', async () => {
  const styled = await vault.publish('states', { mapserver_style: 'line' });
  expect(await vault.ended(styled.body.job_id)).toMatchObject({ status: 'succeeded' });
  const found = vault.server.standIn?.catalog.workspaces.get(vault.workspace)?.layers.get('states');
  if (vault.server.standIn) expect(found?.style).toBe('line');
  // The earlier publication stays, because the style is looked up first.
  const { body } = await vault.publish('states', { mapserver_style: 'sparkling' });
  expect(await vault.ended(body.job_id)).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(/no style/),
  });
  const [publication] = await vault.publications('states');
  expect(publication).toMatchObject({ status: 'failed', version: 1, layers: ['states'], leftover: false });
});

test('POST /api/mapserver/publications/{id}/publish replaces the store by the latest version', async () => {
  await upload(vault.app, vault.ada, { file: 'states.zip', dataset: 'grown' });
  const first = await vault.publish('grown');
  await vault.ended(first.body.job_id);
  await upload(vault.app, vault.ada, { file: 'countries.gpkg', dataset: 'grown' });
  const path = `/api/mapserver/publications/${first.body.publication_id}/publish`;
  const { status, body } = await ask(vault.app, vault.ada, { path, method: 'POST', json: {} });
  expect(status).toBe(202);
  expect(await vault.ended(body.job_id)).toMatchObject({ status: 'succeeded', result: { version: 2 } });
  expect(await vault.publications('grown')).toMatchObject([
    { version: 2, status: 'published', layers: ['grown'] },
  ]);
  expect(vault.onServer().stores.filter((name) => name.startsWith('grown'))).toEqual(
    vault.server.standIn ? ['grown'] : [],
  );
});

test('POST /api/mapserver/publish leaves stores and layers of others alone', async () => {
  const { standIn } = vault.server;
  if (!standIn) return;
  const workspace = standIn.catalog.workspaces.get(vault.workspace)!;
  const foreign = { kind: 'datastore' as const, name: 'foreign', enabled: true, file: '/none', types: [] };
  workspace.stores.set('foreign', foreign);
  const taken = await vault.publish('countries', { mapserver_store_name: 'foreign' });
  expect(await vault.ended(taken.body.job_id)).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(/store "foreign" that was not published from here/),
  });
  expect(workspace.stores.get('foreign')).toBe(foreign);
  const same = await vault.publish('countries', {
    mapserver_store_name: 'own',
    mapserver_layer_name: 'states',
  });
  expect(await vault.ended(same.body.job_id)).toMatchObject({
    error: expect.stringMatching(/already has a layer "states"/),
  });
  expect(workspace.stores.has('own')).toBe(false);
  const used = await vault.publish('countries', { mapserver_store_name: 'STATES' });
  expect([used.status, used.body.error]).toEqual([400, expect.stringMatching(/another dataset/)]);
});

test('POST /api/mapserver/publish returns 400 or 404 with a sentence and queues nothing', async () => {
  const before = await vault.app.rows('jobs');
  const problems: [string, Record<string, unknown>, number, RegExp][] = [
    ['countries', { publish_to_mapserver: false }, 400, /must be true/],
    ['countries', { mapserver_connection_id: 999_999 }, 404, /no map server connection/],
    ['countries', { mapserver_connection_id: 'x' }, 400, /saved map server/],
    ['countries', { mapserver_workspace: '' }, 400, /no default workspace/],
    ['countries', { mapserver_store_name: '../../x' }, 400, /mapserver_store_name must begin/],
    ['countries', { version: 9 }, 404, /no version 9/],
  ];
  for (const [dataset, change, status, message] of problems) {
    const answer = await vault.publish(dataset, change);
    expect([answer.status, answer.body.error]).toEqual([status, expect.stringMatching(message)]);
  }
  expect(await vault.app.rows('jobs')).toBe(before);
});

test('DELETE /api/mapserver/workspaces/{name} with recurse=true removes the publications of the workspace', async () => {
  const name = uniqueName('dropped');
  const json = { connection_id: vault.connection, name };
  await ask(vault.app, vault.ada, { path: '/api/mapserver/workspaces', method: 'POST', json });
  const { body } = await vault.publish('elevation', { mapserver_workspace: name });
  expect(await vault.ended(body.job_id)).toMatchObject({ status: 'succeeded' });
  const path = `/api/mapserver/workspaces/${name}?connection_id=${vault.connection}`;
  expect((await ask(vault.app, vault.ada, { path, method: 'DELETE' })).status).toBe(400);
  const count = async () => (await vault.publications('elevation')).length;
  const before = await count();
  expect((await ask(vault.app, vault.ada, { path: `${path}&recurse=true`, method: 'DELETE' })).status).toBe(
    200,
  );
  expect(await count()).toBe(before - 1);
});

test('DELETE /api/mapserver/publications/{id} removes the store and the record', async () => {
  const { body } = await vault.publish('countries', { mapserver_store_name: uniqueName('gone') });
  await vault.ended(body.job_id);
  const path = `/api/mapserver/publications/${body.publication_id}`;
  const removed = await ask(vault.app, vault.ada, { path, method: 'DELETE' });
  expect(removed.status).toBe(202);
  expect(await vault.ended(removed.body.job_id)).toMatchObject({ status: 'succeeded' });
  const ids = (await vault.publications('countries')).map(({ id }: { id: number }) => id);
  expect(ids).not.toContain(body.publication_id);
  expect(vault.onServer().stores.some((name) => name.startsWith('gone_'))).toBe(false);
  expect((await ask(vault.app, vault.ada, { path, method: 'DELETE' })).status).toBe(404);
});
