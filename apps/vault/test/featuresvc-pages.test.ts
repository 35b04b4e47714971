import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { startTestFeatureService } from '@cairn/testing';
import type { ServiceRequest, TestFeatureService } from '@cairn/testing';
import { numbers, pointsWithIds, startImportVault } from './feature-services.ts';
import type { ImportVault } from './feature-services.ts';
import type { Person } from './test-app.ts';

let vault: ImportVault;
let service: TestFeatureService;
let ada: Person;
let worker: ReturnType<ImportVault['app']['work']>;

beforeAll(async () => {
  vault = await startImportVault();
  ada = await vault.app.signUp({ username: 'ada' });
  worker = vault.app.work();
  service = await startTestFeatureService([
    { id: 0, name: 'points', fields: [{ name: 'name', type: 'esriFieldTypeString' }], features: [] },
  ]);
});
afterEach(async () => {
  service.reset();
  await vault.clear();
});
afterAll(async () => {
  await worker.stop();
  await service.close();
  await vault.close();
});

/** Imports a layer of these ids, described as given. */
function importPoints(ids: number[], description: Record<string, unknown> = {}) {
  const [layer] = service.layers;
  Object.assign(layer!, { features: pointsWithIds(ids), description });
  return vault.importAndWait(ada, { service_url: service.url });
}

const stored = async () =>
  (await vault.gis.query('SELECT objectid::int AS id FROM points ORDER BY 1')).rows.map(({ id }) => id);
const noPaging = { advancedQueryCapabilities: { supportsPagination: false, supportsStatistics: true } };
const isPage = ({ parameters }: ServiceRequest) => 'outFields' in parameters;

test('POST /api/featuresvc/import pages by offset in the order of object ids, in the coordinates of the layer', async () => {
  const ids = [...numbers(150), ...numbers(100, 1_000)];
  expect(await importPoints(ids.toReversed())).toMatchObject({ status: 'succeeded' });
  expect(await stored()).toEqual(ids);
  expect(
    service
      .pages()
      .map(({ parameters: { resultOffset, orderByFields, outSR } }) => [resultOffset, orderByFields, outSR]),
  ).toEqual(['0', '100', '200'].map((offset) => [offset, 'OBJECTID', '3857']));
  const { rows } = await vault.gis.query('SELECT ST_AsEWKT(geom) AS geom FROM points WHERE objectid = 7');
  expect(rows).toEqual([{ geom: 'SRID=3857;POINT(70 -7)' }]);
});

test('POST /api/featuresvc/import reads ranges of object ids where the service cannot page', async () => {
  const ids = numbers(250, 500);
  expect(await importPoints(ids, noPaging)).toMatchObject({ status: 'succeeded' });
  expect(await stored()).toEqual(ids);
  expect(service.pages()[0]?.parameters['where']).toBe('OBJECTID >= 500 AND OBJECTID < 600');
});

test.each([
  ['are far apart', noPaging, numbers(250).map((n) => n * 1_000)],
  ['are hashes', { ...noPaging, uniqueIdInfo: { OIDFieldContainsHashValue: true } }, numbers(250)],
])(
  'POST /api/featuresvc/import reads lists of object ids where these %s',
  async (_what, description, ids) => {
    expect(await importPoints(ids, description)).toMatchObject({ status: 'succeeded' });
    expect(await stored()).toEqual(ids);
    expect(service.pages().map(({ parameters }) => parameters['objectIds']?.split(',').length)).toEqual([
      100, 100, 50,
    ]);
  },
);

test('POST /api/featuresvc/import does not order or page by object ids that are hashes', async () => {
  const description = { uniqueIdInfo: { OIDFieldContainsHashValue: true, fields: [{ name: 'name' }] } };
  expect(await importPoints(numbers(150), description)).toMatchObject({ status: 'succeeded' });
  const asked = service.pages().map(({ parameters: { where, orderByFields } }) => [where, orderByFields]);
  expect(asked).toEqual([
    ['1=1', 'name'],
    ['1=1', 'name'],
  ]);
});

test('POST /api/featuresvc/import reads lists of object ids from a service that ignores the offset', async () => {
  service.on((request) => {
    if (!isPage(request) || request.parameters['resultOffset'] === undefined) return null;
    return { body: { features: service.layers[0]!.features.slice(0, 100), exceededTransferLimit: true } };
  });
  expect(await importPoints(numbers(250))).toMatchObject({ status: 'succeeded' });
  expect(await stored()).toEqual(numbers(250));
});

test('POST /api/featuresvc/import reads lists of object ids from a service that refuses to page after all', async () => {
  service.on((request) =>
    request.parameters['resultOffset'] === undefined
      ? null
      : { body: { error: { code: 400, message: 'Pagination is not supported.', details: [] } } },
  );
  expect(await importPoints(numbers(120).map((n) => n * 999))).toMatchObject({ status: 'succeeded' });
});

test.each([500, 504])(
  'POST /api/featuresvc/import requests smaller pages of a service that answers large ones with %d',
  async (code) => {
    service.on((request) => {
      const size = Number(request.parameters['resultRecordCount'] ?? 0);
      if (!isPage(request) || size <= 10) return null;
      return code === 500
        ? { body: { error: { code, message: 'Error performing query operation', details: [] } } }
        : { status: code, body: '<html>Gateway timeout</html>' };
    });
    expect(await importPoints(numbers(35), { maxRecordCount: 2_000 })).toMatchObject({ status: 'succeeded' });
    const sizes = service.pages().map(({ parameters }) => Number(parameters['resultRecordCount']));
    expect(sizes.slice(0, 6)).toEqual([2_000, 1_000, 500, 100, 50, 10]);
    expect(await stored()).toEqual(numbers(35));
  },
);

test('POST /api/featuresvc/import requests smaller pages of a service whose answer has no end', async () => {
  service.on((request) =>
    isPage(request) && Number(request.parameters['resultRecordCount']) > 500 ? { endless: true } : null,
  );
  expect(await importPoints(numbers(5), { maxRecordCount: 1_000 })).toMatchObject({ status: 'succeeded' });
});

test('POST /api/featuresvc/import follows exceededTransferLimit also after a page without features', async () => {
  // The service has hidden the second hundred, and counts the others.
  const ids = [...numbers(100), ...numbers(100, 201)];
  const all = pointsWithIds(numbers(300));
  service.on((request) => {
    if (!isPage(request)) return null;
    const offset = Number(request.parameters['resultOffset']);
    const features = offset === 100 ? [] : all.slice(offset, offset + 100);
    return { body: { features, ...(offset < 200 ? { exceededTransferLimit: true } : {}) } };
  });
  expect(await importPoints(ids)).toMatchObject({ status: 'succeeded' });
  expect(await stored()).toEqual(ids);
});

test('POST /api/featuresvc/import reads GeoJSON from a service without Esri JSON, and its exceededTransferLimit below properties', async () => {
  const points = numbers(150).map((id) => ({
    attributes: { OBJECTID: id, name: 'x' },
    geometry: { type: 'Point', coordinates: [id / 10, 50] },
  }));
  Object.assign(service.layers[0]!, { features: points, description: { supportedQueryFormats: 'geoJSON' } });
  expect(await vault.importAndWait(ada, { service_url: service.url })).toMatchObject({ status: 'succeeded' });
  const { rows } = await vault.gis.query(
    'SELECT ST_AsEWKT(geom) AS geom, count(*) OVER ()::int FROM points ORDER BY objectid LIMIT 1',
  );
  expect(rows).toEqual([{ geom: 'SRID=4326;POINT(0.1 50)', count: 150 }]);
});
