import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { findVersionById } from '../src/features/versions/repo.ts';
import { ask, upload } from './client.ts';
import { alteredGeopackage, feature, geoJson } from './hostile.ts';
import type { Bytes } from './hostile.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';

let app: TestVault;
let ada: Person;

beforeAll(async () => {
  app = await startTestVault({ inspects: false });
  ada = await app.signUp({ username: 'ada' });
});

afterAll(() => app.close());

const good = {
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [0, 1],
      [1, 1],
      [0, 0],
    ],
  ],
};
const bowTie = {
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [2, 2],
      [2, 0],
      [0, 2],
      [0, 0],
    ],
  ],
};
const shell = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 4],
  [0, 0],
];
const hole = [
  [5, 5],
  [6, 5],
  [6, 6],
  [5, 5],
];

function shapes(...geometries: object[]): Bytes {
  return geoJson({ features: geometries.map((geometry) => ({ ...feature, geometry })) });
}

/** A GeoPackage point as a hexadecimal literal; `x` as 8 little-endian bytes. */
const point = (x: string) => `x'4750000100000000 0101000000 ${x} 0000000000000000'`.replaceAll(' ', '');
const NO_INDEX = 'DROP TABLE rtree_countries_geom; DELETE FROM gpkg_extensions;';
const TRIGGERS = [
  'insert',
  'update1',
  'update2',
  'update3',
  'update4',
  'update5',
  'update6',
  'update7',
  'delete',
]
  .map((name) => `DROP TRIGGER IF EXISTS rtree_countries_geom_${name};`)
  .join('');
const change = (sql: string) => alteredGeopackage(`${TRIGGERS}${NO_INDEX}${sql}`);

const FEATURES: [
  what: string,
  fileName: string,
  file: () => Bytes | Promise<Bytes>,
  feature: number,
  problem: string,
][] = [
  [
    'an outline that crosses itself',
    'a.geojson',
    () => shapes(good, bowTie),
    2,
    'The outline crosses itself near 1.00000, 1.00000 (EPSG:4326).',
  ],
  [
    'a ring that does not end where it begins',
    'a.geojson',
    () => shapes({ type: 'Polygon', coordinates: [shell.slice(0, 4)] }),
    1,
    'A ring that begins near 0.00000, 0.00000 (EPSG:4326) does not end there.',
  ],
  [
    'a ring of three positions',
    'a.geojson',
    () =>
      shapes({
        type: 'Polygon',
        coordinates: [
          [
            [7, 8],
            [9, 9],
            [7, 8],
          ],
        ],
      }),
    1,
    'A line or a ring near 7.00000, 8.00000 (EPSG:4326) has too few positions.',
  ],
  [
    'a line of one position',
    'a.geojson',
    () => shapes(good, { type: 'LineString', coordinates: [[3, 4]] }),
    2,
    'A line or a ring near 3.00000, 4.00000 (EPSG:4326) has too few positions.',
  ],
  [
    'a line without length',
    'a.geojson',
    () =>
      shapes({
        type: 'LineString',
        coordinates: [
          [3, 4],
          [3, 4],
        ],
      }),
    1,
    'All positions of a line are the same, near 3.00000, 4.00000 (EPSG:4326).',
  ],
  [
    'a hole outside its outline',
    'a.geojson',
    () => shapes({ type: 'Polygon', coordinates: [shell, hole] }),
    1,
    'A hole is outside the outline near 5.00000, 5.00000 (EPSG:4326).',
  ],
  [
    'metres given for degrees',
    'a.geojson',
    () => shapes({ type: 'Point', coordinates: [512345.5, 5412345] }),
    1,
    'A position is at 512345.5, 5412345, which are not valid degrees.',
  ],
  [
    'an infinite coordinate',
    'a.gpkg',
    () => change(`UPDATE countries SET geom = ${point('000000000000f07f')} WHERE fid = 5`),
    5,
    'A coordinate is not a number.',
  ],
  [
    'a geometry that ends early',
    'a.gpkg',
    () => change('UPDATE countries SET geom = substr(geom, 1, 500) WHERE fid = 7'),
    7,
    'The geometry ends before its last coordinate.',
  ],
  [
    'bytes that are no geometry',
    'a.gpkg',
    () => change(`UPDATE countries SET geom = x'00112233445566778899' WHERE fid = 9`),
    9,
    'The geometry does not start with a GeoPackage header.',
  ],
  [
    'text instead of a geometry',
    'a.gpkg',
    () => change(`UPDATE countries SET geom = 'POINT (1 2)' WHERE fid = 11`),
    11,
    'The geometry is a value of another type.',
  ],
];

test.each(FEATURES)(
  'POST /projects/{id}/upload accepts %s (%s) and reports layer, feature, problem and fix',
  async (what, fileName, file, key, problem) => {
    const { status, body } = await upload(app, ada, { file: await file(), fileName, dataset: what });
    expect({ status, error: body.error }).toEqual({ status: 201, error: undefined });
    const found = body.problems?.filter((each) => each.feature !== undefined) ?? [];
    expect(found).toEqual([
      { layer: body.layers[0]?.name, feature: key, problem, cure: expect.stringMatching(/\.$/) },
    ]);
    expect(body.problem_count).toBe(body.problems?.length);
  },
);

const LAYERS: [what: string, fileName: string, file: () => Bytes | Promise<Bytes>, problem: string][] = [
  ['a layer without features', 'a.gpkg', () => change('DELETE FROM countries'), 'The layer has no features.'],
  [
    'geometries that the layer does not declare',
    'a.gpkg',
    () => change(`UPDATE gpkg_geometry_columns SET geometry_type_name = 'POINT'`),
    'The layer declares Point but also contains 241 MultiPolygon.',
  ],
  [
    'an extent that is not true',
    'a.gpkg',
    () => change('UPDATE gpkg_contents SET min_x = 0, min_y = 0, max_x = 1, max_y = 1'),
    'The file declares the extent 0, 0, 1, 1, but the features have the extent -180, -89.99893, 180, 83.59961.',
  ],
  [
    'two fields of one name',
    'a.geojson',
    () => geoJson({ features: [{ ...feature, properties: { Name: 1, name: 2 } }] }),
    'The fields "Name" and "name" differ only in case. The second one gets another name.',
  ],
];

test.each(LAYERS)(
  'POST /projects/{id}/upload accepts %s (%s) and reports it for the layer',
  async (what, fileName, file, problem) => {
    const { status, body } = await upload(app, ada, { file: await file(), fileName, dataset: what });
    expect(status).toBe(201);
    expect(body.problems).toEqual([
      { layer: body.layers[0]?.name, problem, cure: expect.stringMatching(/\.$/) },
    ]);
    expect(body.problem_count).toBe(1);
  },
);

test('POST /projects/{id}/upload of valid files reports no problems', async () => {
  for (const file of ['countries.gpkg', 'populated-places.geojson', 'rivers.zip', 'states.zip']) {
    const { body } = await upload(app, ada, { file });
    expect({ file, problems: body.problems, count: body.problem_count }).toEqual({
      file,
      problems: [],
      count: 0,
    });
  }
  const raster = await upload(app, ada, { file: 'elevation.tif' });
  expect(raster.body).toMatchObject({ problems: [], problem_count: 0 });
});

test('GET /metadata returns the first hundred problems of the whole file and their total', async () => {
  const { body } = await upload(app, ada, {
    file: shapes(...Array.from({ length: 150 }, () => bowTie), { type: 'LineString', coordinates: [[3, 4]] }),
    fileName: 'many.geojson',
  });
  expect(body.problems).toHaveLength(100);
  expect(body.problem_count).toBe(151);
  const version = await findVersionById(app.context.db, body.version_id);
  await app.context.profiles.of(version!);
  const { body: metadata } = await ask(app, ada, { path: '/metadata?dataset=many&version=1' });
  expect(metadata.problems).toHaveLength(100);
  expect(metadata.problem_count).toBe(151);
  expect(metadata.problems[0]).toEqual({
    layer: 'features',
    feature: 1,
    problem: 'The outline crosses itself near 1.00000, 1.00000 (EPSG:4326).',
    cure: 'Repair it in QGIS with Vector → Geometry tools → Fix geometries, and upload the file again.',
  });
  expect(metadata.layers[0].geometry_types).toEqual(['Polygon', 'LineString']);
});
