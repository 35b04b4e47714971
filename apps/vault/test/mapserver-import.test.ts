import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createTestDatabase } from '@cairn/testing';
import type { BeforeGeoServer } from '@cairn/testing';
import { saveConnection } from './external-sources.ts';
import { ask, traces, upload } from './client.ts';
import { startPublishing } from './map-publishing.ts';
import type { Publishing } from './map-publishing.ts';
import { SAMPLE_DATA } from './test-app.ts';
import type { Person } from './test-app.ts';

let vault: Publishing;
let reader: Person;

beforeAll(async () => {
  vault = await startPublishing();
  reader = await vault.app.signUp({ username: 'reader', service: 'view' });
  await upload(vault.app, vault.ada, { file: 'populated-places.geojson', dataset: 'places' });
  await upload(vault.app, vault.ada, { file: 'elevation.tif' });
  // The authority of this system puts northing before easting.
  const projected = join(vault.app.storageRoot, 'projected.gpkg');
  const source = join(SAMPLE_DATA, 'countries.gpkg');
  const where = ['-where', "name IN ('Germany', 'Austria', 'Poland')"];
  await promisify(execFile)('ogr2ogr', ['-t_srs', 'EPSG:31467', ...where, projected, source]);
  await upload(vault.app, vault.ada, { file: projected });
  for (const dataset of ['places', 'elevation', 'projected']) {
    const { body } = await vault.publish(dataset);
    expect(await vault.ended(body.job_id)).toMatchObject({ status: 'succeeded' });
  }
});

afterEach(() => vault.server.standIn?.before(null));
afterAll(() => vault.close());

const importLayer = (layer: string, more: Record<string, unknown> = {}, person: Person | null = vault.ada) =>
  ask(vault.app, person, {
    path: '/api/mapserver/catalog/import',
    method: 'POST',
    json: { connection_id: vault.connection, workspace: vault.workspace, layer_name: layer, ...more },
  });
const technical = async (dataset: string) =>
  (await ask(vault.app, vault.ada, { path: `/metadata?dataset=${encodeURIComponent(dataset)}&version=1` }))
    .body;

test('GET /api/mapserver/catalog lists workspaces, layers, styles and stores', async () => {
  const path = `/api/mapserver/catalog?connection_id=${vault.connection}`;
  const { status, body } = await ask(vault.app, reader, { path });
  const { workspace } = vault;
  expect(status).toBe(200);
  expect(body.connection).toEqual({ id: vault.connection, name: 'maps', url: vault.server.url });
  expect(body.workspaces).toContainEqual({ name: workspace });
  expect(body.layers).toEqual(
    expect.arrayContaining([
      { workspace, name: 'places' },
      { workspace, name: 'elevation' },
    ]),
  );
  expect(body.styles).toContainEqual({ name: 'polygon' });
  expect(body.datastores).toContainEqual({ workspace, name: 'places' });
  const { standIn } = vault.server;
  if (!standIn) return;
  // The stores of one workspace are left out; a catalog without layers is an error.
  standIn.before(({ segments, res }) => {
    if (segments[3] !== 'datastores.json') return false;
    res.writeHead(500).end('store is broken');
    return true;
  });
  expect((await ask(vault.app, reader, { path })).body).toMatchObject({
    datastores: [],
    workspaces: [{ name: workspace }],
  });
  standIn.before((exchange) => exchange.segments[1] === 'layers.json' && standIn.faults.html(exchange));
  expect((await ask(vault.app, reader, { path })).status).toBe(502);
  expect((await ask(vault.app, null, { path })).status).toBe(401);
});

test('POST /api/mapserver/catalog/import copies all features of a layer with its coordinate system', async () => {
  const { status, body } = await importLayer('places');
  expect({ status, error: body.error }).toEqual({ status: 201, error: undefined });
  expect(body).toMatchObject({
    ...{ dataset: `${vault.workspace}_places`, type: 'vector', datasource_type: 'file' },
    ...{ wms_url: `${vault.server.url}/${vault.workspace}/wms`, operation: 'import_mapserver', version: 1 },
  });
  const [original, copy] = [await technical('places'), await technical(body.dataset)];
  const [before, after] = [original.layers[0], copy.layers[0]];
  expect(after.feature_count).toBe(before.feature_count);
  expect(after.crs.srid).toBe(4326);
  after.extent.forEach((value: number, index: number) => expect(value).toBeCloseTo(before.extent[index], 6));
  const names = (fields: { name: string }[]) => fields.map(({ name }) => name).sort();
  expect(names(after.fields)).toEqual(names(before.fields));
});

test('POST /api/mapserver/catalog/import keeps easting before northing', async () => {
  const { body } = await importLayer('projected', { dataset_name: 'copied areas' });
  expect(body.layers).toMatchObject([{ feature_count: 3, srid: 31467 }]);
  const [original, copy] = [await technical('projected'), await technical('copied areas')];
  const [before, after] = [original.layers[0], copy.layers[0]];
  after.extent.forEach((value: number, index: number) => expect(value).toBeCloseTo(before.extent[index], 3));
});

test('POST /api/mapserver/catalog/import copies a raster', async () => {
  const { status, body } = await importLayer('elevation', { dataset_name: 'copied heights' });
  expect({ status, error: body.error }).toEqual({ status: 201, error: undefined });
  expect(body).toMatchObject({ dataset: 'copied heights', type: 'raster', datasource_type: 'file' });
  const [original, copy] = [await technical('elevation'), await technical('copied heights')];
  expect(copy.raster).toMatchObject({ width: original.raster.width, height: original.raster.height });
  expect(copy.extent).toEqual(original.extent);
});

const hits = (count: number) => `<FeatureCollection numberMatched="${count}" numberReturned="0"/>`;
const features =
  (body: unknown) =>
  ({ query }: Parameters<BeforeGeoServer>[0]) =>
    query.get('request') === 'GetFeature' && query.get('resultType') !== 'hits' ? JSON.stringify(body) : null;
let asked = 0;
const FAULTS: [string, (exchange: Parameters<BeforeGeoServer>[0]) => string | null, RegExp][] = [
  [
    'fewer features than announced',
    ({ query }) => (query.get('resultType') === 'hits' ? hits(999_999) : null),
    /announced 999999 features .* and sent \d+/,
  ],
  [
    'another number afterwards',
    ({ query }) => (query.get('resultType') === 'hits' && (asked += 1) % 2 === 0 ? hits(7) : null),
    /announced 7, so the layer was changed/,
  ],
  [
    'features in another system',
    features({
      type: 'FeatureCollection',
      features: [],
      crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::3857' } },
    }),
    /instead of EPSG:4326/,
  ],
  [
    'the same feature twice',
    features({ type: 'FeatureCollection', features: [{ id: 'a.1' }, { id: 'a.1' }] }),
    /twice/,
  ],
  ['text that is cut', features({ type: 'FeatureCollection' }), /not complete GeoJSON/],
  [
    'an exception',
    ({ query }) =>
      query.get('request') === 'GetFeature' && query.get('resultType') !== 'hits'
        ? '<ows:ExceptionReport xmlns:ows="x"><ows:Exception><ows:ExceptionText>Out of memory</ows:ExceptionText></ows:Exception></ows:ExceptionReport>'
        : null,
    /refuses the request: Out of memory/,
  ],
];

for (const [what, answer, message] of FAULTS) {
  if (process.env.GEOSERVER_URL !== undefined) continue;
  test(`POST /api/mapserver/catalog/import returns 502 and leaves nothing when the map server sends ${what}`, async () => {
    const before = await traces(vault.app);
    vault.server.standIn?.before((exchange) => {
      const text = answer(exchange);
      if (text === null) return false;
      exchange.res.writeHead(200, { 'content-type': 'application/json' }).end(text);
      return true;
    });
    const { status, body } = await importLayer('places', { dataset_name: 'faulty' });
    expect([status, body.error]).toEqual([502, expect.stringMatching(message)]);
    const { jobs: _more, ...after } = await traces(vault.app);
    expect(before).toMatchObject(after);
  });
}

test('POST /api/mapserver/catalog/import returns 400 for what cannot be imported, and needs edit', async () => {
  for (const change of [{ layer_name: 'nothing' }, { workspace: '..' }, { connection_id: 999_999 }]) {
    expect((await importLayer('places', change)).status).toBe(400);
  }
  expect((await importLayer('places', {}, reader)).status).toBe(403);
  expect((await importLayer('places', {}, null)).status).toBe(401);
});

test('POST /api/quick-import with mapserver loads the features of a layer into a database, and refuses rasters', async () => {
  const target = await createTestDatabase();
  try {
    const json = {
      source_type: 'mapserver',
      mapserver_connection_id: vault.connection,
      mapserver_workspace: vault.workspace,
      spatialdb_connection_id: await saveConnection(vault.app, target.adminUrl),
    };
    const load = (more: Record<string, unknown>) =>
      ask(vault.app, vault.ada, { path: '/api/quick-import', method: 'POST', json: { ...json, ...more } });
    const before = await traces(vault.app);
    const { status, body } = await load({ mapserver_layer: 'places' });
    expect([status, body]).toMatchObject([
      201,
      { source_type: 'mapserver', tables: [{ table: 'places', rows: 243 }] },
    ]);
    expect((await load({ mapserver_layer: 'elevation' })).status).toBe(422);
    expect((await load({ mapserver_layer: 'absent' })).status).toBe(400);
    expect((await load({ mapserver_layer: 'places', mapserver_connection_id: 999 })).status).toBe(400);
    expect({ ...(await traces(vault.app)), jobs: 0 }).toEqual({ ...before, jobs: 0 });
  } finally {
    await target.drop();
  }
});
