import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { startTestUpstream } from '@cairn/testing';
import type { Person, TestUpstream } from '@cairn/testing';
import { addUnplaced, startPointsApp } from './points-app.ts';

let sync: Awaited<ReturnType<typeof startPointsApp>>;
let ada: Person;
let analysis: TestUpstream;
beforeAll(async () => {
  analysis = await startTestUpstream('analysis');
  sync = await startPointsApp({ env: { ANALYSIS_URL: analysis.url } });
  ada = await sync.app.signUp({ username: 'ada', isAdmin: true });
});
afterAll(async () => {
  await sync.close();
  await analysis.close();
});
beforeEach(() => {
  analysis.requests.length = 0;
});

const PROXY = '/api/proxy.php?service=analysis&path=';

function read(path: string, fields: Record<string, string | number> = {}) {
  const query = new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return sync.app.ask(ada, { path: `${PROXY}${path}&${query}` });
}

const trees = (more: Record<string, unknown> = {}) => ({
  ...{ connection_id: sync.linkId, schema: 'field', table: 'trees' },
  ...more,
});
const cluster = (json: unknown) => sync.app.ask(ada, { path: `${PROXY}api/cluster`, method: 'POST', json });
const idsOf = ({ features }: { features: { id: unknown }[] }) =>
  features.map(({ id }) => Number(id)).toSorted((a, b) => a - b);

test('GET /api/proxy.php analysis api/schemas answers the names of the schemas', async () => {
  const { status, body } = await read('api/schemas', { connection_id: sync.linkId });
  expect(status).toBe(200);
  expect(body).toEqual(expect.arrayContaining(['field', 'public']));
  expect(body.filter((name: string) => /^(pg_|information_schema)/.test(name))).toEqual([]);
});

test('GET /api/proxy.php analysis api/tables answers schemas, and tables with their geometry columns', async () => {
  const { status, body } = await read('api/tables', { connection_id: sync.linkId, schema: 'field' });
  expect(status).toBe(200);
  expect(body.schemas).toContain('field');
  expect(body.tables).toEqual([
    { schema: 'field', table: 'areas', geom: 'shape' },
    { schema: 'field', table: 'notes' },
    { schema: 'field', table: 'odd', geom: 'geom' },
    { schema: 'field', table: 'trees', geom: 'geom' },
  ]);
  const all = await read('api/tables', { connection_id: sync.linkId });
  expect(all.body.tables).toEqual(expect.arrayContaining(body.tables));
});

test.each(['', '0', '-1', '1.5', '999999', 'x', '1 OR 1=1', '4294967297'])(
  'GET /api/proxy.php analysis api/schemas, api/tables and api/points are 400 as JSON for the connection "%s"',
  async (id) => {
    for (const path of ['api/schemas', 'api/tables', 'api/points']) {
      const { status, body } = await read(path, { ...trees(), connection_id: id } as any);
      expect([status, typeof body.error]).toEqual([400, 'string']);
    }
    expect(analysis.requests).toEqual([]);
  },
);

test('GET /api/proxy.php analysis api/points answers rows as GeoJSON in WGS84', async () => {
  const { status, body, headers } = await read('api/points', trees() as any);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toMatch(/json/);
  expect(body).toMatchObject({ type: 'FeatureCollection', count: 11, truncated: false });
  const first = body.features.find(({ id }: any) => id === 1);
  expect(first.properties).toEqual({ id: 1, kind: 'ash', height: 1.5, 'A b': 1 });
  expect(first.geometry.type).toBe('Point');
  expect(first.geometry.coordinates[0]).toBeCloseTo(8.536, 2);
  expect(first.geometry.coordinates[1]).toBeCloseTo(47.37, 2);
  expect(analysis.requests).toEqual([]);
});

test('GET /api/proxy.php analysis api/points takes a condition, a box and a limit', async () => {
  const some = await read('api/points', trees({ where: `kind = 'oak' AND height > 4 AND "A b" < 9` }) as any);
  expect(idsOf(some.body)).toEqual([4, 6, 8]);
  const near = await read('api/points', trees({ bbox: '8.5,47.3,8.55,47.4' }) as any);
  expect(idsOf(near.body)).toEqual([1, 2, 3, 4, 5]);
  const few = await read('api/points', trees({ limit: 3 }) as any);
  expect(few.body).toMatchObject({ count: 3, truncated: true });
  const exact = await read('api/points', trees({ limit: 11 }) as any);
  expect(exact.body).toMatchObject({ count: 11, truncated: false });
  const areas = await read('api/points', trees({ table: 'areas', geom_column: 'shape' }) as any);
  expect(areas.body.features[0].geometry).toEqual({ type: 'Point', coordinates: [8.5, 47.5] });
});

test.each([
  { where: '1=1 UNION SELECT * FROM pg_shadow' },
  { where: "kind = 'x'; DROP TABLE field.trees" },
  { where: 'pg_sleep(10) = 1' },
  { where: 'nothing = 1' },
  { where: "height > 'tall'" },
  { bbox: '1,2,3' },
  { bbox: '9,47,8,48' },
  { limit: '0' },
  { limit: 'all' },
  { table: 'trees"; DROP TABLE field.trees; --' },
  { table: 'hidden' },
  { table: 'cairn_sync_history' },
  { table: 'notes' },
  { table: 'odd' },
  { geom_column: 'kind' },
  { schema: '' },
])('GET /api/proxy.php analysis api/points is 400 as JSON for %j', async (fields) => {
  const { status, body } = await read('api/points', trees(fields) as any);
  expect([status, typeof body.error]).toEqual([400, 'string']);
  expect((await sync.query('SELECT count(*)::integer AS n FROM field.trees'))[0].n).toBe(13);
});

test('POST /api/proxy.php analysis api/cluster answers points with their cluster, null for noise', async () => {
  const { status, body } = await cluster(trees({ type: 'points', eps: 100, min_points: 3 }));
  expect(status).toBe(200);
  expect(body).toMatchObject({ type: 'FeatureCollection', count: 11, truncated: false });
  const clusters = new Map<unknown, number>();
  for (const { properties } of body.features)
    clusters.set(properties.cluster_id, (clusters.get(properties.cluster_id) ?? 0) + 1);
  expect(Object.fromEntries(clusters)).toEqual({ 0: 5, 1: 5, null: 1 });
  expect(analysis.requests).toEqual([]);
});

test('POST /api/proxy.php analysis api/cluster answers each of many points once, in the order of the table', async () => {
  await sync.query(`CREATE TABLE field.many AS
      SELECT id, ST_SetSRID(ST_Point(2600000 + id * 7919 % 5003, 1200000), 2056)::geometry(Point, 2056) AS geom
        FROM generate_series(1, 10000) id;
    ALTER TABLE field.many ADD PRIMARY KEY (id); GRANT SELECT ON field.many TO field_sync`);
  const { body } = await cluster(trees({ table: 'many', type: 'points', eps: 1, minpoints: 3, limit: 9000 }));
  expect(body).toMatchObject({ count: 9000, truncated: true });
  expect(body.features.map(({ id }: any) => id)).toEqual(Array.from({ length: 9000 }, (_, i) => i + 1));
  await sync.query('DROP TABLE field.many');
});

test.each([
  ['centroids', 'Point'],
  ['hull', 'LineString'],
])('POST /api/proxy.php analysis api/cluster answers %s, one %s a cluster', async (type, geometry) => {
  const { body } = await cluster(trees({ type, eps: '100', minpoints: '3' }));
  expect(body).toMatchObject({ count: 2, truncated: false });
  expect(body.features.map(({ properties }: any) => properties)).toEqual([
    { cluster_id: 0, count: 5 },
    { cluster_id: 1, count: 5 },
  ]);
  for (const feature of body.features) {
    expect(feature.geometry.type).toBe(geometry);
    expect(Math.round(feature.geometry.coordinates.flat()[1])).toBe(47);
  }
  const some = await cluster(trees({ type, eps: 100, minpoints: 3, where: 'height < 7' }));
  expect(some.body.features).toMatchObject([{ properties: { cluster_id: 0, count: 4 } }]);
});

test('POST /api/proxy.php analysis api/cluster measures in metres with eps_unit=m', async () => {
  await sync.query(`CREATE TABLE field.degrees AS SELECT id, ST_Transform(geom, 4326)::geometry(Point, 4326) AS geom FROM field.trees;
    GRANT SELECT ON field.degrees TO field_sync`);
  const ask = (more: object) =>
    cluster({ ...trees({ table: 'degrees', type: 'centroids', minpoints: 3 }), ...more });
  expect((await ask({ eps: 100, eps_unit: 'm' })).body.features).toHaveLength(2);
  expect((await ask({ eps: 100 })).body.features).toMatchObject([{ properties: { count: 11 } }]);
  expect((await ask({ eps: 0.5, eps_unit: 'm' })).body.count).toBe(0);
});

test('GET /api/proxy.php analysis api/points and POST api/cluster leave out rows whose coordinates are NaN or infinite', async () => {
  await addUnplaced(sync);
  for (const [table, ids] of [
    ['measured', [1, 4]],
    ['tracks', [1]],
  ] as const) {
    const points = await read('api/points', trees({ table }) as any);
    expect([points.status, idsOf(points.body)]).toEqual([200, ids]);
    for (const type of ['points', 'centroids', 'hull'])
      for (const more of [{}, { eps_unit: 'm' }]) {
        const { status, body } = await cluster(trees({ table, type, eps: 10, minpoints: 1, ...more }));
        expect([table, type, status]).toEqual([table, type, 200]);
        const found = type === 'points' ? idsOf(body) : body.features[0].properties.count;
        expect(found).toEqual(type === 'points' ? ids : ids.length);
      }
  }
  const { body } = await read('api/points', trees({ table: 'measured' }) as any);
  const sizes = body.features.map(({ id, geometry }: any) => [id, geometry.coordinates.length]);
  expect(Object.fromEntries(sizes)).toEqual({ 1: 3, 4: 2 });
});

test('POST /api/proxy.php analysis api/cluster says when there are more rows than the limit', async () => {
  const { body } = await cluster(trees({ type: 'centroids', eps: 1e6, minpoints: 1, limit: 4 }));
  expect(body).toMatchObject({ count: 1, truncated: true, features: [{ properties: { count: 4 } }] });
  const exact = await cluster(trees({ type: 'centroids', eps: 1e6, minpoints: 1, limit: 11 }));
  expect(exact.body.truncated).toBe(false);
});

test.each([
  [{ eps: -1, minpoints: 3 }],
  [{ eps: 'x', minpoints: 3 }],
  [{ eps: 1, minpoints: 0 }],
  [{ eps: 1, minpoints: 1.5 }],
  [{ eps: 1 }],
  [{ eps: 1, minpoints: 3, eps_unit: 'feet' }],
  [{ eps: 1, minpoints: 3, type: 'unknown' }],
  [{ eps: 1, minpoints: 3, where: '1=1 UNION SELECT 1' }],
  [{ eps: 1, minpoints: 3, connection_id: 999 }],
])('POST /api/proxy.php analysis api/cluster is 400 as JSON for %j', async (fields) => {
  const { status, body } = await cluster(trees(fields));
  expect([status, typeof body.error]).toEqual([400, 'string']);
});

test('POST /api/proxy.php analysis api/cluster is 400 for a body that is not an object', async () => {
  for (const json of [[], 'text', null]) expect((await cluster(json)).status).toBe(400);
});

test.each(['density', 'outliers', 'hotspot'])(
  'POST /api/proxy.php analysis api/cluster goes to the analysis service for %s',
  async (type) => {
    const fields = trees({ type, cells: 10 });
    expect((await cluster(fields)).body).toMatchObject({ from: 'analysis' });
    expect(analysis.requests).toMatchObject([
      { method: 'POST', address: '/api/cluster', body: JSON.stringify(fields) },
    ]);
  },
);
