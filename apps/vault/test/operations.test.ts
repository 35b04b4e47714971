import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ask, upload } from './client.ts';
import { startTestVault, SAMPLE_DATA } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';

let app: TestVault;
let ada: Person;
let bob: Person;
let root: Person;
const versions: Record<string, number> = {};

beforeAll(async () => {
  app = await startTestVault();
  ada = await app.signUp({ username: 'ada' });
  bob = await app.signUp({ username: 'bob' });
  root = await app.signUp({ username: 'root', isAdmin: true });
});

afterAll(() => app.close());

const KINDS = [
  { file: 'countries.gpkg', type: 'vector', format: 'GPKG', layers: ['countries'] },
  { file: 'populated-places.geojson', type: 'vector', format: 'GeoJSON', layers: ['populated-places'] },
  { file: 'states.zip', type: 'vector', format: 'ESRI Shapefile', layers: ['states'] },
  { file: 'elevation.tif', type: 'raster', format: 'GTiff', layers: [] },
];

test.each(KINDS)('POST /projects/{id}/upload returns 201 and stores $file as version 1', async (kind) => {
  const { status, body } = await upload(app, ada, { file: kind.file });
  const bytes = readFileSync(join(SAMPLE_DATA, kind.file));
  expect({ status, error: body.error }).toEqual({ status: 201, error: undefined });
  expect(body).toMatchObject({
    dataset: kind.file.replace(/\.\w+$/, ''),
    version: 1,
    type: kind.type,
    format: kind.format,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    unchanged: false,
    created: true,
  });
  expect(body.layers.map(({ name }) => name)).toEqual(kind.layers);
  versions[kind.file] = body.version_id;
});

test.each(KINDS)(
  'GET /versions/{id}/download returns the bytes of $file as they were sent',
  async ({ file }) => {
    const { status, body, headers } = await ask(app, ada, { path: `/versions/${versions[file]}/download` });
    const bytes = readFileSync(join(SAMPLE_DATA, file));
    expect(status).toBe(200);
    expect(bytes.equals(body)).toBe(true);
    expect(headers.get('content-disposition')).toContain(`filename="${file}"`);
    expect(headers.get('content-length')).toBe(String(bytes.length));
    expect(headers.get('etag')).toBe(`"${createHash('sha256').update(bytes).digest('hex')}"`);
  },
);

test('GET /versions/{id}/download returns 206 for a range and 416 for one outside the file', async () => {
  const path = `/versions/${versions['countries.gpkg']}/download`;
  const part = await ask(app, ada, { path, headers: { range: 'bytes=0-15' } });
  expect(part.status).toBe(206);
  expect(part.body.toString('latin1')).toBe('SQLite format 3\0');
  const last = await ask(app, ada, { path, headers: { range: 'bytes=-4' } });
  expect(last.body.length).toBe(4);
  expect((await ask(app, ada, { path, headers: { range: 'bytes=99999999-' } })).status).toBe(416);
});

test.each(['0', '999999', 'x', '-1', '1e3'])(
  'GET /versions/{id}/download returns 404 for the id %s, also to an administrator',
  async (id) => {
    expect((await ask(app, root, { path: `/versions/${id}/download` })).status).toBe(404);
  },
);

test('POST /projects/{id}/upload returns 303 to the page of the dataset for an HTML form', async () => {
  const { status, headers } = await upload(app, ada, {
    file: 'geoid.tif',
    dataset: 'Géoïde 2020',
    accept: 'text/html,*/*;q=0.8',
  });
  expect(status).toBe(303);
  expect(headers.get('location')).toBe(`/vault/datasets/${encodeURIComponent('Géoïde 2020')}`);
});

test('POST /datasets/{name}/upload returns 201 with JSON and creates version 2, whatever the client accepts', async () => {
  const { status, body } = await upload(app, ada, {
    file: 'rivers.zip',
    path: '/datasets/states/upload',
    accept: 'text/html',
    fields: { version_label: ' Rivers instead ' },
  });
  expect(status).toBe(201);
  const versions = await ask(app, ada, { path: '/datasets/states/versions' });
  expect(versions.body.versions[0]).toMatchObject({ version: 2, label: 'Rivers instead' });
  expect(body).toMatchObject({ dataset: 'states', version: 2, created: false, file_name: 'rivers.zip' });
});

test('POST /datasets/{name}/upload returns 400 for a comment that is too long', async () => {
  const fields = { version_label: 'x'.repeat(301) };
  const { status, body } = await upload(app, ada, { file: 'rivers.zip', fields });
  expect([status, body.error]).toEqual([400, 'The comment has more than 300 characters. Shorten it.']);
});

test('POST /datasets/{name}/upload returns the existing version for unchanged bytes', async () => {
  const before = await app.stored();
  const { status, body } = await upload(app, ada, { file: 'rivers.zip', path: '/datasets/states/upload' });
  expect(status).toBe(201);
  expect(body).toMatchObject({ version: 2, unchanged: true });
  expect(body.warnings).toHaveLength(1);
  expect((await app.stored()).objects).toHaveLength(before.objects.length);
});

test('POST /datasets/{name}/upload returns 409 for a raster in a vector dataset', async () => {
  const { status, body } = await upload(app, ada, {
    file: 'elevation.tif',
    path: '/datasets/states/upload',
  });
  expect(status).toBe(409);
  expect(body.error).toMatch(/vector data/);
});

test('POST /projects/{id}/upload returns 403 for the dataset of another user', async () => {
  expect((await upload(app, bob, { file: 'rivers.zip', dataset: 'states' })).status).toBe(403);
  expect((await upload(app, bob, { file: 'rivers.zip', fields: { dataset_name: 'states' } })).status).toBe(
    403,
  );
  expect((await upload(app, bob, { file: 'rivers.zip', path: '/datasets/states/upload' })).status).toBe(403);
});

test('GET /datasets/{name}/versions lists the versions newest first', async () => {
  const { status, body } = await ask(app, ada, { path: '/datasets/states/versions' });
  expect(status).toBe(200);
  expect(body.versions.map((v: any) => [v.version, v.latest, v.operation, v.file_name])).toEqual([
    [2, true, 'upload', 'rivers.zip'],
    [1, false, 'upload', 'states.zip'],
  ]);
  expect(body.versions[0].parent_id).toBe(body.versions[1].id);
});

test('GET /projects/{id}/versions lists versions that the caller may view, newest first, and returns 400 for an invalid id', async () => {
  const own = await ask(app, ada, { path: '/projects/1/versions' });
  expect(own.status).toBe(200);
  expect(own.body.map((v: any) => v.id)).toEqual(
    own.body.map((v: any) => v.id).toSorted((a: number, b: number) => b - a),
  );
  expect(own.body.length).toBeGreaterThanOrEqual(5);
  expect((await ask(app, bob, { path: '/projects/1/versions' })).body).toEqual([]);
  expect((await ask(app, ada, { path: '/projects/0/versions' })).status).toBe(400);
  expect((await ask(app, ada, { path: '/projects/x/versions' })).status).toBe(400);
});

test('GET /datasets lists the datasets that the caller may view with their versions', async () => {
  const { body } = await ask(app, ada, { path: '/datasets?folder_id=9&type=raster' });
  const states = body.datasets.find((d: any) => d.name === 'states');
  expect(states).toMatchObject({ type: 'vector', latest_version: 2, version_count: 2 });
  expect(body.datasets.length).toBeGreaterThanOrEqual(5);
  expect((await ask(app, bob, { path: '/datasets' })).body).toEqual({ datasets: [] });
});

test("GET /datasets-summary returns the owner of a dataset and the caller's permissions", async () => {
  await app.grant({ to: bob, on: 'countries', permission: 'view' });
  const { body } = await ask(app, bob, { path: '/datasets-summary' });
  expect(body).toHaveLength(1);
  expect(body[0]).toMatchObject({
    name: 'countries',
    owner: 'ada',
    owner_id: ada.id,
    visibility: 'restricted',
    permissions: { view: true, edit: false, admin: false },
    archived: false,
    file_name: 'countries.gpkg',
  });
  expect(body[0]).not.toHaveProperty('folder_id');
  const own = await ask(app, ada, { path: '/datasets-summary' });
  expect(own.body.find((d: any) => d.name === 'countries').permissions).toEqual({
    view: true,
    edit: true,
    admin: true,
  });
});

test.each([
  ['?type=RASTER', ['elevation', 'Géoïde 2020']],
  ['?type=raster&folder_id=abc', ['elevation', 'Géoïde 2020']],
  ['?type=raster&folder_id=7', []],
  ['?type=raster&archived=only', []],
  ['?type=raster&archived=all', ['elevation', 'Géoïde 2020']],
  ['?type=nothing', []],
])('GET /datasets-summary%s finds %j', async (query, names) => {
  const { status, body } = await ask(app, ada, { path: `/datasets-summary${query}` });
  expect(status).toBe(200);
  expect(body.map((d: any) => d.name).toSorted()).toEqual(names.toSorted());
});

test('GET /api/health returns 200 to everyone', async () => {
  expect(await ask(app, null, { path: '/api/health' })).toMatchObject({
    status: 200,
    body: { status: 'ok' },
  });
});

test('GET /shared/ui/{path} returns shared assets to everyone, and nothing outside their folder', async () => {
  const land = await ask(app, null, { path: '/shared/ui/basemap/land.json' });
  expect(land.status).toBe(200);
  for (const path of [
    '../package.json',
    '%2e%2e/package.json',
    '..%2f..%2fpackage.json',
    'basemap/',
    'nothing.json',
  ])
    expect((await ask(app, null, { path: `/shared/ui/${path}` })).status).toBeGreaterThanOrEqual(400);
});
