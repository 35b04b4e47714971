import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { until } from '@cairn/testing';
import { ask } from './client.ts';
import { HOSTILE_NAMES } from './hostile.ts';
import { serveCountries } from './load-vault.ts';
import type { Person } from './test-app.ts';
import { startVaultWithDbadmin } from './with-dbadmin.ts';
import type { VaultWithDbadmin } from './with-dbadmin.ts';

let vault: VaultWithDbadmin;
/** May edit in the vault and in database administration. */
let ada: Person;
/** May edit only in the vault. */
let bob: Person;
let source: number;
let target: number;

/** A name that SQL must quote. */
const HOSTILE = `we'll "; DROP TABLE wells; --`;
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

beforeAll(async () => {
  vault = await startVaultWithDbadmin();
  ada = await vault.app.signUp({ username: 'ada' });
  bob = await vault.app.signUp({ username: 'bob' });
  await vault.letEdit(ada);
  for (const name of ['origin', 'goal']) await vault.server.query('postgres', `CREATE DATABASE ${name}`);
  await vault.server.query('goal', 'CREATE EXTENSION postgis');
  await vault.server.query(
    'origin',
    `CREATE EXTENSION postgis; CREATE TYPE state AS ENUM ('dry', 'wet');
     CREATE TABLE wells (id serial PRIMARY KEY, note text NOT NULL DEFAULT 'x', depth numeric(6,2), state state, tags text[],
       checked timestamptz, geom geometry(PointZ, 25832), label geography(Point, 4326));
     INSERT INTO wells (note, depth, state, tags, checked, geom, label)
       SELECT 'well ' || n, n + 0.25, 'wet', ARRAY['a', 'b,"c'], '2026-11-27 03:00+00', ST_SetSRID(ST_MakePoint(n, 2, 3), 25832),
         'SRID=4326;POINT(8 50)' FROM generate_series(1, 5000) n;
     CREATE VIEW deep AS SELECT id, depth FROM wells WHERE depth > 4001;
     CREATE TABLE plain (a int, b bytea);
     INSERT INTO plain VALUES (1, '\\x00ff'), (NULL, NULL);
     CREATE TABLE ${quoted(HOSTILE)} (${quoted('co"l')} int); INSERT INTO ${quoted(HOSTILE)} VALUES (7)`,
  );
  const register = async (name: string) => {
    const path = `/api/connections/${vault.serverId}/databases`;
    return (await ask(vault.dbadmin, vault.admin, { path, method: 'POST', json: { name } })).body
      .id as number;
  };
  [source, target] = [await register('origin'), await register('goal')];
});
afterEach(() => vault.relay.heal());
afterAll(() => vault.close());

const load = (person: Person, json: Record<string, unknown>) =>
  ask(vault.app, person, { path: '/api/quick-import', method: 'POST', json });
const copy = (person: Person, tables: string[] | string, more: Record<string, unknown> = {}) =>
  load(person, {
    source_type: 'spatialdb',
    source_database_id: source,
    source_tables: tables,
    spatialdb_database_id: target,
    ...more,
  });
const newDatabase = (name: string) => ({
  spatialdb_destination: 'new',
  spatialdb_connection_id: vault.serverId,
  spatialdb_new_database_name: name,
  spatialdb_database_id: undefined,
});
const rows = (database: string, table: string) =>
  vault.server.query(database, `SELECT count(*)::int AS count FROM ${table}`);

test('POST /api/quick-import with spatialdb copies tables with types, keys and spatial indexes, all from one snapshot', async () => {
  const { status, body } = await copy(ada, ['wells', 'deep', 'plain']);
  expect([status, body]).toEqual([
    201,
    {
      success: true,
      source_type: 'spatialdb',
      database_id: target,
      tables: [
        { layer: 'wells', table: 'wells', rows: 5000, srid: 25832 },
        { layer: 'deep', table: 'deep', rows: 1000, srid: 0 },
        { layer: 'plain', table: 'plain', rows: 2, srid: 0 },
      ],
      schema: 'public',
      pg_service: null,
    },
  ]);
  const digest = `SELECT md5(string_agg(md5(ROW(id, note, depth, state::text, tags, checked, geom, label)::text), '' ORDER BY id)) FROM wells`;
  expect(await vault.server.query('goal', digest)).toEqual(await vault.server.query('origin', digest));
  const types = `SELECT attname AS name, format_type(atttypid, atttypmod) AS type, attnotnull AS required FROM pg_attribute
    WHERE attrelid = 'wells'::regclass AND attnum > 0 ORDER BY attnum`;
  const expected = (await vault.server.query('origin', types)).map((each) =>
    each.name === 'state' ? { ...each, type: 'text' } : each,
  );
  expect(await vault.server.query('goal', types)).toEqual(expected);
  const indexes = `SELECT count(*)::int AS count FROM pg_indexes WHERE tablename = 'wells' AND indexdef ~ 'gist|wells_pkey'`;
  expect(await vault.server.query('goal', indexes)).toEqual([{ count: 3 }]);
});

test('POST /api/quick-import with spatialdb replaces and appends, and refuses tables that exist or differ', async () => {
  expect((await copy(ada, 'plain')).status).toBe(409);
  expect((await copy(ada, 'plain', { mode: 'replace' })).status).toBe(201);
  expect((await copy(ada, 'plain', { mode: 'append' })).status).toBe(201);
  expect(await rows('goal', 'plain')).toEqual([{ count: 4 }]);
  await vault.server.query('goal', 'CREATE TABLE other (a text, b bytea); GRANT ALL ON other TO PUBLIC');
  const differing = await copy(ada, 'plain', { mode: 'append', table_name: 'other' });
  expect([differing.status, differing.body.error]).toEqual([
    409,
    expect.stringContaining('other types: "a"'),
  ]);
  // All or none: the second table exists.
  expect((await copy(ada, ['deep', 'plain'], { table_name: 'both', mode: 'create' })).status).toBe(201);
  await vault.server.query('goal', 'DROP TABLE both_deep');
  expect((await copy(ada, ['deep', 'plain'], { table_name: 'both' })).status).toBe(409);
  expect(await vault.server.query('goal', `SELECT FROM pg_class WHERE relname = 'both_deep'`)).toEqual([]);
});

test('POST /api/quick-import with spatialdb copies tables with hostile names into hostile names', async () => {
  const { status, body } = await copy(ada, [HOSTILE], { table_name: HOSTILE });
  expect([status, body.error]).toEqual([201, undefined]);
  expect(await vault.server.query('goal', `SELECT * FROM ${quoted(HOSTILE)}`)).toEqual([{ 'co"l': 7 }]);
  expect(await rows('goal', 'wells')).toEqual([{ count: 5000 }]);
});

test('POST /api/quick-import with spatialdb takes hostile names of schemas, tables, columns and databases as names', async () => {
  const answers: Record<string, unknown> = {};
  for (const [what, name] of Object.entries({ ...HOSTILE_NAMES, 'NUL character': 'wells\0' })) {
    const short = name.slice(0, 63).replaceAll('\0', '');
    const [exact, lower] = [quoted(short), quoted(short.toLowerCase())];
    // Tables and columns that differ only in capitals, where the name has any.
    await vault.server.query(
      'origin',
      `CREATE SCHEMA ${exact}; CREATE TABLE ${exact}.${exact} (${exact} int);
       INSERT INTO ${exact}.${exact} VALUES (7); CREATE TABLE IF NOT EXISTS ${exact}.${lower} (${lower} int)`,
    );
    await vault.server.query('goal', `CREATE SCHEMA ${exact}; GRANT ALL ON SCHEMA ${exact} TO PUBLIC`);
    const same = await copy(ada, [name], { source_schema: short, schema: short });
    const renamed = await copy(ada, [name], { source_schema: short, table_name: 'renamed', mode: 'replace' });
    const { status } = await copy(ada, 'plain', newDatabase(name));
    answers[what] = [same.status, renamed.status, status];
    if (same.status === 201) {
      const copied = await vault.server.query('goal', `SELECT * FROM ${exact}.${exact}`);
      expect(copied).toEqual([{ [short]: 7 }]);
      const tables = `SELECT relname AS name FROM pg_class WHERE relnamespace = $1::regnamespace AND relkind = 'r'`;
      expect(await vault.server.query('goal', tables, [exact])).toEqual([{ name: short }]);
    }
  }
  // Table and schema, table under another name, new database.
  expect(answers).toEqual({
    quotes: [201, 201, 400],
    slashes: [201, 201, 400],
    'parent folders': [201, 201, 400],
    'control characters': [400, 201, 400],
    SQL: [201, 201, 400],
    'percent-encoding': [201, 201, 400],
    '300 characters': [400, 422, 400],
    capitals: [201, 201, 201],
    'NUL character': [400, 400, 400],
  });
  expect(await vault.databases(HOSTILE_NAMES.capitals)).toEqual([HOSTILE_NAMES.capitals]);
  expect(await rows('goal', 'wells')).toEqual([{ count: 5000 }]);
});

test('POST /api/quick-import with spatialdb needs the edit permission in database administration on both databases', async () => {
  expect((await copy(bob, 'wells', { table_name: 'of_bob' })).status).toBe(403);
  expect((await copy(bob, 'wells', newDatabase('of_bob'))).status).toBe(403);
  expect((await copy(ada, 'wells', { source_database_id: 999_999 })).status).toBe(400);
  expect((await copy(ada, 'absent')).status).toBe(422);
  expect((await copy(ada, 'pg_class', { source_schema: 'pg_catalog', schema: 'pg_catalog' })).status).toBe(
    400,
  );
  expect(await vault.databases('of_bob')).toEqual([]);
});

test('POST /api/quick-import loads into a new database, and drops it when the load fails', async () => {
  const created = await copy(ada, ['wells'], newDatabase('fresh'));
  expect([created.status, created.body]).toMatchObject([201, { tables: [{ rows: 5000 }] }]);
  expect(await rows('fresh', 'wells')).toEqual([{ count: 5000 }]);
  expect(created.body.database_id).toEqual(expect.any(Number));
  expect((await copy(ada, ['absent'], newDatabase('broken'))).status).toBe(422);
  expect((await copy(ada, ['wells'], { ...newDatabase('broken'), schema: 'absent' })).status).toBe(409);
  expect(await vault.databases('broken')).toEqual([]);
  const files = await serveCountries();
  try {
    const json = { source_type: 'url', url: files.url, ...newDatabase('from_url') };
    expect((await load(ada, json)).status).toBe(201);
    expect(await rows('from_url', 'countries')).toEqual([{ count: 241 }]);
  } finally {
    files.close();
  }
});

test('a copy whose commit was received but not its answer is not made twice', async () => {
  // The first attempt ends after the commit: saving its audit event fails once.
  await vault.app.admin.query(
    `CREATE SEQUENCE vault.failures; GRANT ALL ON SEQUENCE vault.failures TO vault;
     CREATE FUNCTION vault.fail_once() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN IF nextval('vault.failures') = 1 THEN RAISE 'lost'; END IF; RETURN NEW; END $$;
     CREATE TRIGGER fail_once BEFORE INSERT ON vault.audit_events
       FOR EACH ROW WHEN (NEW.event = 'database.loaded') EXECUTE FUNCTION vault.fail_once()`,
  );
  const { status, body } = await copy(ada, 'plain', { mode: 'append' });
  await vault.app.admin.query('DROP TRIGGER fail_once ON vault.audit_events');
  expect([status, body.tables]).toMatchObject([201, [{ rows: 2 }]]);
  expect(await rows('goal', 'plain')).toEqual([{ count: 6 }]);
});

test('POST /api/jobs/{id}/cancel of a load drops the new database that it has created', async () => {
  let reached = () => {};
  const moment = new Promise<void>((done) => (reached = done));
  vault.relay.fail((path) => {
    if (!path.endsWith('/login') || path.includes(`/${source}/`)) return null;
    reached();
    return 'hold response';
  });
  const loading = copy(ada, 'plain', newDatabase('cancelled'));
  await moment;
  expect(await vault.databases('cancelled')).toEqual(['cancelled']);
  const { body: jobs } = await ask(vault.app, ada, { path: '/api/jobs?status=active' });
  await ask(vault.app, ada, { path: `/api/jobs/${jobs[0].id}/cancel`, method: 'POST' });
  expect((await loading).status).toBe(409);
  await until('the database is dropped', async () => (await vault.databases('cancelled')).length === 0);
  const { rows: saved } = await vault.app.admin.query(
    `SELECT FROM vault.connections WHERE database_name = 'cancelled'`,
  );
  expect(saved).toEqual([]);
});
