import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { startTestFeatureService } from '@cairn/testing';
import type { TestFeatureService } from '@cairn/testing';
import { startImportVault } from './feature-services.ts';
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
  service = await startTestFeatureService([{ id: 0, name: 'things', fields: [], features: [] }]);
});
afterEach(() => vault.clear());
afterAll(async () => {
  await worker.stop();
  await service.close();
  await vault.close();
});

interface Feature {
  attributes?: Record<string, unknown>;
  geometry?: unknown;
}

async function importThings(
  fields: object[],
  features: Feature[],
  description: Record<string, unknown> = {},
) {
  const numbered = features.map(({ attributes, geometry = { x: 0, y: 0 } }, i) => ({
    attributes: { OBJECTID: i + 1, ...attributes },
    geometry,
  }));
  Object.assign(service.layers[0]!, { fields, features: numbered, description });
  return vault.importAndWait(ada, { service_url: service.url });
}

const field = (name: string, type: string, more = {}) => ({ name, type: `esriFieldType${type}`, ...more });
const rows = async (columns: string) =>
  (await vault.gis.query(`SELECT ${columns} FROM things ORDER BY objectid`)).rows;

test('POST /api/featuresvc/import keeps the values of each type of field, and nulls', async () => {
  const values: [name: string, type: string, sent: unknown, stored: string][] = [
    ['small', 'SmallInteger', -32_768, '-32768'],
    ['whole', 'Integer', 2_147_483_647, '2147483647'],
    ['single', 'Single', 0.5, '0.5'],
    ['double', 'Double', 0.1, '0.1'],
    ['text', 'String', 'Zoë\t"x"\\N\n', 'Zoë\t"x"\\N\n'],
    ['date', 'Date', 1_709_164_800_123, '2024-02-29 00:00:00.123+00'],
    ['early', 'Date', -2_208_988_800_000, '1900-01-01 00:00:00+00'],
    ['day', 'DateOnly', '2024-02-29', '2024-02-29'],
    ['clock', 'TimeOnly', '23:59:58.5', '23:59:58.5'],
    ['moment', 'TimestampOffset', '2024-02-29T12:00:00.000+02:00', '2024-02-29 10:00:00+00'],
    ['guid', 'GUID', '{6F9619FF-8B86-D011-B42D-00CF4FC964FF}', '6f9619ff-8b86-d011-b42d-00cf4fc964ff'],
    ['globalid', 'GlobalID', '6f9619ff-8b86-d011-b42d-00cf4fc964ff', '6f9619ff-8b86-d011-b42d-00cf4fc964ff'],
    ['bytes', 'Blob', 'aGk=', '\\x6869'],
  ];
  const fields = values.map(([name, type]) => field(name, type));
  const sent = Object.fromEntries(values.map(([name, , value]) => [name, value]));
  const none = Object.fromEntries(values.map(([name]) => [name, null]));
  expect((await importThings(fields, [{ attributes: sent }, { attributes: none }])).status).toBe('succeeded');
  await vault.gis.query(`SET timezone = 'UTC'`);
  const [first, second] = await rows(values.map(([name]) => `"${name}"::text`).join(', '));
  expect(first).toEqual(Object.fromEntries(values.map(([name, , , stored]) => [name, stored])));
  expect(second).toEqual(none);
});

test('POST /api/featuresvc/import keeps 64-bit integers exactly, also from a service that offers protocol buffers', async () => {
  service.on(({ parameters }) =>
    'outFields' in parameters
      ? {
          body: '{"features":[{"attributes":{"OBJECTID":1,"big":9007199254740993},"geometry":{"x":1,"y":2}}]}',
        }
      : null,
  );
  const job = await importThings([field('big', 'BigInteger')], [{}], { supportedQueryFormats: 'JSON, PBF' });
  service.reset();
  expect(job.status).toBe('succeeded');
  expect(await rows('big::text')).toEqual([{ big: '9007199254740993' }]);
});

test('POST /api/featuresvc/import stores codes, and descriptions of codes and subtypes beside them', async () => {
  const domain = {
    type: 'codedValue',
    codedValues: [
      { code: 'P', name: 'paved' },
      { code: 'G', name: 'gravel' },
    ],
  };
  const fields = [field('surface', 'String', { domain, alias: 'Surface' }), field('kind', 'SmallInteger')];
  const features = [{ attributes: { surface: 'P', kind: 2 } }, { attributes: { surface: 'X', kind: null } }];
  await importThings(fields, features, { typeIdField: 'kind', types: [{ id: 2, name: 'Track' }] });
  expect(await rows('surface, surface_description, kind, kind_description')).toEqual([
    { surface: 'P', surface_description: 'paved', kind: 2, kind_description: 'Track' },
    { surface: 'X', surface_description: null, kind: null, kind_description: null },
  ]);
  const { rows: comments } = await vault.gis.query(`SELECT col_description('things'::regclass, 2) AS text`);
  expect(comments).toEqual([{ text: 'Surface' }]);
});

test('POST /api/featuresvc/import widens a column for values that do not fit the declared type', async () => {
  const fields = [field('count', 'SmallInteger'), field('guid', 'GUID'), field('day', 'DateOnly')];
  const job = await importThings(fields, [
    { attributes: { count: 1, guid: '6f9619ff-8b86-d011-b42d-00cf4fc964ff', day: '2024-02-29' } },
    { attributes: { count: 1.5, guid: 'none', day: 'soon' } },
  ]);
  expect(job.status).toBe('succeeded');
  expect(await rows('count, guid, day')).toEqual([
    { count: 1, guid: '6f9619ff-8b86-d011-b42d-00cf4fc964ff', day: '2024-02-29' },
    { count: 1.5, guid: 'none', day: 'soon' },
  ]);
});

test.each([
  ['Point', { x: 1, y: 2, z: 3, m: 4 }, 'POINT ZM (1 2 3 4)'],
  [
    'Multipoint',
    {
      points: [
        [1, 2, 3, 4],
        [5, 6, 7, 8],
      ],
    },
    'MULTIPOINT ZM ((1 2 3 4),(5 6 7 8))',
  ],
  [
    'Polyline',
    {
      paths: [
        [
          [1, 2, 3, 4],
          [5, 6, 7, 8],
        ],
      ],
    },
    'MULTILINESTRING ZM ((1 2 3 4,5 6 7 8))',
  ],
  [
    'Polygon',
    {
      rings: [
        [
          [0, 0, 1, 1],
          [0, 9, 1, 1],
          [9, 9, 1, 1],
          [0, 0, 1, 1],
        ],
      ],
    },
    'MULTIPOLYGON ZM (((0 0 1 1,0 9 1 1,9 9 1 1,0 0 1 1)))',
  ],
])(
  'POST /api/featuresvc/import keeps z and m of esriGeometry%s, and empty geometries as null',
  async (kind, geometry, wkt) => {
    const description = { geometryType: `esriGeometry${kind}`, hasZ: true, hasM: true };
    const job = await importThings([], [{ geometry }, { geometry: null }], description);
    expect(job.status).toBe('succeeded');
    expect(await rows('ST_AsText(geom) AS geom')).toEqual([{ geom: wkt }, { geom: null }]);
    const asked = service.pages().at(-1)?.parameters;
    expect([asked?.['returnZ'], asked?.['returnM'], asked?.['returnTrueCurves']]).toEqual([
      'true',
      'true',
      'false',
    ]);
  },
);

test('POST /api/featuresvc/import loads a table without geometries as a table, without a dataset', async () => {
  const job = await importThings([field('name', 'String')], [{ attributes: { name: 'x' } }], {
    type: 'Table',
    geometryType: undefined,
  });
  expect(job).toMatchObject({
    status: 'succeeded',
    result: { layers: [{ dataset: null, table: 'things', features: 1, srid: null }] },
  });
  expect(await rows('*')).toEqual([{ objectid: '1', name: 'x' }]);
  expect(await vault.app.rows('datasets')).toBe(0);
});

test('POST /api/featuresvc/import asks for WGS 84 where the database does not know the coordinate system', async () => {
  await importThings([], [{}], { extent: { spatialReference: { wkt: 'PROJCS["Site grid"]' } } });
  expect(service.pages().at(-1)?.parameters['outSR']).toBe('4326');
  expect(await rows('ST_SRID(geom) AS srid')).toEqual([{ srid: 4326 }]);
});

test('POST /api/featuresvc/import refuses a layer that cannot be imported, and leaves it out of all layers', async () => {
  const multipatch = { geometryType: 'esriGeometryMultiPatch' };
  expect((await importThings([], [{}], multipatch)).error).toMatch(/no layer that can be imported/);
  const json = { service_url: service.url, layer_ids: [0] };
  expect((await vault.importAndWait(ada, json)).error).toMatch(/"things" cannot be imported/);
});
