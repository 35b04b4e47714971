import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase } from '@cairn/testing';
import type { TestDatabase } from '@cairn/testing';
import { ask } from './client.ts';
import { saveConnection } from './external-sources.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';

let app: TestVault;
let target: TestDatabase;
let gis: pg.Client;
let editor: Person;
let root: Person;
let id: number;

const LONG = 'n'.repeat(63);

beforeAll(async () => {
  [app, target] = await Promise.all([startTestVault({ inspects: false }), createTestDatabase()]);
  editor = await app.signUp({ username: 'editor' });
  root = await app.signUp({ username: 'root', isAdmin: true });
  gis = new pg.Client({ connectionString: target.adminUrl });
  await gis.connect();
  id = await saveConnection(app, target.adminUrl);
  await gis.query(`CREATE TYPE state AS ENUM ('dry', 'wet'); CREATE EXTENSION postgres_fdw;
    CREATE SERVER far FOREIGN DATA WRAPPER postgres_fdw;
    CREATE TABLE kinds (code text PRIMARY KEY); GRANT ALL ON kinds TO vault`);
});

beforeEach(async () => {
  await gis.query(`DROP TABLE IF EXISTS wells CASCADE; TRUNCATE kinds CASCADE;
    CREATE TABLE wells (id serial PRIMARY KEY, "Name" varchar(20) NOT NULL DEFAULT 'new', name text, depth numeric CHECK (depth >= 0),
      twice numeric GENERATED ALWAYS AS (depth * 2) STORED, seen int GENERATED ALWAYS AS IDENTITY, tags text[], state state,
      photo bytea, kind text REFERENCES kinds, "say ""hi"" --" text, "${LONG}" text, geom geometry(Point, 4326));
    INSERT INTO wells ("Name", depth) SELECT 'well ' || n, n FROM generate_series(1, 3) n;
    GRANT ALL ON wells TO vault; GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO vault`);
});

afterAll(async () => {
  await gis.end();
  await app.close();
  await target.drop();
});

const post = (what: string, json: object, who: Person | null = editor) =>
  ask(app, who, {
    path: `/api/table/${what}`,
    method: 'POST',
    json: { connection_id: id, table: 'wells', ...json },
  });
const update = (updates: object, json: object = {}) =>
  post('update', { pk_column: 'id', pk_value: 2, updates, ...json });
const wells = async () => (await gis.query('SELECT w::text FROM wells w ORDER BY id')).rows;
const lastEvent = async () => (await ask(app, root, { path: '/api/audit?limit=1' })).body.items[0];

test('POST /api/table/update changes exactly one row, and GET /api/audit names the user', async () => {
  const { status, body } = await update({
    depth: 9.5,
    name: 'x',
    state: 'wet',
    [LONG]: 'long',
    'say "hi" --': "it's",
  });
  expect([status, body]).toMatchObject([
    200,
    { success: true, affected: 1, pk_value: 2, hash: expect.any(String) },
  ]);
  expect(body.row).toMatchObject({ id: 2, Name: 'well 2', name: 'x', depth: 9.5, twice: 19, state: 'wet' });
  expect((await gis.query(`SELECT id FROM wells WHERE depth = 9.5 AND "${LONG}" = 'long'`)).rows).toEqual([
    { id: 2 },
  ]);
  expect(await lastEvent()).toMatchObject({
    event: 'row.updated',
    subject: 'public.wells',
    actor_name: 'editor',
    details: { connection_id: id, key: '2', columns: ['depth', 'name', 'state', LONG, 'say "hi" --'] },
  });
  const stale = await update({ name: 'y' }, { hash: 'of another row' });
  expect([stale.status, stale.body]).toMatchObject([
    409,
    { current: { name: 'x' }, current_hash: body.hash },
  ]);
  expect((await update({ name: 'y' }, { hash: body.hash })).status).toBe(200);
});

test('POST /api/table/delete deletes exactly one row, and returns 409 when it is gone', async () => {
  const one = { pk_column: 'id', pk_value: 2 };
  expect((await post('delete', one)).body).toMatchObject({ success: true, affected: 1 });
  expect((await gis.query('SELECT id FROM wells ORDER BY id')).rows).toEqual([{ id: 1 }, { id: 3 }]);
  expect(await lastEvent()).toMatchObject({ event: 'row.deleted', details: { key: '2' } });
  const again = await post('delete', one);
  expect([again.status, again.body.error]).toEqual([409, expect.stringMatching(/no longer a row with id 2/)]);
});

test('POST /api/table/insert inserts a row with its defaults and a geometry in WGS84', async () => {
  const geometry = { type: 'Point', coordinates: [13.4, 52.5] };
  const { status, body } = await post('insert', { row: { depth: 4 }, geometry });
  expect([status, body]).toMatchObject([200, { success: true, pk_value: 4, row: { Name: 'new', twice: 8 } }]);
  expect((await gis.query('SELECT ST_AsText(geom) AS at FROM wells WHERE id = 4')).rows).toEqual([
    { at: 'POINT(13.4 52.5)' },
  ]);
  expect(await lastEvent()).toMatchObject({ event: 'row.inserted', details: { key: '4' } });
  const coded = { table: 'kinds', row: { code: 'spring' } };
  expect((await post('insert', coded)).body).toMatchObject({ pk_value: 'spring' });
  expect((await post('insert', coded)).body.error).toMatch(/Another row has the same value/);
  expect((await post('insert', { table: 'kinds', row: {} })).body.error).toMatch(/"code" must have a value/);
});

test.each([
  ['a key that no row has', { pk_value: 99 }, 409, /no longer a row/],
  ['SQL as the key', { pk_value: '2 OR true' }, 400, /must be a whole number/],
  ['a key beyond the integers', { pk_value: '99999999999999999999' }, 400, /must be a whole number/],
  [
    'a column that is not the key',
    { pk_column: 'Name', pk_value: 'well 2' },
    400,
    /not the key of the layer/,
  ],
  ['SQL as the key column', { pk_column: 'id" = 2 OR "id', pk_value: 2 }, 400, /not the key of the layer/],
  ['an unknown column', { updates: { 'name" = 1, "depth': 1 } }, 400, /There is no column/],
  ['a name in other capitals', { updates: { NAME: 'x' } }, 400, /There is no column/],
  ['no values', { updates: {} }, 400, /contains no values/],
  ['a generated column', { updates: { twice: 4 } }, 400, /cannot be edited/],
  ['an identity column', { updates: { seen: 4 } }, 400, /cannot be edited/],
  ['an array', { updates: { tags: ['a'] } }, 400, /cannot be edited/],
  ['binary data', { updates: { photo: 'aGk=' } }, 400, /cannot be edited/],
  ['the key itself', { updates: { id: 7 } }, 400, /cannot be edited/],
  [
    'a value that the enum does not have',
    { updates: { state: 'frozen' } },
    400,
    /does not have its column's type/,
  ],
  ['NULL for NOT NULL', { updates: { Name: null } }, 400, /must have a value/],
  ['a value that a check forbids', { updates: { depth: -1 } }, 400, /constraint wells_depth_check/],
  ['a reference to nothing', { updates: { kind: 'gone' } }, 400, /constraint wells_kind_fkey/],
  ['an unknown table', { table: 'gone' }, 400, /public\.gone is not in the database/],
  ['SQL as the table', { table: 'wells; DROP TABLE wells' }, 400, /is not in the database/],
  ['a schema of PostgreSQL', { schema: 'pg_catalog', table: 'pg_class' }, 400, /belongs to PostgreSQL/],
  ['an unknown connection', { connection_id: 99 }, 400, /no saved connection 99/],
])('POST /api/table/update with %s changes nothing', async (_, change, code, sentence) => {
  const before = await wells();
  const { status, body } = await update({ name: 'changed' }, change);
  expect([status, body.error]).toEqual([code, expect.stringMatching(sentence)]);
  expect(await wells()).toEqual(before);
});

test.each([
  ['a table without a key', 'CREATE TABLE odd (id int)', /no primary key/],
  ['a key of several columns', 'CREATE TABLE odd (id int, a int, PRIMARY KEY (id, a))', /several columns/],
  ['a view', 'CREATE VIEW odd AS SELECT * FROM wells', /This is a view/],
  ['a materialised view', 'CREATE MATERIALIZED VIEW odd AS SELECT * FROM wells', /This is a view/],
  ['a foreign table', `CREATE FOREIGN TABLE odd (id int) SERVER far`, /This is a foreign table/],
  [
    'a table that the user may only read',
    'CREATE TABLE odd (id int PRIMARY KEY); REVOKE INSERT, UPDATE, DELETE ON odd FROM vault',
    /may not change this table/,
  ],
])('POST /api/table/update, …/delete and …/insert of %s return 409', async (_, statement, sentence) => {
  await gis.query(`BEGIN; ${statement}; GRANT SELECT ON odd TO vault; COMMIT`);
  const kind = /CREATE (FOREIGN TABLE|MATERIALIZED VIEW|VIEW|TABLE)/.exec(statement)![1];
  try {
    const row = { table: 'odd', pk_column: 'id', pk_value: 1 };
    for (const answer of [
      await post('update', { ...row, updates: { a: 1 } }),
      await post('delete', row),
      await post('insert', { table: 'odd', row: {} }),
    ])
      expect([answer.status, answer.body.error]).toEqual([409, expect.stringMatching(sentence)]);
  } finally {
    await gis.query(`DROP ${kind} odd`);
  }
});

test.each([
  ['a trigger that swallows the row', 'RETURN NULL', 409, /did not update exactly one row/],
  [
    'a trigger that rejects the row',
    `RAISE EXCEPTION 'secret of another row'`,
    400,
    /A trigger of the database rejects/,
  ],
  [
    'a trigger that fails',
    'EXECUTE $x$SELECT 1 FROM gone$x$; RETURN NEW',
    409,
    /error 42P01\)\. Nothing was changed/,
  ],
])('POST /api/table/update with %s changes nothing', async (_, code, status, sentence) => {
  await gis.query(`CREATE OR REPLACE FUNCTION react() RETURNS trigger LANGUAGE plpgsql AS $f$ BEGIN ${code}; END $f$;
    CREATE TRIGGER react BEFORE UPDATE ON wells FOR EACH ROW EXECUTE FUNCTION react()`);
  const before = await wells();
  const answer = await update({ name: 'changed' });
  expect([answer.status, answer.body.error]).toEqual([status, expect.stringMatching(sentence)]);
  expect(answer.body.error).not.toContain('secret');
  expect(await wells()).toEqual(before);
});

test('POST /api/table/update and …/insert obey row-level security', async () => {
  await gis.query(`ALTER TABLE wells ENABLE ROW LEVEL SECURITY;
    CREATE POLICY shallow ON wells USING (depth < 2) WITH CHECK (depth < 2)`);
  expect((await update({ name: 'x' })).status).toBe(409);
  const deep = await post('update', { pk_column: 'id', pk_value: 1, updates: { depth: 5 } });
  expect([deep.status, deep.body.error]).toEqual([409, expect.stringMatching(/row-level security/)]);
  expect((await post('insert', { row: { depth: 5 } })).status).toBe(409);
  expect((await post('insert', { row: { depth: 1 } })).status).toBe(200);
});

test('POST /api/table/update of a table that inherits the same key from another changes neither row', async () => {
  await gis.query(
    `CREATE TABLE wells_old () INHERITS (wells); INSERT INTO wells_old (id, seen) VALUES (2, 1)`,
  );
  const { status, body } = await update({ name: 'x' });
  expect([status, body.error]).toEqual([409, expect.stringMatching(/did not find exactly one row/)]);
  expect((await gis.query(`SELECT FROM wells WHERE name = 'x'`)).rowCount).toBe(0);
});

test('POST /api/table/insert with a geometry returns 400 for a column without an SRID and for a table without geometries', async () => {
  const geometry = { type: 'Point', coordinates: [1, 2] };
  await gis.query('ALTER TABLE wells ALTER geom TYPE geometry');
  expect((await post('insert', { row: {}, geometry })).body.error).toMatch(/no coordinate reference system/);
  const plain = await post('insert', { table: 'kinds', row: { code: 'x' }, geometry });
  expect([plain.status, plain.body.error]).toEqual([400, expect.stringMatching(/no geometry column/)]);
  expect(await wells()).toHaveLength(3);
});
