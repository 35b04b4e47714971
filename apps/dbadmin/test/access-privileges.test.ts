import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestServer } from '@cairn/testing';
import type { TestServer } from '@cairn/testing';
import { startTestDbadmin } from './test-app.ts';
import type { TestDbadmin, Person } from './test-app.ts';

let app: TestDbadmin;
let server: TestServer;
let admin: Person;
let editor: Person;
let id: number;

beforeAll(async () => {
  [app, server] = await Promise.all([startTestDbadmin(), startTestServer()]);
  admin = await app.signUp({ username: 'admin', isAdmin: true });
  editor = await app.signUp({ username: 'editor', service: 'edit' });
  id = await app.connect(admin, server);
  await server.query(
    'postgres',
    `CREATE ROLE office; CREATE ROLE crew IN ROLE office;
     CREATE ROLE ana LOGIN IN ROLE crew; CREATE ROLE ben LOGIN NOINHERIT IN ROLE crew; CREATE ROLE boss LOGIN SUPERUSER`,
  );
  for (const name of ['granted', 'open', 'closed', 'own'])
    await server.query('postgres', `CREATE DATABASE ${name}`);
  await server.query(
    'postgres',
    `REVOKE ALL ON DATABASE granted, closed, own FROM PUBLIC;
     GRANT CONNECT ON DATABASE granted TO ana; GRANT CONNECT, CREATE ON DATABASE granted TO office;
     ALTER DATABASE own OWNER TO ana`,
  );
  const { rows } = await app.admin.query(
    `INSERT INTO dbadmin.databases (connection_id, name) VALUES ($1, 'granted') RETURNING id`,
    [id],
  );
  await app.admin.query(
    `INSERT INTO dbadmin.grants (database_id, role_name, level)
     VALUES ($1, 'ana', 'readonly'), ($1, 'office', 'readwrite'), ($1, 'boss', 'admin')`,
    [rows[0].id],
  );
});

afterAll(async () => {
  await app.close();
  await server.stop();
});

const matrix = async (name: string, kind = 'users') =>
  app.ask(editor, { path: `/api/connections/${id}/pg-${kind}/${name}/access` });

/** The sources of one privilege as short words, such as `group:office`, and whether it is there. */
function cell(body: any, database: string, privilege: string): [boolean, string[]] {
  const entry = body.databases.find((one: { database: string }) => one.database === database);
  const { effective, sources } = entry.privileges.find(
    (one: { privilege: string }) => one.privilege === privilege,
  );
  return [effective, sources.map(({ kind, via }: any) => (via === null ? kind : `${kind}:${via}`))];
}

test.each([
  ['ana', 'granted', 'CONNECT', true, ['direct', 'group:office']],
  ['ana', 'granted', 'CREATE', true, ['group:office']],
  ['ana', 'granted', 'TEMPORARY', false, []],
  ['ana', 'open', 'CONNECT', true, ['public']],
  ['ana', 'open', 'TEMPORARY', true, ['public']],
  ['ana', 'open', 'CREATE', false, []],
  ['ana', 'closed', 'CONNECT', false, []],
  ['ana', 'own', 'CREATE', true, ['owner']],
  ['ben', 'granted', 'CONNECT', false, ['set_role:office']],
  ['ben', 'granted', 'CREATE', false, ['set_role:office']],
  ['boss', 'closed', 'CREATE', true, ['superuser']],
])(
  'GET /api/connections/{id}/pg-users/{name}/access: %s in %s has %s %s from %j',
  async (name, database, privilege, effective, sources) => {
    const { status, body } = await matrix(name);
    expect(status).toBe(200);
    expect(cell(body, database, privilege)).toEqual([effective, sources]);
  },
);

test('GET /api/connections/{id}/pg-users/{name}/access agrees with the server on every privilege of every role', async () => {
  for (const name of ['ana', 'ben', 'boss']) {
    const { body } = await matrix(name);
    const live = await server.query(
      'postgres',
      `SELECT d.datname AS database, p AS privilege, has_database_privilege($1, d.oid, p) AS effective
       FROM pg_database d, unnest(ARRAY['CONNECT', 'TEMPORARY', 'CREATE']) p WHERE NOT datistemplate`,
      [name],
    );
    for (const { database, privilege, effective } of live)
      expect({ name, database, privilege, effective: cell(body, database, privilege)[0] }).toEqual({
        name,
        database,
        privilege,
        effective,
      });
  }
});

test('the matrix lists direct, inherited and SET ROLE levels for registered databases', async () => {
  const levelsOf = async (name: string) =>
    (await matrix(name)).body.databases.find(({ database }: any) => database === 'granted');
  expect(await levelsOf('ana')).toMatchObject({
    database_id: expect.any(Number),
    owner: 'postgres',
    levels: [
      { level: 'readonly', kind: 'direct', via: null },
      { level: 'readwrite', kind: 'group', via: 'office' },
    ],
  });
  expect((await levelsOf('ben')).levels).toEqual([{ level: 'readwrite', kind: 'set_role', via: 'office' }]);
  expect((await levelsOf('boss')).levels).toEqual([{ level: 'admin', kind: 'direct', via: null }]);
  const open = (await matrix('ana')).body.databases.find(({ database }: any) => database === 'open');
  expect(open).toMatchObject({ database_id: null, levels: [] });
});

test('GET /api/connections/{id}/pg-groups/{name}/access returns the matrix of a group, and 404 for a login role', async () => {
  const { body } = await matrix('crew', 'groups');
  expect(body).toMatchObject({ role: 'crew', is_superuser: false });
  expect(cell(body, 'granted', 'CREATE')).toEqual([true, ['group:office']]);
  expect((await matrix('ana', 'groups')).status).toBe(404);
  expect((await matrix('nobody', 'groups')).status).toBe(404);
  expect((await matrix('nobody')).status).toBe(404);
  expect((await matrix('a%22%3BDROP')).status).toBe(404);
  expect((await matrix('a%00')).status).toBe(400);
});
