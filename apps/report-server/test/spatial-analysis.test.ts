import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startExplorer } from './explorer-app.ts';
import type { ExplorerApp } from './explorer-app.ts';

const PATH = '/api/v1/explorer/spatial-analysis';
/** Layers whose areas, distances and hot spots are known. */
const LAYERS = `
  CREATE SCHEMA lab;
  CREATE TABLE lab.squares (id integer PRIMARY KEY, name text, geom public.geometry(Polygon, 4326));
  INSERT INTO lab.squares VALUES
    (1, 'equator', public.ST_MakeEnvelope(0, 0, 1, 1, 4326)), (2, 'north', public.ST_MakeEnvelope(0, 60, 1, 61, 4326)),
    (3, 'bow tie', public.ST_GeomFromText('POLYGON((10 0, 11 1, 11 0, 10 1, 10 0))', 4326)),
    (4, 'none', NULL), (5, 'empty', public.ST_GeomFromText('POLYGON EMPTY', 4326));
  CREATE TABLE lab.web AS SELECT id, name, public.ST_Transform(geom, 3857)::public.geometry(Polygon, 3857) AS geom
    FROM lab.squares WHERE id = 1;
  CREATE TABLE lab.towns (id integer PRIMARY KEY, name text, geom public.geometry(Point, 4326));
  INSERT INTO lab.towns VALUES (1, 'Berlin', public.ST_Point(13.405, 52.52, 4326)), (2, 'Paris', public.ST_Point(2.3522, 48.8566, 4326)),
    (3, 'east', public.ST_Point(11.5, 60, 4326)), (4, 'north', public.ST_Point(10, 61, 4326)), (5, 'here', public.ST_Point(10, 60, 4326)),
    (6, 'Fiji', public.ST_Point(179.9, -17, 4326)), (7, 'Samoa', public.ST_Point(-179.9, -17, 4326));
  CREATE INDEX ON lab.towns USING gist (geom);
  -- One point in each cell of 5 by 5 squares of 100 m, 10 in the middle 3 by 3.
  CREATE TABLE lab.cells AS SELECT row_number() OVER () AS id, i, j,
      CASE WHEN i BETWEEN 1 AND 3 AND j BETWEEN 1 AND 3 THEN 10 ELSE 0 END AS value,
      public.ST_Point(500050 + i * 100, 5800050 + j * 100, 32633)::public.geometry(Point, 32633) AS geom
    FROM generate_series(0, 4) AS i, generate_series(0, 4) AS j;
  CREATE TABLE lab.unknown (id integer PRIMARY KEY, geom public.geometry(Point));
  INSERT INTO lab.unknown VALUES (1, public.ST_MakePoint(1, 2));
  CREATE TABLE lab.beyond (id integer PRIMARY KEY, geom public.geometry(Point, 4326));
  INSERT INTO lab.beyond VALUES (1, public.ST_Point(1, 2, 4326)), (77, public.ST_Point(200, 10, 4326));
  CREATE TABLE lab.few AS SELECT 1 AS id, public.ST_Point(500000, 5800000, 32633)::public.geometry(Point, 32633) AS geom;`;

let app: ExplorerApp;
beforeAll(async () => {
  app = await startExplorer();
  const { source, sample } = app;
  await source.query(LAYERS);
  await source.query(`GRANT USAGE ON SCHEMA lab TO ${sample.readerUser}`);
  await source.query(`GRANT SELECT ON ALL TABLES IN SCHEMA lab TO ${sample.readerUser}`);
});
afterAll(() => app.close());

const lab = (table: string, more: object = {}) => ({ datasource: 'sample', schema: 'lab', table, ...more });
const one = (id: number) => ({ column: 'id', op: 'eq', value: id });
const analyse = (json: object) => app.ask<any>(app.ada, { path: PATH, method: 'POST', json });

async function featuresOf(json: object): Promise<{ geometry: any; properties: any; id: string }[]> {
  const { status, body } = await analyse(json);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.features.features;
}
const propsOf = async (json: object) => (await featuresOf(json)).map(({ properties }) => properties);

test('POST /api/v1/explorer/spatial-analysis measures 1° × 1° as 12,308,778,361.469 m² at the equator and 6,122,943,163.072 m² at 60° N', async () => {
  const { status, body } = await analyse({
    analysis: 'measure',
    input: lab('squares', { columns: ['name'] }),
  });
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { analysis: 'measure', unit: 'm, m²', srid_used: 4326, warnings: [] },
  });
  expect(body.counts).toEqual({ input: 3, dropped_null: 1, dropped_empty: 1, repaired: 1, output: 3 });
  const [equator, north, bowTie] = body.features.features.map(({ properties }: any) => properties);
  expect(equator.area_m2.toFixed(3)).toBe('12308778361.469');
  expect(north.area_m2.toFixed(3)).toBe('6122943163.072');
  // Half of the square; not repaired it would be 0.
  expect(bowTie.area_m2 / equator.area_m2).toBeCloseTo(0.5, 2);
});

test('POST /api/v1/explorer/spatial-analysis measures the same square in Web Mercator on the ground as well', async () => {
  const [{ area_m2: area }] = (await propsOf({ analysis: 'measure', input: lab('web') })) as [
    { area_m2: number },
  ];
  expect(area).toBeCloseTo(12_308_778_361.47, -3);
});

test('POST /api/v1/explorer/spatial-analysis finds Paris 879,699.3 m from Berlin', async () => {
  const [row] = await propsOf({
    analysis: 'within_distance',
    input: lab('towns', { filter: one(1), columns: ['name'] }),
    overlay: lab('towns', { filter: one(2), columns: ['name'] }),
    parameters: { distance_m: 900_000, pairs: true },
  });
  expect(row).toMatchObject({ name: 'Berlin', b_name: 'Paris' });
  expect(row.distance_m.toFixed(1)).toBe('879699.3');
});

test('POST /api/v1/explorer/spatial-analysis takes the nearest by metres, not by degrees', async () => {
  const rows = await propsOf({
    analysis: 'nearest',
    input: lab('towns', { filter: one(5) }),
    overlay: lab('towns', { columns: ['name'], filter: { column: 'id', op: 'in', value: [3, 4] } }),
    parameters: { count: 2 },
  });
  expect(rows.map(({ b_name: name, rank }) => [name, rank])).toEqual([
    ['east', 1],
    ['north', 2],
  ]);
  expect(rows[0].distance_m / 1000).toBeCloseTo(83.7, 0);
});

test('POST /api/v1/explorer/spatial-analysis sees neighbours across the antimeridian', async () => {
  const rows = await propsOf({
    analysis: 'within_distance',
    input: lab('towns', { filter: one(6), columns: ['name'] }),
    overlay: lab('towns', { filter: one(7), columns: ['name'] }),
    parameters: { distance_m: 30_000, pairs: true },
  });
  expect(rows).toMatchObject([{ name: 'Fiji', b_name: 'Samoa' }]);
  const buffers = await featuresOf({
    analysis: 'buffer',
    input: lab('towns', { filter: one(6) }),
    parameters: { distance_m: 30_000 },
  });
  expect(buffers[0]!.geometry.type).toBe('MultiPolygon');
  expect(buffers[0]!.geometry.coordinates).toHaveLength(2);
});

test('POST /api/v1/explorer/spatial-analysis buffers 1 km at 10°, 60° with 32 segments to about 3,142,605 m²', async () => {
  const [feature] = await featuresOf({
    analysis: 'buffer',
    input: lab('towns', { filter: one(5) }),
    parameters: { distance_m: 1000, quad_segs: 32 },
  });
  const { rows } = await app.source.query('SELECT ST_Area(ST_GeomFromGeoJSON($1)::geography) AS area', [
    JSON.stringify(feature!.geometry),
  ]);
  expect(Math.abs(rows[0].area - 3_142_605)).toBeLessThan(200);
});

test('POST /api/v1/explorer/spatial-analysis scores 5 × 5 cells with a block of 3 × 3: 4.8990, 0.6464 and −0.4900', async () => {
  const features = await featuresOf({
    analysis: 'hot_spots',
    input: lab('cells'),
    parameters: { size_m: 100, grid: 'square', value_column: 'value' },
  });
  const scores = new Map(features.map(({ id, properties }) => [id, properties]));
  const at = (i: number, j: number) => scores.get(`${5000 + i},${58_000 + j}`);
  expect(features).toHaveLength(25);
  expect([at(2, 2), at(1, 1), at(0, 0)].map(({ gi_z: z }) => z.toFixed(4))).toEqual([
    '4.8990',
    '0.6464',
    '-0.4900',
  ]);
  expect(at(2, 2).class).toBe('hot 99 %');
});

test.each([
  ['square_grid', 'ST_SquareGrid'],
  ['hexagon_grid', 'ST_HexagonGrid'],
])('POST /api/v1/explorer/spatial-analysis counts places in a %s as %s does', async (analysis, grid) => {
  const input = { datasource: 'sample', schema: 'public', table: 'populated_places' };
  const { body } = await analyse({ analysis, input, parameters: { size_m: 300_000 } });
  const { rows } = await app.source.query(
    `SELECT g.i || ',' || g.j AS id, count(*)::int AS count
       FROM (SELECT ST_Transform(geom, $1::int) AS geom FROM populated_places) AS p CROSS JOIN LATERAL ${grid}(300000, p.geom) AS g
      WHERE ST_Covers(g.geom, p.geom) GROUP BY 1 ORDER BY 1`,
    [body.srid_used],
  );
  const counted = body.features.features.map(({ id, properties }: any) => ({ id, count: properties.count }));
  expect(counted.sort((a: any, b: any) => (a.id < b.id ? -1 : 1))).toEqual(
    rows.sort((a, b) => (a.id < b.id ? -1 : 1)),
  );
});

test('POST /api/v1/explorer/spatial-analysis clusters in metres and leaves noise without a cluster', async () => {
  const rows = await propsOf({
    analysis: 'dbscan',
    input: lab('cells', { filter: { column: 'i', op: 'in', value: [0, 1, 4] }, columns: ['i'] }),
    parameters: { distance_m: 101, min_points: 3 },
  });
  const clusters = new Map(rows.map(({ i, cluster }) => [i, cluster]));
  expect(clusters.get(0)).toBe(clusters.get(1));
  expect(clusters.get(4)).not.toBe(clusters.get(0));
});

test('POST /api/v1/explorer/spatial-analysis joins, clips and subtracts what the raw statements do', async () => {
  const layers = {
    input: { datasource: 'sample', schema: 'public', table: 'populated_places', columns: ['name'] },
    overlay: { datasource: 'sample', schema: 'public', table: 'countries', columns: ['name'] },
  };
  const joined = await propsOf({ analysis: 'spatial_join', ...layers, parameters: { predicate: 'within' } });
  const { rows } = await app.source.query(
    `SELECT p.name, c.name AS b_name FROM populated_places p LEFT JOIN countries c ON ST_Within(p.geom, c.geom)`,
  );
  const sorted = (pairs: { name: string; b_name?: string | null }[]) =>
    pairs.map(({ name, b_name: other }) => `${name}/${other ?? ''}`).sort();
  expect(sorted(joined)).toEqual(sorted(rows));
  const same = { input: lab('squares', { filter: one(1) }), overlay: lab('squares', { filter: one(1) }) };
  expect(await featuresOf({ analysis: 'difference', ...same })).toHaveLength(0);
  const squares = { input: lab('squares', { filter: one(1) }), overlay: lab('web') };
  expect(await featuresOf({ analysis: 'clip', ...squares })).toHaveLength(1);
  const apart = { input: lab('squares', { filter: one(2) }), overlay: lab('web') };
  expect(await featuresOf({ analysis: 'difference', ...apart })).toHaveLength(1);
  expect(await featuresOf({ analysis: 'clip', ...apart })).toHaveLength(0);
});

test('POST /api/v1/explorer/spatial-analysis dissolves, hulls and centres by group', async () => {
  const states = { datasource: 'sample', schema: 'public', table: 'countries' };
  const continents = await propsOf({
    analysis: 'dissolve',
    input: states,
    parameters: { group_by: ['continent'] },
  });
  const { rows } = await app.source.query(
    'SELECT continent, count(*)::int AS features FROM countries GROUP BY 1 ORDER BY 1',
  );
  expect(continents.sort((a, b) => (a.continent < b.continent ? -1 : 1))).toEqual(rows);
  expect(await featuresOf({ analysis: 'convex_hull', input: lab('cells') })).toHaveLength(1);
  expect(
    await featuresOf({ analysis: 'concave_hull', input: lab('cells'), parameters: { ratio: 0.5 } }),
  ).toHaveLength(1);
  const [centre] = await featuresOf({ analysis: 'centroid', input: lab('squares', { filter: one(1) }) });
  expect(centre!.geometry.coordinates[1]).toBeCloseTo(0.5, 3);
  const kmeans = await propsOf({
    analysis: 'kmeans',
    input: lab('cells'),
    parameters: { clusters: 3, result: 'clusters' },
  });
  expect(kmeans.reduce((sum, { features }) => sum + features, 0)).toBe(25);
  const heat = await propsOf({
    analysis: 'density',
    input: lab('cells'),
    parameters: { size_m: 100, radius_m: 300 },
  });
  expect(Math.max(...heat.map(({ density }) => density))).toBeGreaterThan(60);
});

test.each([
  ['an unknown analysis', { analysis: 'bufer', input: lab('towns') }, 400, 'Did you mean buffer'],
  [
    'a missing parameter',
    { analysis: 'buffer', input: lab('towns') },
    400,
    'parameters.distance_m is missing.',
  ],
  [
    'a parameter of a wrong type',
    { analysis: 'buffer', input: lab('towns'), parameters: { distance_m: 'far' } },
    400,
    'parameters.distance_m must be number',
  ],
  [
    'an unknown parameter',
    { analysis: 'measure', input: lab('towns'), parameters: { x: 1 } },
    400,
    'parameters.x is not a parameter',
  ],
  ['a missing layer', { analysis: 'clip', input: lab('towns') }, 400, 'needs a second layer'],
  [
    'a layer elsewhere',
    { analysis: 'clip', input: lab('towns'), overlay: { ...lab('towns'), datasource: 'other' } },
    400,
    'same datasource',
  ],
  [
    'no SRID',
    { analysis: 'measure', input: lab('unknown') },
    400,
    'input: the geometry column has no coordinate reference system',
  ],
  [
    'degrees out of range',
    { analysis: 'measure', input: lab('beyond') },
    400,
    'feature 77 has a longitude beyond 180°',
  ],
  [
    'an unknown column',
    { analysis: 'measure', input: lab('towns', { columns: ['nam'] }) },
    400,
    'input.columns[0]',
  ],
  [
    'a wrong filter',
    { analysis: 'measure', input: lab('towns', { filter: { column: 'id', op: 'near', value: 1 } }) },
    400,
    'input.filter.op',
  ],
  ['an unknown table', { analysis: 'measure', input: lab('nothing') }, 404, 'nothing'],
  [
    'a layer around the world',
    { analysis: 'dbscan', input: lab('towns'), parameters: { distance_m: 10 } },
    400,
    'spans too much of the world',
  ],
  [
    'more clusters than features',
    { analysis: 'kmeans', input: lab('few'), parameters: { clusters: 3 } },
    422,
    '1 features, and 3 clusters',
  ],
  [
    'too many cells',
    { analysis: 'hot_spots', input: lab('cells'), parameters: { size_m: 0.1 } },
    422,
    'Choose larger cells',
  ],
])('POST /api/v1/explorer/spatial-analysis refuses %s', async (_name, json, status, message) => {
  const answer = await analyse(json);
  expect({ status: answer.status, error: answer.body.error }).toEqual({
    status,
    error: expect.stringContaining(message),
  });
});

test('POST /api/v1/explorer/spatial-analysis is 404 for those who may not view the datasource', async () => {
  const json = { analysis: 'measure', input: lab('squares') };
  expect((await app.ask(app.eve, { path: PATH, method: 'POST', json })).status).toBe(404);
});

test('POST /api/v1/explorer/spatial-analysis/validate names reason and place of what is not valid, and repairs it', async () => {
  const validate = (json: object) =>
    app.ask<any>(app.ada, { path: `${PATH}/validate`, method: 'POST', json });
  const bowTie = {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [1, 1],
        [1, 0],
        [0, 1],
        [0, 0],
      ],
    ],
  };
  expect(await validate({ geometry: bowTie })).toMatchObject({
    status: 200,
    body: {
      valid: false,
      reason: 'Self-intersection',
      location: { coordinates: [0.5, 0.5] },
      repaired: { type: 'MultiPolygon' },
    },
  });
  expect(await validate({ geometry: { type: 'Point', coordinates: [1, 2] } })).toMatchObject({
    body: { valid: true, reason: null, location: null, repaired: null },
  });
  expect((await validate({ geometry: { type: 'Point', coordinates: [200, 10] } })).status).toBe(400);
  expect(
    (
      await validate({
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [0, 0],
              [1, 1],
            ],
          ],
        },
      })
    ).status,
  ).toBe(400);
  expect((await validate({ geometry: { type: 'Point', coordinates: [1, 2] }, srid: 123_456 })).status).toBe(
    400,
  );
});

test('GET /api/v1/explorer/spatial-analysis/capabilities lists all analyses with their parameters', async () => {
  const { body } = await app.ask<any>(app.ada, { path: `${PATH}/capabilities` });
  expect(body.analyses).toHaveLength(18);
  expect(body.analyses.find(({ id }: any) => id === 'buffer')).toMatchObject({
    inputs: 1,
    unit: 'm',
    parameters: { required: ['distance_m'] },
    limits: { features: 200_000, output: 50_000 },
  });
  expect(body.versions.postgis).toMatch(/^3\./);
});
