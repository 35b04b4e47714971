import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ANONYMOUS } from '@cairn/service';
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
  CREATE TABLE lab.web_north AS SELECT id, public.ST_Transform(geom, 3857)::public.geometry(Polygon, 3857) AS geom
    FROM lab.squares WHERE id = 2;
  CREATE TABLE lab.shapes (id integer PRIMARY KEY, name text, geom public.geometry(Polygon, 4326));
  INSERT INTO lab.shapes VALUES (1, 'reversed', public.ST_Reverse(public.ST_MakeEnvelope(0, 0, 1, 1, 4326))),
    (2, 'neighbour', public.ST_MakeEnvelope(1, 0, 2, 1, 4326)), (3, 'overlap', public.ST_MakeEnvelope(0.5, 0, 1.5, 1, 4326)),
    (4, 'U', public.ST_GeomFromText('POLYGON((20 0, 23 0, 23 3, 22 3, 22 1, 21 1, 21 3, 20 3, 20 0))', 4326));
  CREATE TABLE lab.pair AS SELECT 1 AS id, public.ST_GeomFromText('MULTIPOINT((179 0), (-179 0))', 4326)::public.geometry(MultiPoint, 4326) AS geom;
  CREATE TABLE lab.wide AS SELECT 1 AS id, public.ST_GeomFromText('LINESTRING(0 50, 20 50)', 4326)::public.geometry(LineString, 4326) AS geom;
  CREATE TABLE lab.border AS SELECT 1 AS id, public.ST_Point(1, 0.25, 4326)::public.geometry(Point, 4326) AS geom;
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
/** The first values of the rows of a statement of a superuser. */
const raw = async (text: string, values: unknown[] = []): Promise<any[][]> =>
  (await app.source.query({ text, values, rowMode: 'array' } as any)).rows as any[][];
const value = async (text: string, values?: unknown[]) => (await raw(text, values))[0]![0];
const propsOf = async (json: object) => (await featuresOf(json)).map(({ properties }) => properties);

test('POST /api/v1/explorer/spatial-analysis measures 1° × 1° as 12,308,778,361.4695 m² at the equator and 6,122,943,163.072 m² at 60° N', async () => {
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
  expect(equator.area_m2.toFixed(4)).toBe('12308778361.4695');
  expect(north.area_m2.toFixed(3)).toBe('6122943163.072');
  // Half of the square; not repaired it would be 0.
  expect(bowTie.area_m2 / equator.area_m2).toBeCloseTo(0.5, 2);
});

test('POST /api/v1/explorer/spatial-analysis measures the same squares in Web Mercator on the ground, where their plane areas are up to 4.11 times as large', async () => {
  const [[equator], [north]] = await Promise.all([
    propsOf({ analysis: 'measure', input: lab('web') }),
    propsOf({ analysis: 'measure', input: lab('web_north') }),
  ]);
  expect(equator.area_m2).toBeCloseTo(12_308_778_361.4695, 2);
  expect(north.area_m2).toBeCloseTo(6_122_943_163.072, 2);
  const plane = await value('SELECT ST_Area(geom) FROM lab.web_north');
  expect((plane / north.area_m2).toFixed(2)).toBe('4.11');
});

test('POST /api/v1/explorer/spatial-analysis measures a ring alike in both directions', async () => {
  const [row] = await propsOf({ analysis: 'measure', input: lab('shapes', { filter: one(1) }) });
  expect(row.area_m2.toFixed(4)).toBe('12308778361.4695');
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

test('POST /api/v1/explorer/spatial-analysis takes the nearest by metres: at 60° N 1.5° east is 83.7 km, 1° north 111.4 km', async () => {
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
  expect(rows.map(({ distance_m: m }) => (m / 1000).toFixed(1))).toEqual(['83.7', '111.4']);
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

test('POST /api/v1/explorer/spatial-analysis buffers 1 km at 10°, 60° with 32 segments to 3,142,605 m²', async () => {
  const [feature] = await featuresOf({
    analysis: 'buffer',
    input: lab('towns', { filter: one(5) }),
    parameters: { distance_m: 1000, quad_segs: 32 },
  });
  const { rows } = await app.source.query('SELECT ST_Area(ST_GeomFromGeoJSON($1)::geography) AS area', [
    JSON.stringify(feature!.geometry),
  ]);
  expect(Math.round(rows[0].area)).toBe(3_142_605);
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

test.each<[string, object, string]>([
  [
    'dissolve',
    { input: lab('shapes', { filter: { column: 'id', op: 'lte', value: 3 } }) },
    'SELECT ST_AsGeoJSON(ST_Union(geom), 7) FROM lab.shapes WHERE id <= 3',
  ],
  [
    'convex_hull',
    { input: lab('shapes') },
    'SELECT ST_AsGeoJSON(ST_ConvexHull(ST_Collect(geom)), 7) FROM lab.shapes',
  ],
  [
    'concave_hull',
    { input: lab('cells'), parameters: { ratio: 0.4 } },
    'SELECT ST_AsGeoJSON(ST_Transform(ST_ConcaveHull(ST_Collect(geom), 0.4, false), 4326), 7) FROM lab.cells',
  ],
  [
    'intersection',
    { input: lab('squares', { filter: one(1) }), overlay: lab('shapes', { filter: one(3) }) },
    'SELECT ST_AsGeoJSON(ST_Intersection(a.geom, b.geom), 7) FROM lab.squares a, lab.shapes b WHERE a.id = 1 AND b.id = 3',
  ],
  [
    'clip',
    { input: lab('squares', { filter: one(1) }), overlay: lab('shapes', { filter: one(3) }) },
    'SELECT ST_AsGeoJSON(ST_Intersection(a.geom, b.geom), 7) FROM lab.squares a, lab.shapes b WHERE a.id = 1 AND b.id = 3',
  ],
  [
    'difference',
    { input: lab('squares', { filter: one(1) }), overlay: lab('shapes', { filter: one(3) }) },
    'SELECT ST_AsGeoJSON(ST_Difference(a.geom, b.geom), 7) FROM lab.squares a, lab.shapes b WHERE a.id = 1 AND b.id = 3',
  ],
  [
    'centroid',
    { input: lab('shapes', { filter: one(4) }) },
    'SELECT ST_AsGeoJSON(ST_Centroid(geom::geography), 7) FROM lab.shapes WHERE id = 4',
  ],
  [
    'buffer',
    { input: lab('shapes', { filter: one(4) }), parameters: { distance_m: 500 } },
    `SELECT ST_AsGeoJSON(ST_Buffer(geom::geography, 500, 'quad_segs=16'), 7) FROM lab.shapes WHERE id = 4`,
  ],
])(
  'POST /api/v1/explorer/spatial-analysis makes the %s of the raw statement',
  async (analysis, request, text) => {
    const features = await featuresOf({ analysis, ...request });
    const expected = await value(text);
    expect(features).toHaveLength(1);
    const same = await value('SELECT ST_Equals(ST_GeomFromGeoJSON($1), ST_GeomFromGeoJSON($2))', [
      JSON.stringify(features[0]!.geometry),
      expected,
    ]);
    expect(same).toBe(true);
  },
);

test('POST /api/v1/explorer/spatial-analysis has no intersection of areas that share only a border, and repairs a bow tie before', async () => {
  const square = lab('squares', { filter: one(1) });
  expect(
    await featuresOf({ analysis: 'intersection', input: square, overlay: lab('shapes', { filter: one(2) }) }),
  ).toEqual([]);
  const bowTie = lab('squares', { filter: one(3) });
  const [shape] = await featuresOf({ analysis: 'intersection', input: bowTie, overlay: bowTie });
  const area = await value('SELECT ST_Area(ST_GeomFromGeoJSON($1))', [JSON.stringify(shape!.geometry)]);
  expect(area).toBeCloseTo(0.5, 6);
});

test('POST /api/v1/explorer/spatial-analysis puts the centroid of 179° and −179° at 180°, and that of a U outside of it', async () => {
  const [pair] = await featuresOf({ analysis: 'centroid', input: lab('pair') });
  expect(Math.abs(pair!.geometry.coordinates[0])).toBe(180);
  const input = lab('shapes', { filter: one(4) });
  const inside = async (parameters: object) => {
    const [point] = await featuresOf({ analysis: 'centroid', input, parameters });
    const text = 'SELECT ST_Intersects(geom, ST_GeomFromGeoJSON($1)) FROM lab.shapes WHERE id = 4';
    return value(text, [JSON.stringify(point!.geometry)]);
  };
  expect([await inside({}), await inside({ on_surface: true })]).toEqual([false, true]);
});

test('POST /api/v1/explorer/spatial-analysis makes a line of the hull of two points, and warns of buffers of what is wider than 10°', async () => {
  const two = { column: 'id', op: 'lte', value: 2 };
  const [hull] = await featuresOf({ analysis: 'convex_hull', input: lab('towns', { filter: two }) });
  expect(hull!.geometry.type).toBe('LineString');
  const { body } = await analyse({
    analysis: 'buffer',
    input: lab('wide'),
    parameters: { distance_m: 1000 },
  });
  expect(body.warnings).toEqual([expect.stringContaining('wider than 10°')]);
});

test('POST /api/v1/explorer/spatial-analysis counts a point on a corner of four cells once; a join with ST_SquareGrid counts it 4 times', async () => {
  const cells = await propsOf({ analysis: 'square_grid', input: lab('few'), parameters: { size_m: 100 } });
  expect(cells).toEqual([{ count: 1 }]);
  const joined = await raw(
    'SELECT g.i FROM lab.few AS p CROSS JOIN LATERAL ST_SquareGrid(100, ST_Expand(p.geom, 150)) AS g WHERE ST_Intersects(g.geom, p.geom)',
  );
  expect(joined).toHaveLength(4);
});

test('POST /api/v1/explorer/spatial-analysis sums up a column by cell', async () => {
  const input = lab('cells');
  const cells = await propsOf({
    analysis: 'square_grid',
    input,
    parameters: { size_m: 1000, value_column: 'value' },
  });
  expect(cells).toEqual([{ count: 25, sum: 90 }]);
});

test('POST /api/v1/explorer/spatial-analysis spreads a point by the quartic kernel 3/(πr²)·(1−(d/r)²)²', async () => {
  const features = await featuresOf({
    analysis: 'density',
    input: lab('few'),
    parameters: { size_m: 100, radius_m: 300 },
  });
  const at = new Map(features.map(({ id, properties }) => [id, properties.density]));
  const kernel = (d: number) => (3 / (Math.PI * 0.3 ** 2)) * (1 - (d / 300) ** 2) ** 2;
  for (const [i, j] of [
    [0, 0],
    [1, 0],
    [0, -2],
    [2, 2],
    [-1, 1],
  ] as const)
    expect(at.get(`${5000 + i},${58_000 + j}`)).toBeCloseTo(kernel(100 * Math.hypot(i, j)), 9);
  expect(at.has('5003,58000')).toBe(false);
});

/** Gi* of each cell by its definition. */
function giStar(cells: { x: number; y: number; value: number }[], band: number): number[] {
  const n = cells.length;
  const mean = cells.reduce((sum, { value }) => sum + value, 0) / n;
  const deviation = Math.sqrt(cells.reduce((sum, { value }) => sum + value ** 2, 0) / n - mean ** 2);
  return cells.map((cell) => {
    const near = cells.filter(({ x, y }) => Math.hypot(x - cell.x, y - cell.y) <= band);
    const w = near.length;
    const sum = near.reduce((total, { value }) => total + value, 0);
    return (sum - mean * w) / (deviation * Math.sqrt((n * w - w * w) / (n - 1)));
  });
}

test('POST /api/v1/explorer/spatial-analysis scores hexagons by the definition of Gi*, and warns of fewer than 30 cells', async () => {
  const { body } = await analyse({
    analysis: 'hot_spots',
    input: lab('cells'),
    parameters: { size_m: 90, value_column: 'value', band_m: 200 },
  });
  const cells = body.features.features.map(({ id, properties }: any) => {
    const [i, j] = id.split(',').map(Number);
    const y = Math.sqrt(3) * 90 * (j + (i % 2 === 0 ? 0 : 0.5));
    return { x: 1.5 * 90 * i, y, value: properties.value };
  });
  const scores = body.features.features.map(({ properties }: any) => properties.gi_z);
  for (const [i, expected] of giStar(cells, 200).entries()) expect(scores[i]).toBeCloseTo(expected, 9);
  expect(body.warnings).toEqual([expect.stringContaining('fewer than 30 cells')]);
});

test.each([
  ['dbscan', { distance_m: 101, min_points: 4 }, 'ST_ClusterDBSCAN(geom, 101, 4)'],
  ['kmeans', { clusters: 3 }, 'ST_ClusterKMeans(geom, 3)'],
])(
  'POST /api/v1/explorer/spatial-analysis makes the clusters of %s that the raw statement makes',
  async (analysis, parameters, fn) => {
    const input = lab('cells', { columns: ['id'], filter: { column: 'i', op: 'in', value: [0, 1, 4] } });
    const rows = await propsOf({ analysis, input, parameters });
    const found = rows.map(({ id, cluster }) => [Number(id), cluster]).toSorted(([a], [b]) => a - b);
    const text = `SELECT id::int, ${fn} OVER () FROM lab.cells WHERE i IN (0, 1, 4) ORDER BY 1`;
    expect(found).toEqual((await raw(text)).toSorted(([a], [b]) => a - b));
    // Cells with i = 4 have two neighbours and are noise.
    if (analysis === 'dbscan') expect(found.at(-1)![1]).toBeNull();
  },
);

test.each([
  ['all', [{ b_name: 'neighbour' }, { b_name: 'reversed' }]],
  ['first', [{ b_name: 'reversed' }]],
  ['count', [{ matches: 2 }]],
])(
  'POST /api/v1/explorer/spatial-analysis joins a point on a border to both areas: keep %s',
  async (keep, expected) => {
    const overlay = lab('shapes', { columns: ['name'], filter: { column: 'id', op: 'lte', value: 2 } });
    const rows = await propsOf({
      analysis: 'spatial_join',
      input: lab('border'),
      overlay,
      parameters: { keep },
    });
    expect(rows.toSorted((a, b) => (a.b_name < b.b_name ? -1 : 1))).toEqual(expected);
  },
);

test('POST /api/v1/explorer/spatial-analysis is 422 with the counts for too many features or results', async () => {
  const actor = { ...ANONYMOUS, isAdmin: true };
  const run = (analysis: string, input: any, parameters: object, factor: number) =>
    app.context.analyses.run(
      actor,
      { analysis, input, parameters: parameters as Record<string, unknown> },
      { signal: AbortSignal.timeout(10_000), limit: { factor, timeoutMs: 10_000 } },
    );
  await expect(run('measure', lab('cells'), {}, 0.0001)).rejects.toMatchObject({
    kind: 'unprocessable',
    message: expect.stringContaining('25 features, and at most 20'),
  });
  await expect(run('square_grid', lab('cells'), { size_m: 100 }, 0.0004)).rejects.toMatchObject({
    kind: 'unprocessable',
    message: expect.stringContaining('more than 20 features'),
  });
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
