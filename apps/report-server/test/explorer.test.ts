import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { places, sales, startExplorer } from './explorer-app.ts';
import { ANONYMOUS } from '@cairn/service';
import type { ExplorerApp } from './explorer-app.ts';

let app: ExplorerApp;
beforeAll(async () => {
  app = await startExplorer();
});
afterAll(() => app.close());

const explorer = '/api/v1/explorer';
const get = (path: string, person = app.ada) => app.ask(person, { path: `${explorer}${path}` });
const post = (path: string, json: object, person = app.ada) =>
  app.ask(person, { path: `${explorer}${path}`, method: 'POST', json });
const policies = '/api/v1/datasources/sample/row-policies';
const groupOf = async (name: string): Promise<number> => {
  const { rows } = await app.admin.query('SELECT id FROM portal.groups WHERE name = $1', [name]);
  return rows[0].id;
};

test('GET /api/v1/explorer/datasources lists what the caller may view', async () => {
  expect((await get('/datasources')).body).toEqual({
    datasources: [
      {
        key: 'sample',
        title: 'Sample data',
        kind: 'postgres',
        spatial: true,
        postgis: expect.stringMatching(/^3\./),
        permissions: { view: true, admin: false },
      },
    ],
  });
  expect((await get('/datasources', app.eve)).body).toEqual({ datasources: [] });
});

test('GET /api/v1/explorer/tables lists what the login may read, and nothing of the system or of extensions', async () => {
  const { body } = await get('/tables?datasource=sample');
  const names = body.tables.map((each: any) => `${each.schema}.${each.table}`);
  expect(names).toEqual(
    expect.arrayContaining(['public.countries', 'public.populated_places', 'shop.sales', 'shop.slow']),
  );
  for (const hidden of ['shop.secret', 'public.spatial_ref_sys', 'public.geometry_columns'])
    expect(names).not.toContain(hidden);
  expect(body.tables.find((each: any) => each.table === 'sales')).toMatchObject({
    kind: 'table',
    estimated_rows: 5,
    columns: 14,
  });
  expect((await get('/tables?datasource=sample', app.eve)).status).toBe(404);
});

test('GET /api/v1/explorer/metadata lists columns, keys, extents and indexes', async () => {
  const { body } = await get('/metadata?datasource=sample&schema=shop&table=places');
  expect(body).toMatchObject({
    primary_key: ['id'],
    columns: [
      { name: 'id', type: 'integer', family: 'integer', nullable: false, semantic: 'key' },
      { name: 'name', family: 'text', semantic: 'category' },
      { name: 'geom', type: 'public.geometry(Point,4326)', family: 'geometry', semantic: 'place' },
    ],
    geometry: [
      {
        column: 'geom',
        type: 'POINT',
        srid: 4326,
        dimensions: 2,
        extent_wgs84: [-179.9, -17, 179.9, 52.52],
        estimated: false,
      },
    ],
    indexes: [
      { columns: ['geom'], method: 'gist' },
      { columns: ['id'], unique: true },
    ],
  });
  const utm = await get('/metadata?datasource=sample&schema=shop&table=places_utm');
  expect(utm.body.geometry[0].extent_wgs84.map((each: number) => each.toFixed(4))).toEqual([
    '13.4050',
    '52.5200',
    '13.4050',
    '52.5200',
  ]);
});

test('GET /api/v1/explorer/map/sources and GET /api/v1/explorer/map/tables list layers with extents, and GET /api/v1/explorer/map/discover proposes a style', async () => {
  expect((await get('/map/sources')).body.datasources).toHaveLength(1);
  const tables = (await get('/map/tables?datasource=sample')).body.tables;
  expect(tables.find((each: any) => each.table === 'countries').geometry[0]).toMatchObject({
    srid: 4326,
    extent_wgs84: [-180, expect.any(Number), expect.any(Number), expect.any(Number)],
  });
  expect(tables.find((each: any) => each.table === 'sales')).toBeUndefined();
  const found = (await get('/map/discover?q=populated')).body;
  expect(found).toMatchObject({
    maps: [{ table: 'populated_places', datasource: 'sample', style: { kind: 'circle' } }],
    unreachable: [],
  });
  expect((await get('/map/discover?q=nothing+like+this')).body.maps).toEqual([]);
  expect((await get('/map/discover?q=rivers&datasource=sample', app.eve)).status).toBe(404);
});

test('POST /api/v1/explorer/features answers GeoJSON in WGS84, and says when there is more', async () => {
  const { body } = await post('/features', { ...places, columns: ['name'], limit: 1 });
  expect(body).toEqual({
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        id: 1,
        geometry: { type: 'Point', coordinates: [13.405, 52.52] },
        properties: { name: 'Berlin', id: 1 },
      },
    ],
    truncated: true,
    warnings: [],
  });
  expect((await post('/features', sales)).body.error).toContain('has no geometry column');
  expect((await post('/features', { ...places, fitler: {} })).body.error).toContain('unknown field "fitler"');
});

test('GET /api/v1/explorer/tiles/… answers tiles of the rows of the filter, and 304 while they stay', async () => {
  const tile = (query = '', at = '0/0/0', table = 'public/countries') =>
    get(`/tiles/sample/${table}/${at}.mvt${query}`);
  const whole = await tile();
  expect({ status: whole.status, type: whole.headers.get('content-type') }).toEqual({
    status: 200,
    type: 'application/vnd.mapbox-vector-tile',
  });
  const again = await app.ask(app.ada, {
    path: `${explorer}/tiles/sample/public/countries/0/0/0.mvt`,
    headers: { 'if-none-match': whole.headers.get('etag')! },
  });
  expect(again.status).toBe(304);
  const filter = encodeURIComponent(JSON.stringify({ column: 'fid', op: 'lte', value: 3 }));
  const few = await tile(`?filter=${filter}&columns=fid`);
  expect(few.body.length).toBeLessThan(whole.body.length / 10);
  expect((await tile('', '0/0/0', 'shop/places_utm')).status).toBe(200);
  expect((await tile('', '5/0/0', 'shop/places')).status).toBe(204);
  expect((await tile('', '1/2/0')).status).toBe(404);
  expect((await tile('?filter=%7B')).body.error).toContain('filter: is not JSON');
  expect((await tile('?columns=nothing')).body.error).toContain('columns: there is no column "nothing"');
});

test('a tile has the features that raw SQL finds', async () => {
  const { body } = await get('/tiles/sample/public/populated_places/3/4/2.mvt');
  const { rows } = await app.source.query(`
    SELECT public.ST_AsMVT(t, 'features', 4096, 'g', 'fid') AS tile FROM (
      SELECT public.ST_AsMVTGeom(public.ST_Transform(geom, 3857), public.ST_TileEnvelope(3, 4, 2), 4096, 64) AS g, fid::int4
      FROM public.populated_places
      WHERE geom && public.ST_Transform(public.ST_TileEnvelope(3, 4, 2, margin => 64 / 4096.0), 4326)) AS t WHERE g IS NOT NULL`);
  expect(body.length).toBe(rows[0].tile.length);
});

test('POST …/row-policies keeps a policy for a group, checks its filter, and previews it', async () => {
  const group = await groupOf('only ada');
  const filter = { column: 'region', op: 'eq', value: 'south' };
  const table = { schema: 'shop', table: 'sales', group_id: group };
  const ask = (json: object, path = policies, method = 'POST') => app.ask(app.root, { path, method, json });
  expect((await ask({ ...table, filter: { column: 'regoin', op: 'eq', value: 'x' } })).body.error).toContain(
    'Did you mean "region"?',
  );
  expect((await ask({ ...table, group_id: 999_999, filter })).status).toBe(400);
  expect((await app.ask(app.ada, { path: policies })).status).toBe(403);
  const preview = await ask({ ...table, filter }, `${policies}/preview`);
  expect(preview.body).toMatchObject({ visible: 2, total: 5, rows: [{ id: 3 }, { id: 4 }] });
  const created = await ask({ ...table, filter });
  expect(created).toMatchObject({ status: 201, body: { group: 'only ada', filter, revision: 1 } });
  expect((await ask({ ...table, filter })).status).toBe(409);

  const path = `${policies}/${created.body.id}`;
  expect((await ask({ ...table, filter, revision: 7 }, path, 'PUT')).status).toBe(409);
  expect((await app.query(app.ada, { ...sales, count: 'exact' })).body).toMatchObject({
    total: 2,
    rows: [{ id: 3 }, { id: 4 }],
  });
  expect((await app.query(app.root, { ...sales, count: 'exact' })).body.total).toBe(5);
  // Bob may view the datasource, and no policy is his.
  const bob = await app.signUp({ username: 'bob', service: 'view' });
  await app.grant({ to: bob, on: 'sample', permission: 'view', resourceType: 'datasource' });
  expect((await app.query(bob, { ...sales, count: 'exact' })).body).toMatchObject({ total: 0, rows: [] });

  expect((await app.ask(app.root, { path, method: 'DELETE' })).status).toBe(204);
  expect((await app.query(bob, { ...sales, count: 'exact' })).body.total).toBe(5);
  const { rows } = await app.admin.query(
    `SELECT event FROM report_server.audit_events WHERE event LIKE 'row_policy.%' ORDER BY id`,
  );
  expect(rows.map(({ event }) => event)).toEqual(['row_policy.created', 'row_policy.deleted']);
});

test('a row policy holds on every route that reads, also behind the cache and a filter that asks for more', async () => {
  const json = {
    schema: 'shop',
    table: 'places',
    group_id: await groupOf('only ada'),
    filter: { column: 'id', op: 'eq', value: 2 },
  };
  const tilePath = '/tiles/sample/shop/places/0/0/0.mvt?columns=name';
  const all = { or: [{ column: 'id', op: 'gt', value: 0 }, { not: { column: 'id', op: 'gt', value: 0 } }] };
  // An administrator fills the cache with all rows.
  const whole = await get(tilePath, app.root);
  expect((await post('/query', places, app.root)).body.rows).toHaveLength(4);
  const created = await app.ask(app.root, { path: policies, method: 'POST', json });
  for (const filter of [undefined, all]) {
    const body = { ...places, columns: ['id'], ...(filter ? { filter } : {}) };
    expect((await post('/query', { ...body, count: 'exact' })).body).toMatchObject({
      rows: [{ id: 2 }],
      total: 1,
    });
    expect((await post('/features', body)).body.features.map(({ id }: any) => id)).toEqual([2]);
  }
  const grouped = {
    ...places,
    aggregates: [
      { fn: 'count', as: 'n' },
      { fn: 'extent', column: 'geom', as: 'box' },
    ],
  };
  expect((await post('/query', grouped)).body.rows).toEqual([
    { n: 1, box: [2.3522, 48.8566, 2.3522, 48.8566] },
  ]);
  expect(String((await get(tilePath)).body)).toContain('Paris');
  expect(String((await get(tilePath)).body)).not.toContain('Berlin');
  expect(String(whole.body)).toContain('Berlin');
  expect((await post('/summary', { ...places, columns: ['id', 'geom'] })).body).toMatchObject({
    rows: 1,
    columns: [{ min: 2, max: 2, distinct: 1 }, { extent_wgs84: [2.3522, 48.8566, 2.3522, 48.8566] }],
  });
  const measures = ['describe', 'top', 'histogram', 'classes'].map((kind) => ({ kind, column: 'id' }));
  expect((await post('/statistics', { ...places, measures })).body.measures).toMatchObject([
    { rows: 1, min: 2, max: 2 },
    { rows: 1, values: [{ value: 2, count: 1 }] },
    { bins: [{ from: 2, to: 2, count: 1 }] },
    { classes: [{ from: 2, to: 2 }] },
  ]);
  expect((await post('/query', { ...places, count: 'estimate' })).body).toMatchObject({
    total: 1,
    total_kind: 'exact',
  });
  const cursor = (await post('/query', { ...places, limit: 1 }, app.root)).body.next_cursor;
  expect((await post('/query', { ...places, limit: 1, cursor })).body.rows).toEqual([
    { id: 2, name: 'Paris' },
  ]);
  const paris = [2.3522, 48.8566, 2.3522, 48.8566];
  const metadata = await get('/metadata?datasource=sample&schema=shop&table=places');
  expect(metadata.body.geometry[0].extent_wgs84).toEqual(paris);
  const { tables } = (await get('/map/tables?datasource=sample')).body;
  expect(tables.find(({ table }: any) => table === 'places').geometry[0].extent_wgs84).toEqual(paris);
  await app.ask(app.root, { path: `${policies}/${created.body.id}`, method: 'DELETE' });
});

test.each<[string, object]>([
  ['measure', {}],
  ['centroid', {}],
  ['buffer', { parameters: { distance_m: 10 } }],
  ['dissolve', {}],
  ['convex_hull', {}],
  ['square_grid', { parameters: { size_m: 1000 } }],
  ['nearest', { overlay: places, parameters: { count: 4 } }],
  ['within_distance', { overlay: places, parameters: { distance_m: 5_000_000, pairs: true } }],
  ['spatial_join', { overlay: places }],
])('a row policy holds in both layers of the analysis %s', async (analysis, more) => {
  const filter = { column: 'id', op: 'eq', value: 2 };
  const json = { schema: 'shop', table: 'places', group_id: await groupOf('only ada'), filter };
  const created = await app.ask(app.root, { path: policies, method: 'POST', json });
  const input = { ...places, columns: ['name'] };
  const { status, body } = await post('/spatial-analysis', { analysis, input, ...more });
  await app.ask(app.root, { path: `${policies}/${created.body.id}`, method: 'DELETE' });
  expect({ status, counts: body.counts }).toMatchObject({ status: 200, counts: { input: 1, output: 1 } });
  expect(JSON.stringify(body)).not.toMatch(/Berlin|Fiji|Samoa/);
});

test('a row policy that no longer fits its table denies', async () => {
  await app.source.query(
    'CREATE TABLE shop.moving (id integer PRIMARY KEY, team text); INSERT INTO shop.moving VALUES (1, $$a$$)',
  );
  await app.source.query(`GRANT SELECT ON shop.moving TO ${app.sample.readerUser}`);
  const key = await app.context.datasources.requireReadable({ ...ANONYMOUS, isAdmin: true }, 'sample');
  app.context.catalogues.forget(key);
  const json = {
    schema: 'shop',
    table: 'moving',
    group_id: null,
    filter: { column: 'team', op: 'eq', value: 'a' },
  };
  expect((await app.ask(app.root, { path: policies, method: 'POST', json })).status).toBe(201);
  const moving = { datasource: 'sample', schema: 'shop', table: 'moving' };
  expect((await app.query(app.ada, moving)).body.rows).toEqual([{ id: 1, team: 'a' }]);
  await app.source.query('ALTER TABLE shop.moving RENAME COLUMN team TO crew');
  app.context.catalogues.forget(key);
  const { status, body } = await app.query(app.ada, moving);
  expect({ status, code: body.code }).toEqual({ status: 403, code: 'report-server.policy_broken' });
});

test('the database tells people apart by cairn.user_id, and the cache does too', async () => {
  await app.source.query(`INSERT INTO shop.mine VALUES (1, '${app.ada.id}'), (2, '${app.root.id}')`);
  const mine = { datasource: 'sample', schema: 'shop', table: 'mine', columns: ['id'] };
  expect((await app.query(app.ada, mine)).body.rows).toEqual([{ id: 1 }]);
  expect((await app.query(app.root, mine)).body.rows).toEqual([{ id: 2 }]);
  expect((await app.query(app.ada, mine)).body.rows).toEqual([{ id: 1 }]);
});

test('a filter of a token holds below the filter of a person', async () => {
  const person = { ...ANONYMOUS, isAdmin: true };
  const tokenFilter = { column: 'id', op: 'lte', value: 2 };
  const filter = { column: 'id', op: 'gte', value: 2 };
  const answer = JSON.parse(
    await app.context.queries.query(
      person,
      { ...sales, columns: ['id'], filter, limit: 100, count: 'exact' },
      { tokenFilter },
    ),
  );
  expect(answer).toMatchObject({ rows: [{ id: 2 }], total: 1 });
});
