import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase } from '@cairn/testing';
import type { TestDatabase } from '@cairn/testing';
import { ask } from './client.ts';
import { registerWells, saveConnection } from './external-sources.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';

let app: TestVault;
let target: TestDatabase;
let gis: pg.Client;
/** Admin on the service, without permissions on datasets. */
let admin: Person;
let editor: Person;
let id: number;

const LONG = 'n'.repeat(63);

beforeAll(async () => {
  [app, target] = await Promise.all([startTestVault({ inspects: false }), createTestDatabase()]);
  admin = await app.signUp({ username: 'admin', service: 'admin' });
  editor = await app.signUp({ username: 'editor' });
  gis = new pg.Client({ connectionString: target.adminUrl });
  await gis.connect();
  await gis.query(`
    CREATE TABLE wells (id int PRIMARY KEY, geom geometry(Point, 4326));
    INSERT INTO wells SELECT n, ST_SetSRID(ST_Point(n, 50), 4326) FROM generate_series(1, 12) n;
    CREATE TABLE places (id serial PRIMARY KEY, name text, geom geometry(Point, 3857), shape geometry(Polygon, 4326));
    INSERT INTO places (name, geom) VALUES ('east', ST_Transform(ST_SetSRID(ST_Point(9, 50), 4326), 3857)), ('west', NULL);
    CREATE VIEW places_view AS SELECT name, geom FROM places;
    CREATE MATERIALIZED VIEW places_kept AS SELECT * FROM places;
    CREATE TABLE parts (id int, at date, geom geometry(Point, 4326), PRIMARY KEY (id, at)) PARTITION BY RANGE (at);
    CREATE TABLE parts_2026 PARTITION OF parts FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
    CREATE TABLE parts_2027 PARTITION OF parts FOR VALUES FROM ('2027-01-01') TO ('2028-01-01');
    INSERT INTO parts SELECT n, date '2026-06-01' + n * 30 FROM generate_series(1, 12) n;
    CREATE TABLE heaps (name text, geom geometry);
    INSERT INTO heaps SELECT 'heap ' || n, ST_Point(n, n) FROM generate_series(1, 30) n;
    CREATE TABLE globe (id int PRIMARY KEY, geog geography(Point));
    INSERT INTO globe VALUES (1, 'POINT(13 52)');
    CREATE TABLE plain (id int PRIMARY KEY, note text);
    INSERT INTO plain VALUES (1, 'no geometry');
    CREATE TABLE "Wells" (id int PRIMARY KEY, "say ""hi"" --" text, geom geometry(Point, 4326));
    INSERT INTO "Wells" VALUES (1, 'capital', NULL);
    CREATE TABLE "${LONG}" (id int PRIMARY KEY, geom geometry(Point, 4326));
    CREATE SCHEMA "odd ""schema"""; CREATE TABLE "odd ""schema"""."a/b c" (id int PRIMARY KEY, geom geometry(Point, 4326));
    CREATE VIEW broken AS SELECT 1 / (id - 1) AS n, geom FROM wells`);
  id = await saveConnection(app, target.adminUrl);
  await gis.query(`
    GRANT ALL ON SCHEMA "odd ""schema""" TO vault; GRANT ALL ON "odd ""schema"""."a/b c" TO vault;
    CREATE TABLE hidden (id int PRIMARY KEY, geom geometry(Point, 4326)); REVOKE ALL ON hidden FROM vault;
    CREATE SCHEMA topology; CREATE TABLE topology.faces (geom geometry(Point, 4326)); GRANT ALL ON SCHEMA topology TO vault`);
});

afterAll(async () => {
  await gis.end();
  await app.close();
  await target.drop();
});

const get = (path: string, who: Person | null = admin) => ask(app, who, { path: `/api/connections/${path}` });
const read = (table: string, what: string, query = '', who: Person | null = admin) =>
  get(`${id}/table/${encodeURIComponent(table)}/${what}${query}`, who);

test('GET /api/connections/{id}/tables lists the geometry columns that the user of the connection may read', async () => {
  const { status, body } = await get(`${id}/tables`);
  expect(status).toBe(200);
  const entries = body.map((each: any) => [
    each.f_table_schema,
    each.f_table_name,
    each.f_geometry_column,
    each.srid,
    each.type,
    each.kind,
  ]);
  expect(entries.toSorted()).toEqual(
    [
      ['odd "schema"', 'a/b c', 'geom', 4326, 'POINT', 'table'],
      ['public', 'Wells', 'geom', 4326, 'POINT', 'table'],
      ['public', 'broken', 'geom', 4326, 'POINT', 'view'],
      ['public', 'globe', 'geog', 4326, 'Point', 'table'],
      ['public', 'heaps', 'geom', 0, 'GEOMETRY', 'table'],
      ['public', LONG, 'geom', 4326, 'POINT', 'table'],
      ['public', 'parts', 'geom', 4326, 'POINT', 'partitioned_table'],
      ['public', 'places', 'geom', 3857, 'POINT', 'table'],
      ['public', 'places', 'shape', 4326, 'POLYGON', 'table'],
      ['public', 'places_kept', 'geom', 3857, 'POINT', 'materialized_view'],
      ['public', 'places_kept', 'shape', 4326, 'POLYGON', 'materialized_view'],
      ['public', 'places_view', 'geom', 3857, 'POINT', 'view'],
      ['public', 'wells', 'geom', 4326, 'POINT', 'table'],
    ].toSorted(),
  );
  const found = await get(`${id}/tables?search=${encodeURIComponent('PUBLIC.places_')}`);
  expect(found.body.map((each: any) => each.f_table_name)).toEqual([
    'places_kept',
    'places_kept',
    'places_view',
  ]);
  expect((await get(`${id}/tables?search=%25`)).body).toEqual([]);
  expect((await get('99/tables')).status).toBe(404);
});

test('GET /api/connections/{id}/table/{table}/schema returns columns, key and the reason why rows cannot be edited', async () => {
  const { status, body } = await read('places', 'schema');
  expect([status, body]).toMatchObject([
    200,
    { layer: 'places', primary_key: 'id', geometry_column: 'geom', editable: true, identity: ['id'] },
  ]);
  expect(body.columns.map((each: any) => [each.name, each.type, each.editable])).toEqual([
    ['id', 'integer', false],
    ['name', 'text', true],
  ]);
  for (const [table, reason] of [
    ['places_view', /^This is a view/],
    ['places_kept', /^This is a view/],
    ['heaps', /no primary key/],
    ['parts', /several columns/],
  ] as const)
    expect((await read(table, 'schema')).body).toMatchObject({
      editable: false,
      reason: expect.stringMatching(reason),
    });
  expect((await read('plain', 'schema')).body).not.toHaveProperty('geometry_column');
  expect((await read('Wells', 'schema')).body.columns[1]).toMatchObject({ name: 'say "hi" --' });
  expect((await read('a/b c', 'schema', `?schema=${encodeURIComponent('odd "schema"')}`)).status).toBe(200);
});

test('GET /api/connections/{id}/table/{table}/rows sorts, filters and pages, without a key in a stable order too', async () => {
  const filters = encodeURIComponent(JSON.stringify([{ column: 'id', op: '>', value: 3 }]));
  const { status, body } = await read(
    'wells',
    'rows',
    `?limit=2&offset=1&sort=id&order=desc&filters=${filters}`,
  );
  expect([status, body]).toMatchObject([
    200,
    { schema: 'public', table: 'wells', total: 9, limit: 2, offset: 1, order: 'desc', sort: 'id' },
  ]);
  expect(body.rows).toEqual([{ id: 11 }, { id: 10 }]);
  expect(body.bounds[0]).toEqual([11, 50, 11, 50]);
  expect((await read('wells', 'rows')).body).toMatchObject({ limit: 50, offset: 0, order: 'asc', total: 12 });
  for (const table of ['heaps', 'parts', 'places_view', 'places_kept']) {
    const whole = (await read(table, 'rows')).body;
    const pages = await Promise.all(
      [0, 7, 14, 21, 28].map((at) => read(table, 'rows', `?limit=7&offset=${at}`)),
    );
    expect(pages.flatMap((page) => page.body.rows)).toEqual(whole.rows);
    expect(pages.map((page) => page.body.total)).toEqual(Array(5).fill(whole.total));
  }
  expect((await read('plain', 'rows')).body).toMatchObject({
    rows: [{ id: 1, note: 'no geometry' }],
    bounds: [null],
  });
  expect((await read('globe', 'rows')).body.bounds).toEqual([[13, 52, 13, 52]]);
});

test('GET /api/connections/{id}/table/{table}/preview returns GeoJSON in WGS84', async () => {
  const { status, body, headers } = await read('places', 'preview', '?geometry_column=geom');
  expect([status, headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('application/geo+json'),
  ]);
  expect(body).toMatchObject({
    type: 'FeatureCollection',
    total: 1,
    features: [{ properties: { name: 'east' } }],
  });
  expect(body.features[0].geometry.coordinates[0]).toBeCloseTo(9, 5);
  expect((await read('wells', 'preview')).body.features).toHaveLength(12);
  expect((await read('places_view', 'preview')).body.total).toBe(1);
  expect((await read('globe', 'preview')).body.features[0].geometry.coordinates).toEqual([13, 52]);
  // A coordinate that Gauss-Krüger cannot have, in a table that looks very large.
  await gis.query(`CREATE TABLE far (id int PRIMARY KEY, geom geometry(Point, 31467)) WITH (autovacuum_enabled = false);
    INSERT INTO far VALUES (1, ST_SetSRID(ST_Point(1e30, 1e30), 31467));
    CREATE TABLE large (id int, note text, geom geometry(Point, 4326)) WITH (autovacuum_enabled = false);
    INSERT INTO large SELECT n, repeat('x', 1000), ST_SetSRID(ST_Point(n % 90, 50), 4326) FROM generate_series(1, 6000) n;
    UPDATE pg_class SET reltuples = 6000000 WHERE relname = 'large'; GRANT ALL ON far, large TO vault`);
  const large = (await read('large', 'preview')).body;
  expect(large).toMatchObject({ total: 6_000_000, complete: false });
  expect(large.returned).toBeGreaterThan(0);
  expect(large.returned).toBeLessThan(5_000);
  for (const [table, query, code, sentence] of [
    ['far', '', 422, /cannot be transformed to WGS84/],
    ['places', '', 400, /Set geometry_column to one of: geom, shape/],
    ['places', '?geometry_column=name', 422, /no geometry column "name"/],
    ['plain', '', 422, /no geometry column\./],
    ['heaps', '', 422, /has no SRID/],
  ] as const) {
    const refused = await read(table, 'preview', query);
    expect([refused.status, refused.body.error]).toEqual([code, expect.stringMatching(sentence)]);
  }
});

test.each([
  ['an unknown table', 'gone', '', 400, /public\.gone is not in the database/],
  ['a name in other capitals', 'PLACES', '', 400, /public\.PLACES is not in the database/],
  ['SQL as the table', 'wells; DROP TABLE wells', '', 400, /is not in the database/],
  ['a quote in the schema', 'wells', '?schema=public"."wells', 400, /is not in the database/],
  ['a schema of PostgreSQL', 'pg_authid', '?schema=pg_catalog', 400, /belongs to PostgreSQL/],
  ['a schema of an extension', 'faces', '?schema=topology', 400, /belongs to PostgreSQL/],
  ['a name that PostgreSQL would cut', 'ä'.repeat(40), '', 400, /1 to 63 bytes/],
  ['a table that the user may not read', 'hidden', '', 503, /may not read public\.hidden/],
  ['an index', 'wells_pkey', '', 400, /is not in the database/],
])('GET …/table/{table}/rows of %s returns a sentence', async (_, table, query, code, sentence) => {
  const { status, body } = await read(table, 'rows', query);
  expect([status, body.error]).toEqual([code, expect.stringMatching(sentence)]);
});

test('GET …/table/{table}/rows returns 400 for SQL in sort and filters, and a sentence for a view that fails', async () => {
  const injections = [
    `sort=${encodeURIComponent('id; DROP TABLE wells')}`,
    `sort=${encodeURIComponent('pg_sleep(9)')}`,
    `filters=${encodeURIComponent(JSON.stringify([{ column: 'id" OR true --', op: '=', value: 1 }]))}`,
    `filters=${encodeURIComponent(JSON.stringify([{ column: 'id', op: '= 1 OR', value: 1 }]))}`,
    `filters=${encodeURIComponent(JSON.stringify([{ column: 'id', op: '=', value: '1 OR true' }]))}`,
    'limit=501',
    'offset=-1',
    'order=sideways',
  ];
  for (const query of injections) expect((await read('wells', 'rows', `?${query}`)).status).toBe(400);
  const quoted = JSON.stringify([{ column: 'say "hi" --', op: 'contains', value: "' OR true --" }]);
  expect((await read('Wells', 'rows', `?filters=${encodeURIComponent(quoted)}`)).body.total).toBe(0);
  expect((await read('wells', 'rows')).body.total).toBe(12);
  const broken = await read('broken', 'rows');
  expect([broken.status, broken.body.error]).toEqual([400, expect.any(String)]);
});

test('GET …/table/{table}/… of a registered table needs view on one of its datasets, through any connection', async () => {
  const other = await saveConnection(app, target.adminUrl.replace('127.0.0.1', 'localhost'), 'same server');
  await registerWells(app, editor, id);
  for (const connection of [id, other]) {
    for (const what of ['schema', 'rows', 'preview']) {
      const { status, body } = await get(`${connection}/table/wells/${what}`);
      expect([status, body.error]).toEqual([
        403,
        expect.stringMatching(/public\.wells belongs to a dataset/),
      ]);
    }
    expect((await get(`${connection}/table/Wells/rows`)).status).toBe(200);
  }
  const listed = async () =>
    (await get(`${other}/tables?search=public.wells`)).body.find(
      (each: any) => each.f_table_name === 'wells',
    );
  expect((await listed()).datasets).toEqual([]);
  await app.grant({ to: admin, on: 'wells', permission: 'view' });
  expect((await listed()).datasets).toEqual(['wells']);
  for (const what of ['schema', 'rows', 'preview']) expect((await read('wells', what)).status).toBe(200);
});

test('GET /api/connections/{id}/tables and …/table/{table}/… need admin on the service, and the right to use the connection', async () => {
  const paths = ['tables', 'table/plain/schema', 'table/plain/rows', 'table/plain/preview'];
  for (const path of paths) {
    expect((await get(`${id}/${path}`, null)).status).toBe(401);
    expect((await get(`${id}/${path}`, editor)).status).toBe(403);
  }
  const own = await saveConnection(app, target.adminUrl, 'of the editor');
  await app.admin.query('UPDATE vault.connections SET owner_id = $1 WHERE id = $2', [editor.id, own]);
  for (const path of paths) expect((await get(`${own}/${path}`)).status).toBe(403);
  expect((await get('99/table/plain/rows')).status).toBe(400);
});

test('GET /api/connections/{id}/tables lists 10,000 geometry columns and says with X-Truncated that there are more', async () => {
  expect((await get(`${id}/tables`)).headers.get('x-truncated')).toBe(null);
  await gis.query(`CREATE SCHEMA wide; GRANT USAGE ON SCHEMA wide TO vault; DO $$ BEGIN FOR n IN 1..7 LOOP
    EXECUTE format('CREATE TABLE wide.columns_%s (%s)', n, (SELECT string_agg('g' || i || ' geometry(Point, 4326)', ', ')
      FROM generate_series(1, 1500) i)); END LOOP; END $$; GRANT SELECT ON ALL TABLES IN SCHEMA wide TO vault`);
  const all = await get(`${id}/tables?search=wide.`);
  expect([all.status, all.body.length, all.headers.get('x-truncated')]).toEqual([200, 10_000, 'true']);
  const found = await get(`${id}/tables?search=wide.columns_7`);
  expect([found.body.length, found.headers.get('x-truncated')]).toEqual([1_500, null]);
  await gis.query('DROP SCHEMA wide CASCADE');
});
