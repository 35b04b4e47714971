import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { startKoop } from '@cairn/testing';
import type { KoopFeatureService } from '@cairn/testing';
import { ask } from './client.ts';
import { countries, places, startImportVault } from './feature-services.ts';
import type { ImportVault } from './feature-services.ts';
import type { Person } from './test-app.ts';

/** The same tests against a real service: its first layer needs features and an object id. */
const REAL = process.env['FEATURESERVER_URL'];

let vault: ImportVault;
let koop: KoopFeatureService;
let url: string;
let ada: Person;
let worker: ReturnType<ImportVault['app']['work']>;

beforeAll(async () => {
  vault = await startImportVault();
  ada = await vault.app.signUp({ username: 'ada' });
  worker = vault.app.work();
  koop = await startKoop([places(), countries({ supportedQueryFormats: 'JSON' })]);
  url = REAL ?? koop.url;
});
afterEach(() => vault.clear());
afterAll(async () => {
  await worker.stop();
  await koop.close();
  await vault.close();
});

const rowsOf = async (sql: string) => (await vault.gis.query(sql)).rows;

test('POST /api/featuresvc/service/browse lists the layers of a service with their counts', async () => {
  const { status, body } = await vault.browse(ada, { service_url: `${url}?f=json` });
  expect(status).toBe(200);
  expect(body.token).toBe('');
  expect(body.service).toMatchObject({ service_url: url, service_type: 'FeatureServer' });
  const [first] = body.service.layers;
  expect(first).toMatchObject({
    id: expect.any(Number),
    name: expect.any(String),
    supports_query: true,
    max_record_count: expect.any(Number),
    layer_url: `${url}/${first.id}`,
    feature_count: expect.any(Number),
  });
  if (REAL) return;
  expect(
    body.service.layers.map((layer: any) => [
      layer.name,
      layer.type,
      layer.geometry_type,
      layer.feature_count,
    ]),
  ).toEqual([
    ['Places', 'Feature Layer', 'esriGeometryPoint', 243],
    ['Countries', 'Feature Layer', 'esriGeometryPolygon', 241],
  ]);
});

test('POST /api/featuresvc/service/browse of the address of a layer lists this one', async () => {
  const { body } = await vault.browse(ada, { service_url: `${koop.url}/1/` });
  expect(body.service.service_url).toBe(koop.url);
  expect(body.service.layers.map(({ id }: any) => id)).toEqual([1]);
});

test('POST /api/featuresvc/import loads a layer with as many rows as the service counts, and registers it as a dataset', async () => {
  const layer = REAL ? undefined : 0;
  const job = await vault.importAndWait(ada, {
    service_url: url,
    ...(layer === undefined
      ? { layer_ids: [(await vault.browse(ada, { service_url: url })).body.service.layers[0].id] }
      : { layer_ids: [layer] }),
    dataset_prefix: 'real ',
  });
  expect(job).toMatchObject({ kind: 'featuresvc.import', status: 'succeeded', progress: 100 });
  const [result] = job.result.layers;
  const [{ count }] = await rowsOf(`SELECT count(*)::int FROM public."${result.table}"`);
  expect(count).toBe(result.features);
  const rows = await ask(vault.app, ada, {
    path: `/datasets/${encodeURIComponent(result.dataset)}/versions/1/edit/rows?limit=2`,
  });
  expect(rows.body.total).toBe(result.features);
  expect(rows.body.rows).toHaveLength(2);
});

test('POST /api/featuresvc/import keeps points, ids and values, read in pages as protocol buffers', async () => {
  const source: any = places();
  const { result } = await vault.importAndWait(ada, { service_url: koop.url, layer_ids: ['0'] });
  expect(result).toEqual({
    service_url: koop.url,
    layers: [
      {
        layer_id: 0,
        layer: 'Places',
        dataset: 'Places',
        schema: 'public',
        table: 'places',
        features: 243,
        srid: 4326,
      },
    ],
  });
  const stored = await rowsOf(
    'SELECT id::int, name, population, ST_X(geom) x, ST_Y(geom) y FROM places ORDER BY id',
  );
  expect(stored.map((row) => [row.id, row.name, row.population])).toEqual(
    source.features.map(({ properties }: any) => [properties.id, properties.name, properties.population]),
  );
  for (const [i, { x, y }] of stored.entries()) {
    const [lon, lat] = source.features[i].geometry.coordinates;
    expect([Math.abs(x - lon) < 1e-8, Math.abs(y - lat) < 1e-8]).toEqual([true, true]);
  }
  const pages = koop.requests.filter((path) => path.includes('resultOffset'));
  expect(pages.every((path) => path.includes('f=pbf') && path.includes('orderByFields=id'))).toBe(true);
  expect((await rowsOf(`SELECT indexdef FROM pg_indexes WHERE tablename = 'places'`)).length).toBe(2);
});

test('POST /api/featuresvc/import keeps the coordinates, parts and holes of polygons exactly', async () => {
  const source: any = countries();
  const { result } = await vault.importAndWait(ada, { service_url: koop.url, layer_ids: [1] });
  expect(result.layers[0]).toMatchObject({ dataset: 'Countries', table: 'countries', features: 241 });
  const different: number[] = [];
  for (const { properties, geometry } of source.features) {
    const { rows } = await vault.gis.query<{ same: boolean }>(
      `SELECT ST_NPoints(geom) = ST_NPoints(g) AND ST_NRings(geom) = ST_NRings(g) AND ST_NumGeometries(geom) = ST_NumGeometries(g)
         AND abs(ST_Area(geom) - ST_Area(g)) < 1e-12 * greatest(1, ST_Area(g)) AND ST_IsValid(geom) >= ST_IsValid(g) AS same
       FROM countries, ST_Multi(ST_GeomFromGeoJSON($2)) g WHERE objectid = $1`,
      [properties.OBJECTID, JSON.stringify(geometry)],
    );
    if (!rows[0]?.same) different.push(properties.OBJECTID);
  }
  expect(different).toEqual([]);
});

test('POST /api/featuresvc/import of all layers registers all in the folder of the request', async () => {
  const { rows } = await vault.app.admin.query(
    `INSERT INTO vault.folders (name, owner_id, owner) VALUES ('from outside', $1, 'ada') RETURNING id`,
    [ada.id],
  );
  const json = {
    service_url: koop.url,
    dataset_prefix: 'city_',
    folder_id: Number(rows[0].id),
    run_as_background_job: false,
  };
  const { status, body } = await vault.importLayers(ada, json);
  expect([status, body.status]).toEqual([202, 'succeeded']);
  const datasets = await vault.app.admin.query(
    'SELECT name, folder_id, owner FROM vault.datasets ORDER BY 1',
  );
  expect(datasets.rows).toEqual([
    { name: 'city_Countries', folder_id: rows[0].id, owner: 'ada' },
    { name: 'city_Places', folder_id: rows[0].id, owner: 'ada' },
  ]);
  expect(await vault.tables()).toEqual(['city_countries', 'city_places']);
});
