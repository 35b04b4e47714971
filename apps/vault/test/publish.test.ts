import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { onDataset } from './catalog.ts';
import { ask, upload } from './client.ts';
import { feature, geoJson } from './hostile.ts';
import { addDataset, publish } from './publishing.ts';
import { startTestVault } from './test-app.ts';
import type { Person, TestVault } from './test-app.ts';
import { convert } from './tile-client.ts';

let app: TestVault;
let ada: Person;
let viewer: Person;
/** Versions of the dataset lands. */
let first: number;
let latest: number;
let foreign: number;

const publicationsOf = (person: Person | null, name: string) =>
  ask(app, person, { path: `/api/datasets/${name}/publications` });

beforeAll(async () => {
  app = await startTestVault({ inspects: false });
  ada = await app.signUp({ username: 'ada' });
  viewer = await app.signUp({ username: 'viewer' });
  first = await addDataset(app, ada, 'lands');
  latest = (await upload(app, ada, { file: 'states.zip', dataset: 'lands' })).body.version_id;
  foreign = await addDataset(app, await app.signUp({ username: 'eve' }), 'secret');
  await app.grant({ to: viewer, on: 'lands', permission: 'view' });
});
afterAll(() => app.close());

test('POST /versions/{id}/publish publishes the version of the body, and again the same', async () => {
  const created = await publish(app, ada, { version_id: latest, dataset: 'lands' }, first);
  expect(created).toMatchObject({
    status: 200,
    body: {
      success: true,
      target: 'tile-server',
      created: true,
      publication: { dataset: 'lands', layer: 'states', server: 'built-in', follow: 'latest', version: 2 },
    },
  });
  const { id } = created.body.publication;
  expect(created.body.publication).toMatchObject({
    tilejson_url: `${app.url}/vault/published/${id}.json`,
    tiles_url: `${app.url}/vault/published/${id}/{z}/{x}/{y}.pbf`,
    published_by: 'ada',
  });
  const again = await publish(app, ada, { version_id: latest }, 'anything');
  expect(again.body).toEqual({ ...created.body, created: false });
});

test('POST /versions/{id}/publish of an earlier version stays at that version', async () => {
  const { body } = await publish(app, ada, { version_id: first });
  expect(body.publication).toMatchObject({ follow: 'version', version: 1, version_id: first });
  expect((await publish(app, ada, { version_id: first })).body.created).toBe(false);
  const followed = await publish(app, ada, { version_id: first, follow: 'latest' });
  expect(followed).toMatchObject({ status: 409, body: { error: expect.stringContaining('not the latest') } });
});

test('concurrent requests to publish a version create one publication', async () => {
  const id = await addDataset(app, ada, 'once');
  const all = await Promise.all(Array.from({ length: 5 }, () => publish(app, ada, { version_id: id })));
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(new Set(all.map(({ body }) => body.publication.id)).size).toBe(1);
  expect(all.filter(({ body }) => body.created)).toHaveLength(1);
});

test('POST /versions/{id}/publish returns 403 for a foreign version_id behind a version that the caller may edit', async () => {
  expect((await publish(app, ada, { version_id: foreign }, latest)).status).toBe(403);
  expect((await publish(app, viewer, { version_id: latest }, latest)).status).toBe(403);
  const outsider = await app.signUp({ username: 'outsider', service: 'view' });
  expect((await publish(app, outsider, { version_id: latest })).status).toBe(403);
  expect((await publish(app, null, { version_id: latest })).status).toBe(401);
  const { rows } = await app.admin.query(
    `SELECT FROM vault.tile_publications p JOIN vault.datasets d ON d.id = p.dataset_id WHERE d.name = 'secret'`,
  );
  expect(rows).toEqual([]);
});

test.each([
  [400, {}],
  [400, { version_id: 0 }],
  [400, { version_id: -1 }],
  [400, { version_id: 1.5 }],
  [400, { version_id: '1; DROP' }],
  [400, { version_id: 1e300 }],
  [400, { version_id: null }],
  [404, { version_id: 999_999 }],
  [404, { version_id: 9007199254740991 }],
])('POST /versions/{id}/publish returns %i for %j', async (status, json) => {
  expect((await publish(app, ada, json)).status).toBe(status);
});

test('POST /versions/{id}/publish returns 409 for another dataset, an unknown layer and data without a location', async () => {
  const other = await publish(app, ada, { version_id: latest, dataset: 'secret' });
  expect(other).toMatchObject({ status: 409, body: { error: expect.stringContaining('"lands"') } });
  expect((await publish(app, ada, { version_id: latest, layer: 'nowhere' })).status).toBe(400);
  const projected = geoJson({
    features: [{ ...feature, geometry: { type: 'Point', coordinates: [5e5, 5e6] } }],
  });
  const file = await convert(projected, { args: ['-a_srs', 'LOCAL_CS["nowhere"]'] });
  const unplaced = await upload(app, ada, { file, fileName: 'unplaced.gpkg' });
  const path = `/api/versions/${unplaced.body.version_id}/publish-capability`;
  const { body } = await ask(app, ada, { path });
  expect(body).toMatchObject({ available: false, reason: expect.stringContaining('coordinate system') });
  const refused = await publish(app, ada, { version_id: unplaced.body.version_id });
  expect([refused.status, refused.body.error]).toEqual([409, body.reason]);
});

test('POST /versions/{id}/publish returns 503 for a raster while no desktop GIS runtime is set up', async () => {
  const raster = await addDataset(app, ada, 'heights', 'elevation.tif');
  const { status, body } = await publish(app, ada, { version_id: raster });
  expect([status, body.error]).toEqual([503, expect.stringMatching(/desktop GIS.*operator/)]);
});

test('GET /api/versions/{id}/publish-capability says what publishing would do', async () => {
  const capability = async (person: Person | null, id: number) =>
    ask(app, person, { path: `/api/versions/${id}/publish-capability` });
  expect((await capability(viewer, latest)).body).toEqual({ available: true, target: 'tile-server' });
  const archived = await addDataset(app, ada, 'asleep');
  await onDataset(app, ada, { name: 'asleep', path: '/archive' });
  expect((await capability(ada, archived)).body).toMatchObject({
    available: false,
    reason: expect.stringContaining('archived'),
  });
  expect((await publish(app, ada, { version_id: archived })).status).toBe(409);
  expect((await capability(ada, foreign)).status).toBe(403);
});

test('GET /api/datasets/{name}/publications lists published layers, also after a rename', async () => {
  const id = await addDataset(app, ada, 'old-name');
  const { body } = await publish(app, ada, { version_id: id });
  await onDataset(app, ada, { name: 'old-name', path: '/rename', json: { name: 'new-name' } });
  const { body: listed } = await publicationsOf(ada, 'new-name');
  expect(listed).toEqual([{ ...body.publication, dataset: 'new-name' }]);
  expect((await publicationsOf(viewer, 'new-name')).status).toBe(403);
});

test('PUT /api/publications/{publication} makes a layer stay at a version, and follow the latest again', async () => {
  const one = await addDataset(app, ada, 'moves');
  const two = (await upload(app, ada, { file: 'countries.gpkg', dataset: 'moves', fields: {} })).body;
  expect(two.unchanged).toBe(true);
  const { body } = await publish(app, ada, { version_id: one });
  const put = (json: object, person = ada) =>
    ask(app, person, { path: `/api/publications/${body.publication.id}`, method: 'PUT', json });
  expect((await put({ follow: 'version', version_id: one })).body).toMatchObject({
    follow: 'version',
    version_id: one,
  });
  expect((await put({ follow: 'latest' })).body).not.toHaveProperty('version_id');
  expect((await put({ follow: 'version' })).status).toBe(400);
  expect((await put({ follow: 'latest', version_id: one })).status).toBe(400);
  expect((await put({ follow: 'version', version_id: foreign })).status).toBe(404);
  await publish(app, ada, { version_id: one, follow: 'version' });
  expect((await put({ follow: 'version', version_id: one })).status).toBe(409);
});

test('DELETE /api/publications/{publication} ends it and its tokens; 404 from then on', async () => {
  const { body } = await publish(app, ada, { version_id: await addDataset(app, ada, 'ends') });
  const path = `/api/publications/${body.publication.id}`;
  expect((await ask(app, viewer, { path, method: 'DELETE' })).status).toBe(403);
  expect((await ask(app, ada, { path, method: 'DELETE' })).body).toEqual({ success: true });
  expect((await ask(app, ada, { path, method: 'DELETE' })).status).toBe(404);
  expect((await ask(app, ada, { path: `/published/${body.publication.id}.json` })).status).toBe(404);
  const { rows } = await app.admin.query(
    `SELECT event FROM vault.audit_events WHERE event LIKE 'publication.%' AND subject = 'ends' ORDER BY id`,
  );
  expect(rows.map(({ event }) => event)).toEqual(['publication.created', 'publication.ended']);
});

test('DELETE /datasets/{name}/versions/{version} returns 409 for a version at which a published layer stays', async () => {
  const remove = () => onDataset(app, ada, { name: 'lands', method: 'DELETE', path: '/versions/1' });
  const { body } = await publish(app, ada, { version_id: first });
  expect(await remove()).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('published layer') },
  });
  await ask(app, ada, { path: `/api/publications/${body.publication.id}`, method: 'DELETE' });
  expect((await remove()).status).toBe(200);
});
