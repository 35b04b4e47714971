import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ask, upload } from './client.ts';
import { getMap, pixelOf, startGisPublish, twoColours } from './gis-publish.ts';
import type { TestGisPublish } from './gis-publish.ts';
import { openObjectStore, OUTBOUND } from './outbound.ts';
import { createToken, publish } from './publishing.ts';
import { deleteUnpublishedProjects } from '../src/features/gis-projects/sweep.ts';
import { startTestVault } from './test-app.ts';
import type { Person, TestVault } from './test-app.ts';

const RED = [255, 0, 0, 255];
const GREEN = [0, 128, 0, 255];

let gis: TestGisPublish;
let app: TestVault;
let owner: Person;
let viewer: Person;
let editor: Person;
let stranger: Person;
/** Ids of the versions of the dataset "flag": red, then green. */
let red: number;
let green: number;
let wms: string;
let publication: string;
const picture = new URLSearchParams(getMap('flag', { crs: 'CRS:84', bbox: [0, 0, 10, 10] }));

beforeAll(async () => {
  gis = await startGisPublish();
  app = await startTestVault({ inspects: false, env: { ...OUTBOUND, GISPROJ_URL: gis.url } });
  [owner, viewer, editor, stranger] = [
    await app.signUp({ username: 'owner' }),
    await app.signUp({ username: 'viewer', service: 'view' }),
    await app.signUp({ username: 'editor' }),
    await app.signUp({ username: 'stranger' }),
  ];
  red = await add('red');
  green = await add('green');
  await app.grant({ to: viewer, on: 'flag', permission: 'view' });
  await app.grant({ to: editor, on: 'flag', permission: 'edit' });
});
afterAll(async () => {
  await app?.close();
  await gis?.close();
});

async function add(colour: string): Promise<number> {
  const file = new Uint8Array(await twoColours(colour, colour));
  const { body } = await upload(app, owner, { file, fileName: 'flag.tif', dataset: 'flag' });
  return body.version_id;
}

const fetchWms = (person: Person | null, query = String(picture)) =>
  fetch(`${wms}?${query}`, { headers: person ? { Cookie: person.cookie } : {} });
const project = async (person: Person, path = '') =>
  ask(app, person, { path: `/api/gisproj-projects/dataset-${await app.idOf('flag')}${path}` });

test('POST /versions/{id}/publish publishes a raster to the GIS runtime, which draws it at a stable address', async () => {
  const capability = await ask(app, viewer, { path: `/api/versions/${red}/publish-capability` });
  expect(capability.body).toEqual({ available: true, target: 'gis-runtime' });
  expect((await publish(app, viewer, { version_id: red })).status).toBe(403);
  expect((await publish(app, stranger, { version_id: red })).status).toBe(403);
  const { status, body } = await publish(app, editor, { version_id: red, dataset: 'flag' });
  expect([status, body]).toMatchObject([
    200,
    {
      ...{ success: true, target: 'gis-runtime', created: true },
      publication: {
        ...{ target: 'gis-runtime', server: 'qgis', dataset: 'flag', follow: 'version', version: 1 },
        // As in its WMS, and kept when the title changes.
        layer: 'flag',
      },
    },
  ]);
  ({ wms_url: wms, id: publication } = body.publication);
  expect(wms).toBe(`${app.url}/vault/published/${publication}/wms`);
  expect(await pixelOf(await fetchWms(viewer), [16, 32])).toEqual(RED);
  const again = await publish(app, editor, { version_id: red });
  expect(again.body).toMatchObject({ created: false, publication: { id: publication } });
  expect((await project(owner, '/versions')).body.versions).toHaveLength(1);
});

test('GET /published/{publication}/wms has the permissions of the dataset', async () => {
  const statuses = async () =>
    Promise.all([owner, viewer, stranger, null].map(async (person) => (await fetchWms(person)).status));
  expect(await statuses()).toEqual([200, 200, 403, 401]);
  const capabilities = await (await fetchWms(viewer, 'SERVICE=WMS&REQUEST=GetCapabilities')).text();
  expect(capabilities).toContain(`href="${wms}?`);
  expect(capabilities).not.toContain(new URL(gis.url).host);
  await app.grantToPublic({ on: 'vault', resourceType: 'service' });
  await app.grantToPublic({ on: 'flag' });
  const visitor = await fetchWms(null);
  expect([visitor.status, visitor.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  await app.admin.query(
    `DELETE FROM portal.permissions p USING portal.groups g WHERE g.id = p.group_id AND g.kind = 'public'`,
  );
  expect((await fetchWms(null)).status).toBe(401);
});

test('GET /published/{publication}/wms is opened by a token, which is in the addresses of the capabilities', async () => {
  const { body } = await createToken(app, editor, publication);
  const query = (parameters: string) => `${parameters}&token=${body.token}`;
  expect(await pixelOf(await fetchWms(null, query(String(picture))), [16, 32])).toEqual(RED);
  const capabilities = await (await fetchWms(null, query('SERVICE=WMS&REQUEST=GetCapabilities'))).text();
  expect(capabilities).toContain(`${wms}?token=${body.token}`);
  expect((await fetchWms(null, `${picture}&token=cairn_tile_x`)).status).toBe(403);
});

test('GET /published/{publication}/wms refuses hostile parameters with a ServiceException that runs no script', async () => {
  const refused = await fetchWms(viewer, `${picture}&LAYERS=%3Cscript%3E`);
  expect([refused.status, refused.headers.get('content-security-policy')]).toEqual([
    400,
    expect.stringContaining('sandbox'),
  ]);
  expect(await refused.text()).toMatch(/ServiceException/);
  expect((await fetchWms(viewer, `${picture}&MAP=/etc/passwd`)).status).toBe(200);
});

test('POST /api/gisproj-projects/{id}/versions/{version}/restore changes the picture, and the version that is named', async () => {
  const metadata = { title: 'Flag of 2026' };
  await ask(app, owner, { path: '/datasets/flag/metadata', method: 'POST', json: metadata });
  const later = await publish(app, editor, { version_id: green });
  expect(later.body).toMatchObject({
    created: true,
    publication: { id: publication, version: 2, layer: 'flag' },
  });
  expect(await pixelOf(await fetchWms(viewer), [16, 32])).toEqual(GREEN);
  const restore = async (person: Person) =>
    ask(app, person, {
      path: `/api/gisproj-projects/dataset-${await app.idOf('flag')}/versions/1/restore`,
      method: 'POST',
    });
  expect([(await restore(viewer)).status, (await restore(stranger)).status]).toEqual([403, 404]);
  expect(await restore(editor)).toMatchObject({
    status: 200,
    body: { success: true, version: 1, snapshot: 2 },
  });
  expect(await pixelOf(await fetchWms(viewer), [16, 32])).toEqual(RED);
  const listed = await ask(app, viewer, { path: '/api/datasets/flag/publications' });
  expect(listed.body).toMatchObject([{ id: publication, version: 1 }]);
});

test('GET /api/gisproj-projects/{id} is for those who may view its dataset', async () => {
  expect((await project(viewer)).body).toMatchObject({
    ...{
      name: 'Flag of 2026',
      snapshot_count: 2,
      runtime_status: 'running',
      can_edit: false,
      dataset: 'flag',
    },
    ...{ wms_url: wms, publication, layers: ['flag'] },
  });
  expect((await project(editor)).body.can_edit).toBe(true);
  for (const path of ['', '/versions', '/download', '/versions/1/download'])
    expect((await project(stranger, path)).status).toBe(404);
  const list = async (person: Person) => (await ask(app, person, { path: '/api/gisproj-projects' })).body;
  expect([(await list(viewer)).length, (await list(stranger)).length]).toEqual([1, 0]);
  const zip = await fetch(`${app.url}/api/gisproj-projects/dataset-${await app.idOf('flag')}/download`, {
    headers: { Cookie: viewer.cookie },
  });
  const bytes = Buffer.from(await zip.arrayBuffer());
  expect([zip.status, zip.headers.get('content-type'), bytes.subarray(0, 2).toString()]).toEqual([
    200,
    'application/zip',
    'PK',
  ]);
});

test('GET /published/{publication}/wms returns 404 while the dataset is archived', async () => {
  const change = (action: string) => ask(app, owner, { path: `/datasets/flag/${action}`, method: 'POST' });
  await change('archive');
  expect((await fetchWms(viewer)).status).toBe(404);
  expect((await publish(app, editor, { version_id: red })).status).toBe(409);
  await change('restore');
  expect((await fetchWms(viewer)).status).toBe(200);
});

test('DELETE /api/publications/{publication} ends the address, and housekeeping deletes the project', async () => {
  const end = (person: Person) =>
    ask(app, person, { path: `/api/publications/${publication}`, method: 'DELETE' });
  const sweep = (youngMs?: number) =>
    deleteUnpublishedProjects({ db: app.context.db, upstream: app.context.gisUpstream }, youngMs);
  expect((await end(viewer)).status).toBe(403);
  expect(await sweep(0)).toBe(0);
  expect((await end(editor)).status).toBe(200);
  expect((await fetchWms(owner)).status).toBe(404);
  expect((await ask(app, owner, { path: '/api/gisproj-projects' })).body).toEqual([]);
  // Not at once: a project is sent before its publication is recorded.
  expect(await sweep()).toBe(0);
  expect(await sweep(0)).toBe(1);
  expect((await project(owner)).status).toBe(404);
});

test('POST /versions/{id}/publish publishes a raster in an object store, which is drawn without its local copy', async () => {
  const store = await openObjectStore();
  await store.put('stored.tif', await twoColours('red', 'red'));
  const worker = app.work('import.s3');
  const json = { ...store.fields('stored.tif'), mode: 'remote' };
  const imported = await ask(app, owner, { path: '/import-s3', method: 'POST', json });
  await worker.stop();
  const { body: versions } = await ask(app, owner, { path: `/datasets/${imported.body.dataset}/versions` });
  const { status, body } = await publish(app, owner, { version_id: Number(versions.versions[0].id) });
  expect([status, body]).toMatchObject([200, { target: 'gis-runtime', created: true }]);
  await store.close();
  const { derived, localCopies } = app.context;
  for (const { name } of await derived.list('local-copies')) await derived.remove('local-copies', name);
  localCopies.forget();
  const map = new URLSearchParams(getMap('stored', { crs: 'CRS:84', bbox: [0, 0, 10, 10] }));
  const drawn = await fetch(`${body.publication.wms_url}?${map}`, { headers: { Cookie: owner.cookie } });
  expect(await pixelOf(drawn, [16, 32])).toEqual(RED);
});

test('POST /versions/{id}/publish returns 503 when the publish service does not answer', async () => {
  await gis.close();
  const { status, body } = await publish(app, editor, { version_id: red });
  expect([status, body.error]).toEqual([503, expect.stringContaining('does not answer')]);
  const capability = await ask(app, viewer, { path: `/api/versions/${red}/publish-capability` });
  expect(capability.body).toMatchObject({
    available: false,
    reason: expect.stringContaining('does not answer'),
  });
});
