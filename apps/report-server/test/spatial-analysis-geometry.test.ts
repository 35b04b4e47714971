import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { lab, one, startAnalysis } from './analysis-app.ts';
import type { AnalysisApp } from './analysis-app.ts';

let app: AnalysisApp;
beforeAll(async () => {
  app = await startAnalysis();
});
afterAll(() => app.close());

test('POST /api/v1/explorer/spatial-analysis measures 1° × 1° as 12,308,778,361.4695 m² at the equator and 6,122,943,163.072 m² at 60° N', async () => {
  const { status, body } = await app.analyse({
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
    app.propsOf({ analysis: 'measure', input: lab('web') }),
    app.propsOf({ analysis: 'measure', input: lab('web_north') }),
  ]);
  expect(equator.area_m2).toBeCloseTo(12_308_778_361.4695, 2);
  expect(north.area_m2).toBeCloseTo(6_122_943_163.072, 2);
  const plane = await app.value('SELECT ST_Area(geom) FROM lab.web_north');
  expect((plane / north.area_m2).toFixed(2)).toBe('4.11');
});

test('POST /api/v1/explorer/spatial-analysis measures a ring alike in both directions', async () => {
  const [row] = await app.propsOf({ analysis: 'measure', input: lab('shapes', { filter: one(1) }) });
  expect(row.area_m2.toFixed(4)).toBe('12308778361.4695');
});

test('POST /api/v1/explorer/spatial-analysis finds Paris 879,699.3 m from Berlin', async () => {
  const [row] = await app.propsOf({
    analysis: 'within_distance',
    input: lab('towns', { filter: one(1), columns: ['name'] }),
    overlay: lab('towns', { filter: one(2), columns: ['name'] }),
    parameters: { distance_m: 900_000, pairs: true },
  });
  expect(row).toMatchObject({ name: 'Berlin', b_name: 'Paris' });
  expect(row.distance_m.toFixed(1)).toBe('879699.3');
});

test('POST /api/v1/explorer/spatial-analysis takes the nearest by metres: at 60° N 1.5° east is 83.7 km, 1° north 111.4 km', async () => {
  const rows = await app.propsOf({
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
  const rows = await app.propsOf({
    analysis: 'within_distance',
    input: lab('towns', { filter: one(6), columns: ['name'] }),
    overlay: lab('towns', { filter: one(7), columns: ['name'] }),
    parameters: { distance_m: 30_000, pairs: true },
  });
  expect(rows).toMatchObject([{ name: 'Fiji', b_name: 'Samoa' }]);
  const buffers = await app.featuresOf({
    analysis: 'buffer',
    input: lab('towns', { filter: one(6) }),
    parameters: { distance_m: 30_000 },
  });
  expect(buffers[0]!.geometry.type).toBe('MultiPolygon');
  expect(buffers[0]!.geometry.coordinates).toHaveLength(2);
});

test('POST /api/v1/explorer/spatial-analysis buffers 1 km at 10°, 60° with 32 segments to 3,142,605 m²', async () => {
  const [feature] = await app.featuresOf({
    analysis: 'buffer',
    input: lab('towns', { filter: one(5) }),
    parameters: { distance_m: 1000, quad_segs: 32 },
  });
  const { rows } = await app.source.query('SELECT ST_Area(ST_GeomFromGeoJSON($1)::geography) AS area', [
    JSON.stringify(feature!.geometry),
  ]);
  expect(Math.round(rows[0].area)).toBe(3_142_605);
});

test('POST /api/v1/explorer/spatial-analysis joins, clips and subtracts what the raw statements do', async () => {
  const layers = {
    input: { datasource: 'sample', schema: 'public', table: 'populated_places', columns: ['name'] },
    overlay: { datasource: 'sample', schema: 'public', table: 'countries', columns: ['name'] },
  };
  const joined = await app.propsOf({
    analysis: 'spatial_join',
    ...layers,
    parameters: { predicate: 'within' },
  });
  const { rows } = await app.source.query(
    `SELECT p.name, c.name AS b_name FROM populated_places p LEFT JOIN countries c ON ST_Within(p.geom, c.geom)`,
  );
  const sorted = (pairs: { name: string; b_name?: string | null }[]) =>
    pairs.map(({ name, b_name: other }) => `${name}/${other ?? ''}`).sort();
  expect(sorted(joined)).toEqual(sorted(rows));
  const same = { input: lab('squares', { filter: one(1) }), overlay: lab('squares', { filter: one(1) }) };
  expect(await app.featuresOf({ analysis: 'difference', ...same })).toHaveLength(0);
  const squares = { input: lab('squares', { filter: one(1) }), overlay: lab('web') };
  expect(await app.featuresOf({ analysis: 'clip', ...squares })).toHaveLength(1);
  const apart = { input: lab('squares', { filter: one(2) }), overlay: lab('web') };
  expect(await app.featuresOf({ analysis: 'difference', ...apart })).toHaveLength(1);
  expect(await app.featuresOf({ analysis: 'clip', ...apart })).toHaveLength(0);
});

test('POST /api/v1/explorer/spatial-analysis dissolves, hulls and centres by group', async () => {
  const states = { datasource: 'sample', schema: 'public', table: 'countries' };
  const continents = await app.propsOf({
    analysis: 'dissolve',
    input: states,
    parameters: { group_by: ['continent'] },
  });
  const { rows } = await app.source.query(
    'SELECT continent, count(*)::int AS features FROM countries GROUP BY 1 ORDER BY 1',
  );
  expect(continents.sort((a, b) => (a.continent < b.continent ? -1 : 1))).toEqual(rows);
  expect(await app.featuresOf({ analysis: 'convex_hull', input: lab('cells') })).toHaveLength(1);
  expect(
    await app.featuresOf({ analysis: 'concave_hull', input: lab('cells'), parameters: { ratio: 0.5 } }),
  ).toHaveLength(1);
  const [centre] = await app.featuresOf({ analysis: 'centroid', input: lab('squares', { filter: one(1) }) });
  expect(centre!.geometry.coordinates[1]).toBeCloseTo(0.5, 3);
  const kmeans = await app.propsOf({
    analysis: 'kmeans',
    input: lab('cells'),
    parameters: { clusters: 3, result: 'clusters' },
  });
  expect(kmeans.reduce((sum, { features }) => sum + features, 0)).toBe(25);
  const heat = await app.propsOf({
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
    const features = await app.featuresOf({ analysis, ...request });
    const expected = await app.value(text);
    expect(features).toHaveLength(1);
    const same = await app.value('SELECT ST_Equals(ST_GeomFromGeoJSON($1), ST_GeomFromGeoJSON($2))', [
      JSON.stringify(features[0]!.geometry),
      expected,
    ]);
    expect(same).toBe(true);
  },
);

test('POST /api/v1/explorer/spatial-analysis has no intersection of areas that share only a border, and repairs a bow tie before', async () => {
  const square = lab('squares', { filter: one(1) });
  expect(
    await app.featuresOf({
      analysis: 'intersection',
      input: square,
      overlay: lab('shapes', { filter: one(2) }),
    }),
  ).toEqual([]);
  const bowTie = lab('squares', { filter: one(3) });
  const [shape] = await app.featuresOf({ analysis: 'intersection', input: bowTie, overlay: bowTie });
  const area = await app.value('SELECT ST_Area(ST_GeomFromGeoJSON($1))', [JSON.stringify(shape!.geometry)]);
  expect(area).toBeCloseTo(0.5, 6);
});

test('POST /api/v1/explorer/spatial-analysis puts the centroid of 179° and −179° at 180°, and that of a U outside of it', async () => {
  const [pair] = await app.featuresOf({ analysis: 'centroid', input: lab('pair') });
  expect(Math.abs(pair!.geometry.coordinates[0])).toBe(180);
  const input = lab('shapes', { filter: one(4) });
  const inside = async (parameters: object) => {
    const [point] = await app.featuresOf({ analysis: 'centroid', input, parameters });
    const text = 'SELECT ST_Intersects(geom, ST_GeomFromGeoJSON($1)) FROM lab.shapes WHERE id = 4';
    return app.value(text, [JSON.stringify(point!.geometry)]);
  };
  expect([await inside({}), await inside({ on_surface: true })]).toEqual([false, true]);
});

test('POST /api/v1/explorer/spatial-analysis makes a line of the hull of two points, and warns of buffers of what is wider than 10°', async () => {
  const two = { column: 'id', op: 'lte', value: 2 };
  const [hull] = await app.featuresOf({ analysis: 'convex_hull', input: lab('towns', { filter: two }) });
  expect(hull!.geometry.type).toBe('LineString');
  const { body } = await app.analyse({
    analysis: 'buffer',
    input: lab('wide'),
    parameters: { distance_m: 1000 },
  });
  expect(body.warnings).toEqual([expect.stringContaining('wider than 10°')]);
});

test.each([
  ['all', [{ b_name: 'neighbour' }, { b_name: 'reversed' }]],
  ['first', [{ b_name: 'reversed' }]],
  ['count', [{ matches: 2 }]],
])(
  'POST /api/v1/explorer/spatial-analysis joins a point on a border to both areas: keep %s',
  async (keep, expected) => {
    const overlay = lab('shapes', { columns: ['name'], filter: { column: 'id', op: 'lte', value: 2 } });
    const rows = await app.propsOf({
      analysis: 'spatial_join',
      input: lab('border'),
      overlay,
      parameters: { keep },
    });
    expect(rows.toSorted((a, b) => (a.b_name < b.b_name ? -1 : 1))).toEqual(expected);
  },
);

test('POST /api/v1/explorer/spatial-analysis splits a cell of a grid that crosses the antimeridian', async () => {
  const cells = await app.featuresOf({
    analysis: 'square_grid',
    input: lab('towns'),
    parameters: { size_m: 500_000 },
  });
  const widths = cells.flatMap(({ geometry }) =>
    (geometry.type === 'MultiPolygon' ? geometry.coordinates : [geometry.coordinates]).map(([ring]: any) => {
      const longitudes = ring.map(([longitude]: number[]) => longitude);
      return Math.max(...longitudes) - Math.min(...longitudes);
    }),
  );
  expect(cells.some(({ geometry }) => geometry.type === 'MultiPolygon')).toBe(true);
  expect(Math.max(...widths)).toBeLessThan(20);
});
