import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { startTestServer } from '@cairn/testing';
import type { TestServer } from '@cairn/testing';
import { startTestDbadmin } from './test-app.ts';
import type { TestDbadmin, Person } from './test-app.ts';

let app: TestDbadmin;
let server: TestServer;
let admin: Person;
let id: number;

beforeAll(async () => {
  [app, server] = await Promise.all([startTestDbadmin(), startTestServer()]);
  admin = await app.signUp({ username: 'admin', isAdmin: true });
  id = await app.connect(admin, server);
  for (const name of ['parcels', 'roads', 'shut']) await server.query('postgres', `CREATE DATABASE ${name}`);
  await server.query('postgres', 'CREATE ROLE successor LOGIN; CREATE ROLE chief LOGIN SUPERUSER');
  await server.query('postgres', 'CREATE ROLE cairn_auth_reader; CREATE ROLE portal LOGIN');
});

afterAll(async () => {
  await app.close();
  await server.stop();
});

/** A role that owns things in two databases, a database, and has rights in a third. */
beforeEach(async () => {
  await server.query('postgres', 'DROP DATABASE IF EXISTS own');
  for (const name of ['parcels', 'roads', 'shut', 'postgres']) {
    await server.query(
      name,
      `DO $$ BEGIN IF to_regrole('ana') IS NOT NULL THEN DROP OWNED BY ana; END IF; END $$`,
    );
  }
  await server.query('postgres', 'DROP ROLE IF EXISTS ana');
  await server.query('postgres', 'CREATE ROLE ana LOGIN');
});

const drop = (query = '', name = 'ana') =>
  app.ask(admin, { path: `/api/connections/${id}/pg-users/${name}${query}`, method: 'DELETE' });
const owned = () => app.ask(admin, { path: `/api/connections/${id}/pg-users/ana/owned` });
const isThere = async () =>
  (await server.query('postgres', `SELECT 1 FROM pg_roles WHERE rolname = 'ana'`)).length === 1;

async function giveThings(): Promise<void> {
  await server.query('parcels', 'DROP SCHEMA IF EXISTS cadastre CASCADE; DROP TABLE IF EXISTS public.notes');
  await server.query('parcels', 'CREATE SCHEMA cadastre AUTHORIZATION ana');
  await server.query(
    'parcels',
    'CREATE TABLE public.notes AS SELECT 42 AS answer; ALTER TABLE public.notes OWNER TO ana',
  );
  await server.query(
    'roads',
    'DROP VIEW IF EXISTS streets; CREATE VIEW streets AS SELECT 1 AS a; ALTER VIEW streets OWNER TO ana',
  );
  await server.query('postgres', 'CREATE DATABASE own OWNER ana');
}

test('GET /api/connections/{id}/pg-users/{name}/owned lists the objects of a role in every database', async () => {
  await giveThings();
  const { body } = await owned();
  expect(body).toEqual({
    role: 'ana',
    databases: [
      { database: 'own', owns_database: true, objects: [], count: 0 },
      {
        database: 'parcels',
        owns_database: false,
        objects: [
          { kind: 'schema', name: 'cadastre' },
          { kind: 'table', name: 'public.notes' },
        ],
        count: 2,
      },
      {
        database: 'roads',
        owns_database: false,
        objects: [{ kind: 'view', name: 'public.streets' }],
        count: 1,
      },
    ],
  });
  const nobody = await app.ask(admin, { path: `/api/connections/${id}/pg-users/nobody/owned` });
  expect(nobody.status).toBe(404);
});

test('DELETE /api/connections/{id}/pg-users/{name} of a role with objects returns 409 with the objects and changes nothing', async () => {
  await giveThings();
  const answer = await drop();
  expect(answer.status).toBe(409);
  expect(answer.body.error).toContain('own, parcels, roads');
  expect(answer.body.owned).toEqual((await owned()).body);
  expect(await isThere()).toBe(true);
});

test('DELETE /api/connections/{id}/pg-users/{name} with reassign_to reassigns all objects and drops the role', async () => {
  await giveThings();
  expect((await drop('?reassign_to=successor')).body).toEqual({ success: true });
  expect(await isThere()).toBe(false);
  const [notes] = await server.query(
    'parcels',
    `SELECT tableowner, (SELECT answer FROM notes) FROM pg_tables WHERE tablename = 'notes'`,
  );
  expect(notes).toEqual({ tableowner: 'successor', answer: 42 });
  const [base] = await server.query(
    'postgres',
    `SELECT datdba::regrole::text AS owner FROM pg_database WHERE datname = 'own'`,
  );
  expect(base).toEqual({ owner: 'successor' });
  const { body } = await app.ask(admin, { path: `/api/audit?connection_id=${id}` });
  expect(body.items[0]).toMatchObject({
    event: 'role.dropped',
    subject: 'ana',
    details: { reassigned_to: 'successor' },
  });
});

test('a role with privileges and default privileges only is dropped without reassign_to', async () => {
  await server.query(
    'parcels',
    'CREATE TABLE IF NOT EXISTS public.open (a int); GRANT SELECT ON public.open TO ana',
  );
  await server.query('roads', 'ALTER DEFAULT PRIVILEGES FOR ROLE ana GRANT SELECT ON TABLES TO PUBLIC');
  await server.query('roads', 'ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO ana');
  await server.query('postgres', 'GRANT CREATE ON DATABASE roads TO ana');
  expect((await drop()).body).toEqual({ success: true });
  expect(await isThere()).toBe(false);
});

test.each([
  ['nobody', 404],
  ['ana', 400],
  ['pg_monitor', 400],
  ['a";DROP', 400],
  ['', 400],
  ['postgres', 400],
  ['chief', 400],
  ['portal', 400],
])('reassign_to %j returns %i and changes nothing', async (successor, status) => {
  await giveThings();
  expect((await drop(`?reassign_to=${encodeURIComponent(successor)}`)).status).toBe(status);
  expect(await isThere()).toBe(true);
});

test('a function that runs as its owner never becomes one of a superuser, unless it was before', async () => {
  await server.query(
    'roads',
    `CREATE OR REPLACE FUNCTION public.trap() RETURNS text LANGUAGE sql SECURITY DEFINER AS 'SELECT current_user::text';
     ALTER FUNCTION public.trap() OWNER TO ana`,
  );
  const refused = await drop('?reassign_to=chief');
  expect([refused.status, refused.body.error]).toEqual([
    400,
    expect.stringContaining('privileges of a superuser'),
  ]);
  expect(await server.query('roads', 'SELECT public.trap() AS who')).toEqual([{ who: 'ana' }]);
  await server.query('postgres', 'ALTER ROLE ana SUPERUSER');
  expect((await drop('?reassign_to=chief')).status).toBe(200);
  expect(await server.query('roads', 'SELECT public.trap() AS who')).toEqual([{ who: 'chief' }]);
});

test('a database that does not accept connections is listed with the reason, and the role stays', async () => {
  await server.query(
    'shut',
    'DROP TABLE IF EXISTS hidden; CREATE TABLE hidden (a int); ALTER TABLE hidden OWNER TO ana',
  );
  await server.query('postgres', 'ALTER DATABASE shut ALLOW_CONNECTIONS false');
  try {
    const [only] = (await owned()).body.databases;
    expect(only).toMatchObject({ database: 'shut', count: 1, objects: [], error: expect.any(String) });
    const answer = await drop('?reassign_to=successor');
    expect(answer.status).toBe(409);
    expect(answer.body.error).toContain('shut');
    expect(await isThere()).toBe(true);
  } finally {
    await server.query('postgres', 'ALTER DATABASE shut ALLOW_CONNECTIONS true');
    await server.query('shut', 'DROP TABLE hidden');
  }
});

test('a closed database in which the role has privileges only is reported before anything is revoked', async () => {
  await server.query('shut', 'CREATE TABLE IF NOT EXISTS open (a int); GRANT SELECT ON open TO ana');
  await server.query(
    'parcels',
    'CREATE TABLE IF NOT EXISTS public.open (a int); GRANT SELECT ON public.open TO ana',
  );
  await server.query('postgres', 'ALTER DATABASE shut ALLOW_CONNECTIONS false');
  try {
    const answer = await drop();
    expect(answer.status).toBe(409);
    expect(answer.body.error).toContain('(shut)');
    const [right] = await server.query(
      'parcels',
      `SELECT has_table_privilege('ana', 'public.open', 'SELECT') AS kept`,
    );
    expect(right).toEqual({ kept: true });
  } finally {
    await server.query('postgres', 'ALTER DATABASE shut ALLOW_CONNECTIONS true');
  }
});

test('dropping a role deletes its access levels, and no others', async () => {
  const { rows } = await app.admin.query(
    `INSERT INTO dbadmin.databases (connection_id, name) VALUES ($1, 'parcels') RETURNING id`,
    [id],
  );
  await app.admin.query(
    `INSERT INTO dbadmin.grants (database_id, role_name, level) VALUES ($1, 'ana', 'readonly'), ($1, 'successor', 'admin')`,
    [rows[0].id],
  );
  expect((await drop()).status).toBe(200);
  const left = await app.admin.query('SELECT role_name FROM dbadmin.grants');
  expect(left.rows).toEqual([{ role_name: 'successor' }]);
});

test('a table that is created for a role while it is dropped is never lost', async () => {
  for (let round = 0; round < 10; round += 1) {
    await server.query('parcels', 'GRANT CREATE ON SCHEMA public TO ana');
    const maker = new pg.Client({ connectionString: server.url('parcels') });
    await maker.connect();
    await maker.query('SET ROLE ana');
    const dropped = drop();
    await delay(round * 12);
    const made: string[] = [];
    try {
      for (let index = 0; index < 60; index += 1) {
        await maker.query(`CREATE TABLE public.race_${round}_${index} ()`);
        made.push(`race_${round}_${index}`);
      }
    } catch {
      // The role, or its right to make tables, is gone.
    }
    await maker.end();
    const { status } = await dropped;
    expect([200, 409]).toContain(status);
    const there = await server.query(
      'parcels',
      `SELECT relname FROM pg_class WHERE relname LIKE 'race\\_${round}\\_%'`,
    );
    expect(there).toHaveLength(made.length);
    if (made.length > 0) expect(status).toBe(409);
    await server.query(
      'parcels',
      `DO $$ DECLARE t text; BEGIN FOR t IN SELECT relname FROM pg_class WHERE relname LIKE 'race\\_%' LOOP EXECUTE format('DROP TABLE public.%I', t); END LOOP; END $$`,
    );
    await server.query(
      'postgres',
      `DO $$ BEGIN IF to_regrole('ana') IS NULL THEN CREATE ROLE ana LOGIN; END IF; END $$`,
    );
  }
});

test('of two concurrent drops of a role one succeeds, and the other returns 404 or 409', async () => {
  const statuses = (await Promise.all([drop(), drop()])).map(({ status }) => status).sort();
  expect(statuses[0]).toBe(200);
  expect([404, 409]).toContain(statuses[1]);
});
