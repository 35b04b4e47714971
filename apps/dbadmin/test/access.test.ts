import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { TestServer } from '@cairn/testing';
import { startAccessApp } from './access-app.ts';

const { app, server, admin, editor, connection, gis, register, may, makeLater, call, close } =
  await startAccessApp();

afterAll(close);

/** What a role tries, and the levels that allow it. */
const ACTIONS: [action: string, sql: string, levels: string[]][] = [
  ['connect', 'SELECT 1', ['readonly', 'readwrite', 'admin']],
  ['read a table', 'SELECT * FROM cadastre.parcels', ['readonly', 'readwrite', 'admin']],
  ['read a view', 'SELECT * FROM public.parcel_names', ['readonly', 'readwrite', 'admin']],
  ['read a materialized view', 'SELECT * FROM public.parcel_count', ['readonly', 'readwrite', 'admin']],
  [
    'read a table of an odd name',
    'SELECT * FROM public."odd ""table; name"',
    ['readonly', 'readwrite', 'admin'],
  ],
  ['read a sequence', 'SELECT last_value FROM cadastre.parcels_id_seq', ['readonly', 'readwrite', 'admin']],
  ['read what PostGIS brings', 'SELECT * FROM spatial_ref_sys LIMIT 1', ['readonly', 'readwrite', 'admin']],
  ['read a table made later', 'SELECT * FROM cadastre.later', ['readonly', 'readwrite', 'admin']],
  ['read in a schema made later', 'SELECT * FROM annex.later', ['readonly', 'readwrite', 'admin']],
  [
    'insert, with the next number',
    `INSERT INTO cadastre.parcels (name) VALUES ('c')`,
    ['readwrite', 'admin'],
  ],
  ['update', `UPDATE cadastre.parcels SET name = 'x'`, ['readwrite', 'admin']],
  ['delete', 'DELETE FROM cadastre.parcels', ['readwrite', 'admin']],
  ['insert into a table made later', 'INSERT INTO cadastre.later (a) VALUES (1)', ['readwrite', 'admin']],
  ['make a temporary table', 'CREATE TEMP TABLE t (a int)', ['readwrite', 'admin']],
  ['truncate', 'TRUNCATE cadastre.parcels', ['admin']],
  ['make a table', 'CREATE TABLE cadastre.mine (a int)', ['admin']],
  ['make a schema', 'CREATE SCHEMA mine', ['admin']],
  ['refer to a table', 'CREATE TABLE cadastre.mine (p int REFERENCES cadastre.parcels)', ['admin']],
  ['drop a table of another', 'DROP TABLE cadastre.parcels CASCADE', []],
  ['read a table of another owner', 'SELECT * FROM surveys.points', ['readonly', 'readwrite', 'admin']],
];

describe.each(['readonly', 'readwrite', 'admin'])('a role with the level %s', (level) => {
  beforeAll(async () => {
    expect((await call('POST', '', { role_name: 'ana', level })).status).toBe(201);
    await makeLater();
  });

  test.each(
    ACTIONS.map(([action, sql, levels]) => [levels.includes(level) ? 'may' : 'may not', action, sql]),
  )('%s %s', async (verdict, _action, sql) => {
    expect(await may('ana', sql)).toBe(verdict === 'may');
  });
});

describe('levels', () => {
  beforeAll(async () => {
    expect((await call('POST', '', { role_name: 'ana', level: 'admin' })).status).toBe(201);
  });

  test('POST /api/databases/{id}/access returns 201 with the granted and skipped objects and the creators of future tables', async () => {
    const { status, body } = await call('POST', '', { role_name: 'ben', level: 'readwrite' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      role_name: 'ben',
      level: 'readwrite',
      objects: expect.any(Number),
      covered_creators: ['postgres'],
      uncovered_creators: expect.arrayContaining(['ana', 'surveyor']),
    });
    const left = { reason: expect.stringContaining('postgis'), extension: 'postgis' };
    expect(body.skipped).toEqual([
      { kind: 'view', name: 'public.geography_columns', ...left },
      { kind: 'view', name: 'public.geometry_columns', ...left },
      { kind: 'table', name: 'public.spatial_ref_sys', ...left },
    ]);
  });

  test('PUT /api/databases/{id}/access/{name} lowers a level, also for future tables', async () => {
    const insert = `INSERT INTO cadastre.parcels (name) VALUES ('c')`;
    expect(await may('ben', insert)).toBe(true);
    const { status, body } = await call('PUT', '/ben', { level: 'readonly' });
    expect({ status, level: body.level }).toEqual({ status: 200, level: 'readonly' });
    await makeLater();
    expect(await may('ben', insert)).toBe(false);
    expect(await may('ben', 'INSERT INTO cadastre.later (a) VALUES (1)')).toBe(false);
    expect(await may('ben', 'CREATE TEMP TABLE t (a int)')).toBe(false);
    expect(await may('ben', 'SELECT * FROM cadastre.later')).toBe(true);
    expect((await call('PUT', '/surveyor', { level: 'readonly' })).status).toBe(404);
  });

  test('a level change also revokes privileges on single columns', async () => {
    await server.query('gis', 'GRANT UPDATE (name) ON cadastre.parcels TO ben');
    await call('PUT', '/ben', { level: 'readonly' });
    expect(await may('ben', `UPDATE cadastre.parcels SET name = 'x'`)).toBe(false);
  });

  test('GET /api/databases/{id}/access lists the levels that were granted here', async () => {
    const { body } = await app.ask(editor, { path: `/api/databases/${gis}/access` });
    expect(body).toEqual([
      { role_name: 'ana', level: 'admin', granted_at: expect.any(String), granted_by: 'admin' },
      { role_name: 'ben', level: 'readonly', granted_at: expect.any(String), granted_by: 'admin' },
    ]);
  });

  test('DELETE /api/databases/{id}/access/{name} revokes all access, also to future tables', async () => {
    const { body } = await call('DELETE', '/ben');
    expect(body).toMatchObject({ role_name: 'ben', level: null, skipped: [] });
    await makeLater();
    expect(await may('ben', 'SELECT 1')).toBe(false);
    await server.query('gis', 'GRANT CONNECT ON DATABASE gis TO ben');
    expect(await may('ben', 'SELECT * FROM cadastre.later')).toBe(false);
    expect(await may('ben', 'SELECT * FROM cadastre.parcels')).toBe(false);
    expect((await call('DELETE', '/ben')).status).toBe(404);
    expect((await call('GET')).body).toHaveLength(1);
  });

  test('DELETE /api/databases/{id}/access/{name} deletes the level of a role that was dropped on the server', async () => {
    await server.query('postgres', 'CREATE ROLE passing LOGIN');
    await call('POST', '', { role_name: 'passing', level: 'readonly' });
    await server.query('gis', 'DROP OWNED BY passing; DROP ROLE passing');
    expect((await call('PUT', '/passing', { level: 'admin' })).status).toBe(404);
    expect((await call('DELETE', '/passing')).body).toMatchObject({ level: null, objects: 0 });
    expect((await call('GET')).body).toHaveLength(1);
  });

  test('a level does not change the privileges of a role on its own objects', async () => {
    const { body } = await call('POST', '', { role_name: 'surveyor', level: 'readonly' });
    expect(body.skipped).toContainEqual({
      kind: 'table',
      name: 'surveys.points',
      reason: expect.stringContaining('owns'),
      extension: null,
    });
    await call('DELETE', '/surveyor');
    const [owner] = await server.query(
      'gis',
      `SELECT has_table_privilege('surveyor', 'surveys.points', 'INSERT') AS may`,
    );
    expect(owner).toEqual({ may: true });
  });

  test('an admin role without grant option on some objects grants the rest and lists what it skipped', async () => {
    await server.query('postgres', `CREATE ROLE steward LOGIN PASSWORD 'steward'`);
    await server.query('postgres', 'CREATE DATABASE shared OWNER steward');
    await server.query(
      'shared',
      `CREATE TABLE theirs (a int); CREATE TABLE mine (a int); ALTER TABLE mine OWNER TO steward; GRANT SELECT ON theirs TO PUBLIC`,
    );
    const other = await app.connect(admin, { ...server, user: 'steward', password: 'steward' }, 'steward');
    const shared = await register(other, 'shared');
    const { status, body } = await call('POST', '', { role_name: 'ben', level: 'readwrite' }, shared);
    expect(status).toBe(201);
    expect(body.skipped).toEqual([
      {
        kind: 'table',
        name: 'public.theirs',
        reason: expect.stringContaining('belongs to postgres'),
        extension: null,
      },
    ]);
    expect(body.covered_creators).toEqual(['steward']);
    expect(await may('ben', 'INSERT INTO mine VALUES (1)', 'shared')).toBe(true);
    expect(await may('ben', 'INSERT INTO theirs VALUES (1)', 'shared')).toBe(false);
  });

  test.each([
    ['an unknown role', { role_name: 'nobody', level: 'readonly' }, 404],
    ['postgres', { role_name: 'postgres', level: 'readonly' }, 400],
    ['a role of the server', { role_name: 'pg_monitor', level: 'readonly' }, 400],
    ['every role', { role_name: 'public', level: 'readonly' }, 400],
    ['a name with a quote', { role_name: 'a";DROP', level: 'readonly' }, 400],
    ['an unknown level', { role_name: 'ben', level: 'owner' }, 400],
    ['no level', { role_name: 'ben' }, 400],
  ])('POST /api/databases/{id}/access with %s is refused and grants nothing', async (_what, json, status) => {
    const before = (await call('GET')).body;
    expect((await call('POST', '', json)).status).toBe(status);
    expect((await call('GET')).body).toEqual(before);
  });

  test('returns 404 for a database that is not registered or was dropped on its server', async () => {
    const json = { role_name: 'ben', level: 'readonly' };
    expect((await call('POST', '', json, 999_999)).status).toBe(404);
    const gone = await register(connection, 'gone');
    expect((await call('POST', '', json, gone)).status).toBe(404);
  });

  test('concurrent grants in one database all succeed, and rows and server agree', async () => {
    const names = Array.from({ length: 6 }, (_, index) => `crew_${index}`);
    for (const name of names) await server.query('postgres', `CREATE ROLE ${name} LOGIN PASSWORD '${name}'`);
    const answers = await Promise.all(
      names.map((role_name, index) =>
        call('POST', '', { role_name, level: index % 2 ? 'readonly' : 'readwrite' }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 201));
    const allowed = await Promise.all(names.map((name) => may(name, 'DELETE FROM cadastre.parcels')));
    expect(allowed).toEqual(names.map((_, index) => index % 2 === 0));
  });

  test('after concurrent levels for one role, row and server agree', async () => {
    const answers = await Promise.all(
      (['readonly', 'admin'] as const).map((level) => call('POST', '', { role_name: 'crew_0', level })),
    );
    for (const { status } of answers) expect([201, 409]).toContain(status);
    const kept = (await call('GET')).body.find(
      ({ role_name }: { role_name: string }) => role_name === 'crew_0',
    );
    expect(await may('crew_0', 'TRUNCATE cadastre.parcels')).toBe(kept.level === 'admin');
  });

  test('grants three thousand tables in one request and few statements', async () => {
    await server.query('postgres', 'CREATE DATABASE wide');
    await server.query(
      'wide',
      `DO $$ BEGIN FOR i IN 1..3000 LOOP EXECUTE format('CREATE TABLE t%s ()', i); END LOOP; END $$`,
    );
    const wide = await register(connection, 'wide');
    const before = server.log().length;
    const { body } = await call('POST', '', { role_name: 'ben', level: 'readonly' }, wide);
    expect(body).toMatchObject({ objects: 3002, skipped: [] });
    expect(
      server
        .log()
        .slice(before)
        .match(/statement: GRANT/g),
    ).toHaveLength(8);
    const changed = await call('PUT', '/ben', { level: 'admin' }, wide);
    expect(changed.status).toBe(200);
    expect(await may('ben', 'TRUNCATE t2999', 'wide')).toBe(true);
  });
});

test('POST /api/databases/{id}/access on the platform’s own database returns 400 and grants nothing', async () => {
  const own = new URL(app.database.adminUrl);
  const name = own.pathname.slice(1);
  const to = { port: Number(own.port), user: own.username, password: own.password } as TestServer;
  const database = await register(await app.connect(admin, to, 'the platform'), name);
  const role = `stranger_${process.pid}`;
  await app.admin.query(`CREATE ROLE ${role}`);
  try {
    const answer = await call('POST', '', { role_name: role, level: 'readonly' }, database);
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining('own database')]);
    const { rows } = await app.admin.query(
      `SELECT has_table_privilege($1, 'portal.users', 'SELECT') AS read, has_schema_privilege($1, 'portal', 'USAGE') AS look`,
      [role],
    );
    expect(rows).toEqual([{ read: false, look: false }]);
    expect((await call('GET', '', undefined, database)).body).toEqual([]);
  } finally {
    await app.admin.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
  }
});
