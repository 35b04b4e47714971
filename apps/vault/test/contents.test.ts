import { afterAll, beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { until } from '@cairn/testing';
import { ask, upload } from './client.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';

let app: TestVault;
let ada: Person;
let bob: Person;
let root: Person;

beforeAll(async () => {
  // An inspection that is queued would be waited for.
  app = await startTestVault({ inspects: false });
  ada = await app.signUp({ username: 'ada' });
  bob = await app.signUp({ username: 'bob' });
  root = await app.signUp({ username: 'root', isAdmin: true });
  for (const file of ['countries.gpkg', 'populated-places.geojson', 'states.zip', 'elevation.tif'])
    await upload(app, ada, { file });
  await app.grant({ to: bob, on: 'countries', permission: 'view' });
});

afterAll(() => app.close());

test('GET /metadata returns the layers, fields and extents of a vector file and stores them', async () => {
  const path = '/metadata?dataset=countries&version=1';
  const first = await ask(app, ada, { path });
  expect(first.status).toBe(200);
  expect(first.body).toMatchObject({ type: 'vector', format: 'GPKG', srid: 4326, feature_count: 241 });
  const layer = first.body.layers[0];
  expect(layer).toMatchObject({
    name: 'countries',
    geometry_type: 'MultiPolygon',
    feature_count: 241,
    srid: 4326,
  });
  expect(layer.fields).toContainEqual(expect.objectContaining({ name: 'population', type: 'integer' }));
  expect(layer.extent_wgs84[0]).toBeCloseTo(-180, 3);
  const again = await ask(app, ada, { path });
  expect(again.body).toEqual(first.body);
});

test('GET /metadata returns the extent of a projected shapefile in its own units and in degrees', async () => {
  const { body } = await ask(app, ada, { path: '/metadata?dataset=states&version=1' });
  expect(body.crs).toMatchObject({ authority: 'ESRI', code: '54030', kind: 'projected' });
  expect(body.extent[0]).toBeLessThan(-1e7);
  expect(body.extent_wgs84[1]).toBeCloseTo(-43.6, 1);
});

test('GET /metadata returns the bands, statistics and pixel size of a raster', async () => {
  const { body } = await ask(app, ada, { path: '/metadata?dataset=elevation&version=1' });
  expect(body).toMatchObject({
    type: 'raster',
    srid: 32616,
    raster: { width: 389, height: 409, band_count: 1 },
  });
  expect(body.raster.pixel_size).toEqual([80, 80]);
  expect(body.raster.bands[0]).toMatchObject({
    data_type: 'Int16',
    nodata: -32768,
    minimum: 245,
    maximum: 1073,
    color_interpretation: 'Gray',
  });
});

test.each([
  ['', 400],
  ['?dataset=countries', 400],
  ['?dataset=countries&version=one', 400],
  ['?dataset=countries&version=0', 400],
  ['?dataset=countries&version=99', 404],
  ['?dataset=nowhere&version=1', 404],
])('GET /metadata%s and GET /preview return an administrator %i', async (query, status) => {
  expect((await ask(app, root, { path: `/metadata${query}` })).status).toBe(status);
  expect((await ask(app, root, { path: `/preview${query}` })).status).toBe(status);
});

test('GET /preview returns GeoJSON in degrees for any CRS', async () => {
  const { status, body, headers } = await ask(app, ada, { path: '/preview?dataset=states&version=1' });
  expect(status).toBe(200);
  expect(headers.get('content-type')).toContain('application/geo+json');
  expect(body).toMatchObject({
    type: 'FeatureCollection',
    total: 100,
    returned: 100,
    complete: true,
    layer: 'states',
  });
  const [longitude, latitude] = body.features[0].geometry.coordinates[0][0];
  expect(Math.abs(longitude)).toBeLessThanOrEqual(180);
  expect(Math.abs(latitude)).toBeLessThanOrEqual(90);
  expect(body.features[0].properties).toHaveProperty('country');
});

test('GET /preview takes a bounding box and marks an incomplete result', async () => {
  const path = '/preview?dataset=populated-places&version=1';
  const all = await ask(app, ada, { path });
  expect(all.body).toMatchObject({ complete: true, total: 243, returned: 243 });
  const few = await ask(app, ada, { path: `${path}&limit=10` });
  expect(few.body).toMatchObject({ complete: false, total: 243, returned: 10 });
  const europe = await ask(app, ada, { path: `${path}&bbox=-10,35,30,60` });
  expect(europe.body.total).toBeGreaterThan(10);
  for (const { geometry } of europe.body.features) expect(geometry.coordinates[1]).toBeGreaterThan(34.9);
});

test.each(['5,45,15', '15,45,5,55', 'a,b,c,d', '-190,0,0,10', '0,0,0,0', ',,,'])(
  'GET /preview returns 400 for the bounding box %s',
  async (bbox) => {
    const { status, body } = await ask(app, ada, {
      path: `/preview?dataset=countries&version=1&bbox=${bbox}`,
    });
    expect(status).toBe(400);
    expect(body.error).toMatch(/west,south,east,north/);
  },
);

test('GET /preview returns 400 for an unknown layer and lists the layers', async () => {
  const { status, body } = await ask(app, ada, { path: '/preview?dataset=countries&version=1&layer=-sql' });
  expect(status).toBe(400);
  expect(body.error).toContain('countries');
});

test('GET /preview returns a raster as a picture in Web Mercator with its bounds', async () => {
  const { status, body, headers } = await ask(app, ada, {
    path: '/preview?dataset=elevation&version=1&width=256',
  });
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('image/png');
  const bounds = (headers.get('x-bounds') ?? '').split(',').map(Number);
  expect(bounds[0]).toBeCloseTo(-84.4236, 3);
  expect(bounds[3]).toBeCloseTo(36.4542, 3);
  const { data, info } = await sharp(body).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  expect(info.width).toBe(256);
  const alphaAt = (x: number, y: number) => data[(y * info.width + x) * info.channels + 3];
  expect(alphaAt(info.width / 2, Math.floor(info.height / 2))).toBe(255);
  expect(alphaAt(0, 0)).toBe(0);
});

test('GET /preview returns 304 for a matching ETag', async () => {
  const path = '/preview?dataset=elevation&version=1&width=256';
  const { headers } = await ask(app, ada, { path });
  const again = await ask(app, ada, { path, headers: { 'if-none-match': headers.get('etag') ?? '' } });
  expect(again.status).toBe(304);
});

test.each(['countries', 'populated-places', 'states', 'elevation'])(
  'GET /datasets/{name}/thumbnail returns a picture of %s',
  async (name) => {
    const { status, body, headers } = await ask(app, ada, { path: `/datasets/${name}/thumbnail` });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('image/webp');
    const picture = sharp(body);
    expect(await picture.metadata()).toMatchObject({ width: 480, height: 320 });
    const { data } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const drawn = data.filter((value, i) => i % 4 === 3 && value > 0).length;
    expect(drawn).toBeGreaterThan(480 * 320 * 0.01);
    expect(drawn).toBeLessThan(480 * 320);
  },
);

test('GET /datasets/{name}/metadata returns defaults until POST /datasets/{name}/metadata saves a description', async () => {
  const path = '/datasets/countries/metadata';
  const before = await ask(app, ada, { path });
  expect(before.body).toMatchObject({
    title: 'countries',
    description: '',
    tags: [],
    keywords: [],
    owner: 'ada',
    archived: false,
  });
  const saved = await ask(app, ada, {
    path,
    method: 'POST',
    json: {
      title: 'Countries of the world',
      tags: ['borders', ' world ', 'borders'],
      keywords: 'a, b,,c',
      unknown: 1,
    },
  });
  expect(saved.status).toBe(200);
  expect(saved.body).toMatchObject({
    title: 'Countries of the world',
    tags: ['borders', 'world'],
    keywords: ['a', 'b', 'c'],
    description: '',
    updated_by: 'ada',
  });
  expect((await ask(app, ada, { path })).body).toMatchObject({ title: 'Countries of the world' });
  const blank = await ask(app, ada, { path, method: 'POST', json: { title: '  ', tags: ['borders'] } });
  expect(blank.body.title).toBe('countries');
});

test('POST /datasets/{name}/metadata returns 400 for wrong types and unknown datasets, and 403 for a user with view only', async () => {
  const post = (person: Person, name: string, json: unknown) =>
    ask(app, person, { path: `/datasets/${name}/metadata`, method: 'POST', json });
  expect((await post(ada, 'countries', { title: 5 })).status).toBe(400);
  expect((await post(ada, 'countries', { tags: { a: 1 } })).status).toBe(400);
  expect((await post(root, 'nowhere', { title: 'x' })).status).toBe(400);
  expect((await post(bob, 'countries', { title: 'x' })).status).toBe(403);
});

test('GET /datasets/{name}/metadata returns an administrator defaults for an unknown dataset', async () => {
  const { status, body } = await ask(app, root, { path: '/datasets/nowhere/metadata' });
  expect(status).toBe(200);
  expect(body).toMatchObject({ title: 'nowhere', tags: [] });
});

test('GET /api/discovery lists visible datasets with pages and pictures under the base path', async () => {
  const { status, body } = await ask(app, bob, { path: '/api/discovery' });
  expect(status).toBe(200);
  expect(body).toMatchObject({ service: 'vault', resource_type: 'vault_dataset' });
  expect(body.items).toEqual([
    expect.objectContaining({
      id: await app.keyOf('countries'),
      title: 'countries',
      url: '/vault/datasets/countries',
      category: 'vector',
      tags: ['borders'],
      owner: 'ada',
    }),
  ]);
  expect(body.items[0].thumbnail).toMatch(/^\/vault\/datasets\/countries\/thumbnail\?v=\d+$/);
  expect(body.items[0].bbox).toHaveLength(4);
});

test('GET /api/jobs/{id} follows the inspection of an upload until it has succeeded', async () => {
  await app.inspectNewVersions();
  const worker = app.work();
  try {
    const { body } = await upload(app, ada, { file: 'rivers.zip', dataset: 'rivers' });
    let job = await ask(app, ada, { path: `/api/jobs/${body.job_id}` });
    expect(job.status).toBe(200);
    await until('the job has ended', async () => {
      job = await ask(app, ada, { path: `/api/jobs/${body.job_id}` });
      return ['succeeded', 'failed'].includes(job.body.status);
    });
    expect(job.body).toMatchObject({
      kind: 'version.inspect',
      status: 'succeeded',
      progress: 100,
      dataset: 'rivers',
    });
    expect((await ask(app, bob, { path: `/api/jobs/${body.job_id}` })).status).toBe(404);
    expect((await ask(app, root, { path: '/api/jobs/0' })).status).toBe(404);
    const summary = await ask(app, ada, { path: '/datasets-summary' });
    expect(summary.body.find((d: any) => d.name === 'rivers')).toMatchObject({
      feature_count: 461,
      layer_count: 1,
    });
  } finally {
    await worker.stop();
  }
});
