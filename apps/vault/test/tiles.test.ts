import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ask, upload } from './client.ts';
import { alteredGeopackage, feature, geoJson, text } from './hostile.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';
import { convert, fetchTile } from './tile-client.ts';

let app: TestVault;
let ada: Person;
const shas: Record<string, string> = {};

beforeAll(async () => {
  app = await startTestVault();
  ada = await app.signUp({ username: 'ada' });
  for (const file of ['countries.gpkg', 'populated-places.geojson', 'rivers.zip', 'elevation.tif']) {
    const { body } = await upload(app, ada, { file });
    shas[body.dataset] = body.sha256 as string;
  }
});

afterAll(() => app.close());

test.each([
  ['countries', 241, 'MultiPolygon', { name: 'String', population: 'Number' }],
  ['populated-places', 243, 'Point', { name: 'String' }],
  ['rivers', 461, 'LineString', { length_km: 'Number' }],
])(
  'GET /datasets/{name}/versions/{version}/tiles.json returns 200 with the TileJSON of %s',
  async (dataset, count, geometryType, fields) => {
    const { status, body } = await ask(app, ada, {
      path: `/vault/datasets/${dataset}/versions/1/tiles.json`,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ tilejson: '3.0.0', minzoom: 0, maxzoom: 18 });
    expect(body.tiles).toEqual([
      `/vault/datasets/${dataset}/versions/1/tiles/{z}/{x}/{y}?v=${shas[dataset]?.slice(0, 16)}&layer=${dataset}`,
    ]);
    expect(body.vector_layers).toHaveLength(1);
    expect(body.vector_layers[0]).toMatchObject({ id: 'features', feature_count: count, fields });
    expect(body.vector_layers[0].geometry_type).toContain(geometryType.replace(/^Multi/, ''));
    const [west, south, east, north] = body.bounds;
    expect(west).toBeGreaterThanOrEqual(-180);
    expect(south).toBeGreaterThanOrEqual(-85.06);
    expect(east).toBeLessThanOrEqual(180.0001);
    expect(north).toBeLessThanOrEqual(85.06);
    expect(body).not.toHaveProperty('sampled_below');
  },
);

test('GET /datasets/{name}/versions/{version}/tiles/{z}/{x}/{y} returns 200 with every feature of a small layer, by its key', async () => {
  const tile = await fetchTile(app, ada, { dataset: 'countries', place: '0/0/0' });
  expect(tile?.features.map(({ id }) => id).sort((a, b) => a! - b!)).toEqual(
    Array.from({ length: 241 }, (_, i) => i + 1),
  );
  expect(
    tile?.features.every(({ type, properties }) => type === 3 && Object.keys(properties).length === 0),
  ).toBe(true);
});

test('a tile has the requested fields only, with their types', async () => {
  const query = `?fields=${encodeURIComponent('["name","population"]')}`;
  const tile = await fetchTile(app, ada, { dataset: 'countries', place: '0/0/0', query });
  const { body } = await ask(app, ada, { path: '/preview?dataset=countries&version=1' });
  const expected = new Map(body.features.map((f: any) => [f.id, f.properties]));
  for (const { id, properties } of tile?.features ?? []) {
    const { name, population } = expected.get(id) as Record<string, unknown>;
    expect(properties).toEqual({
      ...(name === null ? {} : { name }),
      ...(population === null ? {} : { population }),
    });
  }
  expect(tile?.features.some(({ properties }) => typeof properties.population === 'number')).toBe(true);
});

test('booleans stay booleans, nulls are left out, and 64-bit numbers become text', async () => {
  const properties = [
    { yes: true, real: 1.5, text: 'ä' },
    { yes: false, real: null, text: null },
  ];
  const features = properties.map((each, i) => ({ ...feature, id: i, properties: each }));
  const file = await convert(geoJson({ features }), {
    args: ['-sql', 'SELECT *, 9007199254740993 AS big FROM "in"'],
  });
  await upload(app, ada, { file, fileName: 'typed.gpkg' });
  const query = `?fields=${encodeURIComponent('["yes","real","text","big"]')}`;
  const tile = await fetchTile(app, ada, { dataset: 'typed', place: '0/0/0', query });
  expect(tile?.features.map((each) => each.properties)).toEqual([
    { yes: true, real: 1.5, text: 'ä', big: '9007199254740993' },
    { yes: false, big: '9007199254740993' },
  ]);
});

test('a key that does not fit a tile id is in the property _key', async () => {
  const file = await alteredGeopackage(
    `DROP TABLE rtree_countries_geom; DELETE FROM gpkg_extensions;
     CREATE TABLE copy AS SELECT * FROM countries; DROP TABLE countries;
     CREATE TABLE countries (fid INTEGER PRIMARY KEY, geom MULTIPOLYGON, name TEXT);
     INSERT INTO countries SELECT 9007199254740993, geom, name FROM copy WHERE fid = 1;
     INSERT INTO countries SELECT -7, geom, name FROM copy WHERE fid = 2;
     INSERT INTO countries SELECT 9007199254740991, geom, name FROM copy WHERE fid = 3`,
  );
  await upload(app, ada, { file, fileName: 'keys.gpkg' });
  const tile = await fetchTile(app, ada, { dataset: 'keys', place: '0/0/0' });
  expect(tile?.features.map(({ id, properties }) => properties._key ?? id).sort()).toEqual([
    '-7',
    9007199254740991,
    '9007199254740993',
  ]);
});

test('GET /datasets/{name}/versions/{version}/tiles/{z}/{x}/{y} returns 204 for an empty tile', async () => {
  const path = '/datasets/rivers/versions/1/tiles/10/0/0';
  const { status, body } = await ask(app, ada, { path });
  expect({ status, length: body.length }).toEqual({ status: 204, length: 0 });
});

test('GET /datasets/{name}/versions/{version}/tiles/{z}/{x}/{y} returns 304 for a matching ETag', async () => {
  const path = '/datasets/rivers/versions/1/tiles/2/1/1';
  const first = await ask(app, ada, { path });
  const etag = first.headers.get('etag') as string;
  const again = await ask(app, ada, { path, headers: { 'if-none-match': etag } });
  expect(again.status).toBe(304);
  const other = await ask(app, ada, {
    path: `${path}?fields=[]&layer=rivers`,
    headers: { 'if-none-match': etag },
  });
  expect(other.status).toBe(200);
  for (const query of ['', `?v=${shas.rivers?.slice(0, 16)}`, '?v=0123456789abcdef']) {
    const { headers } = await ask(app, ada, { path: path + query });
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(headers.get('vary')).toBe('Accept-Encoding, Cookie');
  }
});

test('a tile is compressed when the client accepts gzip', async () => {
  const url = `${app.url}/datasets/countries/versions/1/tiles/1/1/0`;
  const plain = await fetch(url, { headers: { cookie: ada.cookie, 'accept-encoding': 'identity' } });
  const packed = await fetch(url, { headers: { cookie: ada.cookie, 'accept-encoding': 'gzip' } });
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(packed.headers.get('content-encoding')).toBe('gzip');
  expect(Number(packed.headers.get('content-length'))).toBeLessThan(
    Number(plain.headers.get('content-length')),
  );
  expect(Buffer.from(await packed.arrayBuffer())).toEqual(Buffer.from(await plain.arrayBuffer()));
});

test.each([
  ['elevation', '0/0/0', '', 422, /raster/],
  ['countries', '1/2/0', '', 404, /Zoom level 1 has 2 by 2 tiles/],
  ['countries', '23/0/0', '', 400, /z/],
  ['countries', '0/0/-1', '', 400, /y/],
  ['countries', '0/0/0', '?layer=roads', 400, /no layer "roads"; choose one of: countries/],
  ['countries', '0/0/0', '?fields=["nothing"]', 400, /no field "nothing"/],
])(
  'GET /datasets/{name}/versions/{version}/tiles/{z}/{x}/{y} of %s at %s%s returns %i with a message',
  async (dataset, place, query, expected, sentence) => {
    const path = `/datasets/${dataset}/versions/1/tiles/${place}${encodeURI(query)}`;
    const { status, body } = await ask(app, ada, { path });
    expect({ status, error: body.error }).toEqual({
      status: expected,
      error: expect.stringMatching(sentence),
    });
  },
);

test('GET /datasets/{name}/versions/{version}/tiles.json returns 404 for an unknown version and 422 for a layer without a location', async () => {
  expect((await ask(app, ada, { path: '/datasets/countries/versions/9/tiles.json' })).status).toBe(404);
  const projected = text(
    JSON.stringify({
      type: 'FeatureCollection',
      features: [{ ...feature, geometry: { type: 'Point', coordinates: [5e5, 5e6] } }],
    }),
  );
  const file = await convert(projected, { args: ['-a_srs', 'LOCAL_CS["nowhere"]'] });
  await upload(app, ada, { file, fileName: 'nowhere.gpkg' });
  for (const path of ['tiles.json', 'tiles/0/0/0']) {
    const { status, body } = await ask(app, ada, { path: `/datasets/nowhere/versions/1/${path}` });
    expect({ status, error: body.error }).toEqual({
      status: 422,
      error: expect.stringMatching(/its coordinate system "nowhere" is unknown/),
    });
  }
});

test('concurrent requests share one tile file, which is written once', async () => {
  const { body } = await upload(app, ada, { file: 'states.zip' });
  const tiles = await Promise.all(
    Array.from({ length: 8 }, (_, i) => fetchTile(app, ada, { dataset: 'states', place: `3/${i}/2` })),
  );
  expect(tiles.filter(Boolean).length).toBeGreaterThan(2);
  const sha = body.sha256 as string;
  const files = await readdir(join(app.storageRoot, 'derived', sha.slice(0, 2), sha));
  expect(files.filter((name) => name.startsWith('tiles-'))).toEqual(['tiles-0-2.sqlite']);
  expect((await app.stored()).work).toEqual([]);
});

test('each layer of a file has its own tiles', async () => {
  const file = await alteredGeopackage(
    `CREATE TABLE more (fid INTEGER PRIMARY KEY, geom MULTIPOLYGON);
     INSERT INTO more SELECT fid, geom FROM countries LIMIT 3;
     INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id) VALUES ('more', 'features', 'more', 4326);
     INSERT INTO gpkg_geometry_columns VALUES ('more', 'geom', 'MULTIPOLYGON', 4326, 0, 0)`,
  );
  await upload(app, ada, { file, fileName: 'two.gpkg' });
  const counts = ['', '?layer=countries', '?layer=more'].map(async (query) => {
    const tile = await fetchTile(app, ada, { dataset: 'two', place: '0/0/0', query });
    return tile?.features.length;
  });
  expect(await Promise.all(counts)).toEqual([241, 241, 3]);
});
