import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { lab, startAnalysis } from './analysis-app.ts';
import type { AnalysisApp } from './analysis-app.ts';

let app: AnalysisApp;
beforeAll(async () => {
  app = await startAnalysis();
});
afterAll(() => app.close());

test('POST /api/v1/explorer/spatial-analysis scores 5 × 5 cells with a block of 3 × 3: 4.8990, 0.6464 and −0.4900', async () => {
  const features = await app.featuresOf({
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
  const { body } = await app.analyse({ analysis, input, parameters: { size_m: 300_000 } });
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
  const rows = await app.propsOf({
    analysis: 'dbscan',
    input: lab('cells', { filter: { column: 'i', op: 'in', value: [0, 1, 4] }, columns: ['i'] }),
    parameters: { distance_m: 101, min_points: 3 },
  });
  const clusters = new Map(rows.map(({ i, cluster }) => [i, cluster]));
  expect(clusters.get(0)).toBe(clusters.get(1));
  expect(clusters.get(4)).not.toBe(clusters.get(0));
});

test('POST /api/v1/explorer/spatial-analysis counts a point on a corner of four cells once; a join with ST_SquareGrid counts it 4 times', async () => {
  const cells = await app.propsOf({
    analysis: 'square_grid',
    input: lab('few'),
    parameters: { size_m: 100 },
  });
  expect(cells).toEqual([{ count: 1 }]);
  const joined = await app.raw(
    'SELECT g.i FROM lab.few AS p CROSS JOIN LATERAL ST_SquareGrid(100, ST_Expand(p.geom, 150)) AS g WHERE ST_Intersects(g.geom, p.geom)',
  );
  expect(joined).toHaveLength(4);
});

test('POST /api/v1/explorer/spatial-analysis sums up a column by cell', async () => {
  const input = lab('cells');
  const cells = await app.propsOf({
    analysis: 'square_grid',
    input,
    parameters: { size_m: 1000, value_column: 'value' },
  });
  expect(cells).toEqual([{ count: 25, sum: 90 }]);
});

test('POST /api/v1/explorer/spatial-analysis spreads a point by the quartic kernel 3/(πr²)·(1−(d/r)²)²', async () => {
  const features = await app.featuresOf({
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
  const { body } = await app.analyse({
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
    const rows = await app.propsOf({ analysis, input, parameters });
    const found = rows.map(({ id, cluster }) => [Number(id), cluster]).toSorted(([a], [b]) => a - b);
    const text = `SELECT id::int, ${fn} OVER () FROM lab.cells WHERE i IN (0, 1, 4) ORDER BY 1`;
    expect(found).toEqual((await app.raw(text)).toSorted(([a], [b]) => a - b));
    // Cells with i = 4 have two neighbours and are noise.
    if (analysis === 'dbscan') expect(found.at(-1)![1]).toBeNull();
  },
);
