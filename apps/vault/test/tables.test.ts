import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase } from '@cairn/testing';
import type { TestDatabase } from '@cairn/testing';
import { ask } from './client.ts';
import { registerWells, saveConnection } from './external-sources.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';

const EDIT = '/datasets/wells/versions/1/edit';
let app: TestVault;
let target: TestDatabase;
let gis: pg.Client;
let ada: Person;
let bob: Person;

beforeAll(async () => {
  target = await createTestDatabase();
  gis = new pg.Client({ connectionString: target.adminUrl });
  await gis.connect();
  app = await startTestVault();
  ada = await app.signUp({ username: 'ada' });
  bob = await app.signUp({ username: 'bob' });
  await gis.query('CREATE TABLE wells (id int PRIMARY KEY, geom geometry(Point, 3857))');
  await registerWells(app, ada, await saveConnection(app, target.adminUrl));
  await app.grant({ to: bob, on: 'wells', permission: 'view' });
});

beforeEach(async () => {
  await gis.query(`DROP TABLE wells CASCADE;
    CREATE TABLE wells (id serial PRIMARY KEY, name varchar(10) NOT NULL, depth numeric, dug date, note text,
      twice numeric GENERATED ALWAYS AS (depth * 2) STORED, geom geometry(Point, 3857));
    INSERT INTO wells (name, depth, dug, geom)
      SELECT 'well ' || n, n * 1.5, date '2026-01-01' + n, ST_Transform(ST_SetSRID(ST_Point(n, 50), 4326), 3857)
        FROM generate_series(1, 12) n`);
});

afterAll(async () => {
  await gis.end();
  await app.close();
  await target.drop();
});

const post = (who: Person, path: string, json: unknown) =>
  ask(app, who, { path: `${EDIT}/${path}`, method: 'POST', json });

test('GET /datasets/{name}/versions/{version}/edit/capability and edit/schema return the current columns of a table', async () => {
  const capability = await ask(app, bob, { path: `${EDIT}/capability` });
  expect(capability.body).toMatchObject({
    editable: true,
    datasource_type: 'spatialdb',
    pk_column: 'id',
    layers: ['wells'],
  });
  const schema = await ask(app, bob, { path: `${EDIT}/schema` });
  const columns = Object.fromEntries(schema.body.columns.map((c: any) => [c.name, [c.type, c.editable]]));
  expect(columns).toEqual({
    id: ['integer', false],
    name: ['text', true],
    depth: ['real', true],
    dug: ['date', true],
    note: ['text', true],
    twice: ['real', false],
  });
});

test('GET /datasets/{name}/versions/{version}/edit/rows sorts, filters and pages in the database and returns extents in WGS84', async () => {
  const filters = encodeURIComponent(JSON.stringify([{ column: 'depth', op: '>', value: 3 }]));
  const { status, body } = await ask(app, bob, {
    path: `${EDIT}/rows?sort=depth&order=desc&limit=2&offset=1&filters=${filters}`,
  });
  expect(status).toBe(200);
  expect(body.total).toBe(10);
  expect(body.rows.map((row: any) => row.name)).toEqual(['well 11', 'well 10']);
  expect(body.rows[0]).toEqual({
    id: 11,
    name: 'well 11',
    depth: 16.5,
    dug: '2026-01-12',
    note: null,
    twice: 33,
  });
  expect(body.bounds[0][0]).toBeCloseTo(11, 6);
  expect(body.bounds[0][1]).toBeCloseTo(50, 6);
});

test('POST /datasets/{name}/versions/{version}/edit/update changes the table at once and logs the user', async () => {
  const { body } = await post(ada, 'update', {
    pk_column: 'id',
    pk_value: 3,
    updates: { note: 'dry', depth: 9 },
  });
  expect(body).toMatchObject({
    success: true,
    affected: 1,
    row: { id: 3, note: 'dry', depth: 9, twice: 18 },
  });
  expect((await gis.query('SELECT note, depth::int FROM wells WHERE id = 3')).rows).toEqual([
    { note: 'dry', depth: 9 },
  ]);
  const edits = await ask(app, ada, { path: '/datasets/wells/edits?version=1' });
  expect(edits.body.edits[0]).toMatchObject({
    kind: 'update',
    pk_value: 3,
    by: 'ada',
    before: { note: null, depth: 4.5 },
    after: { note: 'dry', depth: 9 },
  });
});

test('POST edit/update returns 409 with the row when it was changed in the database in the meantime', async () => {
  const { body } = await ask(app, ada, { path: `${EDIT}/rows?limit=1` });
  await gis.query(`UPDATE wells SET note = 'elsewhere' WHERE id = 1`);
  const stale = await post(ada, 'update', {
    pk_column: 'id',
    pk_value: 1,
    updates: { note: 'mine' },
    hash: body.hashes[0],
  });
  expect(stale.status).toBe(409);
  expect(stale.body).toMatchObject({ error: expect.any(String), current: { id: 1, note: 'elsewhere' } });
  const again = await post(ada, 'update', {
    pk_column: 'id',
    pk_value: 1,
    updates: { note: 'mine' },
    hash: stale.body.current_hash,
  });
  expect(again.status).toBe(200);
});

test('POST edit/insert takes values and a geometry in WGS84, and POST edit/delete deletes exactly one row', async () => {
  const inserted = await post(ada, 'insert', {
    row: { name: 'new', depth: 1.25 },
    geometry: { type: 'Point', coordinates: [13.4, 52.5] },
  });
  expect(inserted.body).toMatchObject({ success: true, pk_value: 13, row: { name: 'new' } });
  const { rows } = await gis.query(
    `SELECT round(ST_X(ST_Transform(geom, 4326))::numeric, 6)::float AS x FROM wells WHERE id = 13`,
  );
  expect(rows).toEqual([{ x: 13.4 }]);
  expect((await post(ada, 'delete', { pk_column: 'id', pk_value: 13 })).body).toMatchObject({ affected: 1 });
  expect((await post(ada, 'delete', { pk_column: 'id', pk_value: 13 })).status).toBe(409);
});

test.each([
  ['an unknown column', { updates: { 'a"--': 1 } }],
  ['a generated column', { updates: { twice: 4 } }],
  ['the key', { updates: { id: 4 } }],
  ['text for a number', { updates: { depth: 'deep' } }],
  ['a text beyond the width', { updates: { name: 'far too long a name' } }],
  ['nothing for NOT NULL', { updates: { name: null } }],
  ['another column as the key', { pk_column: 'name', updates: { note: 'x' } }],
  ['SQL as the key', { pk_value: '1 OR 1=1', updates: { note: 'x' } }],
])('POST edit/update with %s returns 400 and changes nothing', async (_, change) => {
  const { status, body } = await post(ada, 'update', { pk_column: 'id', pk_value: 1, ...change });
  expect([status, typeof body.error]).toEqual([400, 'string']);
  expect((await gis.query('SELECT name, note FROM wells WHERE id = 1')).rows).toEqual([
    { name: 'well 1', note: null },
  ]);
});

test('GET edit/rows returns 400 at once for sort=pg_sleep(9), an unknown operator and an unknown column', async () => {
  const bad = [
    'sort=pg_sleep(9)',
    `filters=${encodeURIComponent('[{"column":"id","op":";DROP","value":1}]')}`,
    `filters=${encodeURIComponent('[{"column":"x\\"","op":"=","value":1}]')}`,
  ];
  for (const query of bad) expect((await ask(app, ada, { path: `${EDIT}/rows?${query}` })).status).toBe(400);
});

test('POST edit/update returns 409 when a trigger suppresses the change, and for views and tables without a key with the reason', async () => {
  await gis.query(`CREATE OR REPLACE FUNCTION swallow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
    CREATE TRIGGER swallow BEFORE UPDATE ON wells FOR EACH ROW EXECUTE FUNCTION swallow()`);
  expect((await post(ada, 'update', { pk_column: 'id', pk_value: 1, updates: { note: 'x' } })).status).toBe(
    409,
  );
  await gis.query('ALTER TABLE wells DROP CONSTRAINT wells_pkey');
  const { body } = await ask(app, ada, { path: `${EDIT}/capability` });
  expect(body).toMatchObject({ editable: false, reason: expect.stringMatching(/no primary key/) });
  expect((await post(ada, 'update', { pk_column: 'id', pk_value: 1, updates: { note: 'x' } })).status).toBe(
    400,
  );
});

test('POST edit/update returns 403 for a user with view only', async () => {
  expect((await post(bob, 'update', { pk_column: 'id', pk_value: 1, updates: { note: 'x' } })).status).toBe(
    403,
  );
});

test('GET /preview of a table returns 200 with GeoJSON in WGS84, and 400 for a named layer', async () => {
  const { status, body } = await ask(app, bob, { path: '/preview?dataset=wells&version=1' });
  expect(status).toBe(200);
  expect(body).toMatchObject({ type: 'FeatureCollection', complete: true, total: 12, returned: 12 });
  expect(body.simplified).toBe(false);
  const first = body.features.find((feature: any) => feature.id === 1);
  expect(first.geometry.coordinates[0]).toBeCloseTo(1, 5);
  expect(first.properties).toMatchObject({ name: 'well 1', depth: 1.5 });
  expect((await ask(app, bob, { path: '/preview?dataset=wells&version=1&layer=wells' })).status).toBe(400);
  const boxed = await ask(app, bob, { path: '/preview?dataset=wells&version=1&bbox=0,40,3.5,60' });
  expect(boxed.body.total).toBe(3);
});

test('GET edit/rows returns 400 for a page that is too large, and 200 for fewer rows', async () => {
  await gis.query(`UPDATE wells SET note = repeat('x', 8000000)`);
  const { status, body } = await ask(app, bob, { path: `${EDIT}/rows?limit=500` });
  expect({ status, error: body.error }).toEqual({
    status: 400,
    error: expect.stringMatching(/Request fewer/),
  });
  const few = await ask(app, bob, { path: `${EDIT}/rows?limit=1` });
  expect(few.body.rows[0].note).toHaveLength(8_000_000);
});

test('GET /preview of a table cuts long values and leaves out features beyond a size limit', async () => {
  await gis.query(`ALTER TABLE wells ALTER geom TYPE geometry(Geometry, 3857);
    UPDATE wells SET note = repeat('ä', 5000), geom = ST_SetSRID(
      ST_Collect(ARRAY(SELECT ST_Point(n % 2 * 1e6 + n, n * 10) FROM generate_series(1, 100000) n)), 3857)`);
  const { body } = await ask(app, bob, { path: '/preview?dataset=wells&version=1&width=4096' });
  expect(body).toMatchObject({ complete: false, simplified: true, total: 12 });
  expect(body.returned).toBeGreaterThan(0);
  expect(body.returned).toBeLessThan(12);
  expect(body.features[0].properties.note).toHaveLength(1_000);
});

test('GET edit/rows returns the smallest 64-bit number as text, and 400 for a column that cannot be sorted', async () => {
  await gis.query(`ALTER TABLE wells ADD big bigint DEFAULT -9223372036854775808, ADD doc json`);
  const { body } = await ask(app, bob, { path: `${EDIT}/rows?limit=1` });
  expect(body.rows[0].big).toBe('-9223372036854775808');
  const sorted = await ask(app, bob, { path: `${EDIT}/rows?sort=doc` });
  expect({ status: sorted.status, error: sorted.body.error }).toEqual({
    status: 400,
    error: expect.stringMatching(/cannot be sorted or compared/),
  });
});

test('GET /metadata of a table returns 200 with its columns, and GET /versions/{id}/download 404', async () => {
  const { status, body } = await ask(app, bob, { path: '/metadata?dataset=wells&version=1' });
  expect(status).toBe(200);
  expect(body.layers[0]).toMatchObject({ name: 'wells', feature_count: 12 });
  expect(body.extent_wgs84[0]).toBeCloseTo(1, 4);
  const versions = await ask(app, bob, { path: '/datasets/wells/versions' });
  const { id } = versions.body.versions[0];
  expect((await ask(app, bob, { path: `/versions/${id}/download` })).status).toBe(404);
});

test('GET /metadata of a very large table does not read all of its rows, and warns that the count and the extent are estimates', async () => {
  const path = '/metadata?dataset=wells&version=1';
  expect((await ask(app, bob, { path })).body.warnings).not.toContainEqual(
    expect.stringMatching(/very large/),
  );
  await gis.query(`ALTER TABLE wells SET (autovacuum_enabled = false);
    INSERT INTO wells (name, note, geom)
      SELECT 'more', repeat('x', 1000), ST_SetSRID(ST_Point(n, 50), 3857) FROM generate_series(1, 6000) n;
    UPDATE pg_class SET reltuples = 6000000 WHERE oid = 'wells'::regclass`);
  const { status, body } = await ask(app, bob, { path });
  expect(status).toBe(200);
  expect(body.layers[0].feature_count).toBe(6_000_000);
  expect(body.warnings).toContainEqual(expect.stringMatching(/very large.*estimate.*sample/));
  // Not the wells of the first block.
  const [west, , east] = body.layers[0].extent;
  expect([west >= 1, east <= 6000, east > west]).toEqual([true, true, true]);
});
