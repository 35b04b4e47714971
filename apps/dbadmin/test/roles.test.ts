import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { startTestServer } from '@cairn/testing';
import type { TestServer } from '@cairn/testing';
import { startTestDbadmin } from './test-app.ts';
import type { TestDbadmin, Person } from './test-app.ts';

let app: TestDbadmin;
let server: TestServer;
let admin: Person;
let editor: Person;
let id: number;
let limited: number;

beforeAll(async () => {
  [app, server] = await Promise.all([startTestDbadmin(), startTestServer()]);
  admin = await app.signUp({ username: 'admin', isAdmin: true });
  editor = await app.signUp({ username: 'editor', service: 'edit' });
  id = await app.connect(admin, server);
  await server.query('postgres', `CREATE ROLE limited LOGIN CREATEROLE PASSWORD 'limited'`);
  limited = await app.connect(admin, { ...server, user: 'limited', password: 'limited' }, 'limited');
});

afterAll(async () => {
  await app.close();
  await server.stop();
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const call = (method: Method, path: string, json?: unknown, connection = id) =>
  app.ask(admin, { path: `/api/connections/${connection}${path}`, method, json });
const named = (name: string) => `/pg-users/${encodeURIComponent(name)}`;
const roleNames = async () =>
  (await server.query('postgres', 'SELECT rolname FROM pg_roles ORDER BY 1')).map(({ rolname }) => rolname);

async function logsIn(user: string, password: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: server.url('postgres', { user, password }) });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}

describe('login roles', () => {
  test('POST /api/connections/{id}/pg-users creates a role that can sign in, and returns 409 for a taken name', async () => {
    const made = await call('POST', '/pg-users', { name: 'Ana.Müller@gis-1', password: 'näher am Wasser' });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      name: 'Ana.Müller@gis-1',
      can_login: true,
      is_superuser: false,
      has_password: true,
      reserved: false,
      connection_limit: null,
      member_of: [],
    });
    expect(await logsIn('Ana.Müller@gis-1', 'näher am Wasser')).toBe(true);
    expect((await call('POST', '/pg-users', { name: 'Ana.Müller@gis-1', password: 'x' })).status).toBe(409);
  });

  test('POST /api/connections/{id}/pg-users creates superusers, and roles that cannot sign in yet', async () => {
    const boss = await call('POST', '/pg-users', { name: 'boss', password: 'b', is_superuser: true });
    expect(boss.body).toMatchObject({ is_superuser: true });
    const later = await call('POST', '/pg-users', { name: 'later', password: 'later', can_login: false });
    expect(later.body).toMatchObject({ can_login: false, has_password: true });
    expect(await logsIn('later', 'later')).toBe(false);
  });

  test('PUT /api/connections/{id}/pg-users/{name} enables and disables sign-in, and a blank password keeps the current one', async () => {
    const on = await call('PUT', named('later'), { password: '', can_login: true });
    expect({ status: on.status, login: on.body.can_login }).toEqual({ status: 200, login: true });
    expect(await logsIn('later', 'later')).toBe(true);
    await call('PUT', named('later'), { password: 'newer' });
    expect([await logsIn('later', 'later'), await logsIn('later', 'newer')]).toEqual([false, true]);
    const off = await call('PUT', named('later'), { can_login: false, is_superuser: false });
    expect(off.body.can_login).toBe(false);
    expect((await call('PUT', named('nobody'), { can_login: false })).status).toBe(404);
  });

  test('GET /api/connections/{id}/pg-users and GET /api/connections/{id}/pg-users/{name} return login roles', async () => {
    const list = await app.ask(editor, { path: `/api/connections/${id}/pg-users` });
    expect(list.body.map(({ name }: { name: string }) => name)).toEqual([
      'Ana.Müller@gis-1',
      'boss',
      'limited',
      'postgres',
    ]);
    const one = await app.ask(editor, { path: `/api/connections/${id}${named('Ana.Müller@gis-1')}` });
    expect(list.body[0]).toEqual(one.body);
    expect(list.body.at(-1)).toMatchObject({ name: 'postgres', reserved: true, is_superuser: true });
    expect((await call('GET', named('nobody'))).status).toBe(404);
  });

  test('an admin role that is not a superuser cannot create one: returns 409 and creates nothing', async () => {
    const asked = await call(
      'POST',
      '/pg-users',
      { name: 'king', password: 'k', is_superuser: true },
      limited,
    );
    expect(asked.status).toBe(409);
    expect(asked.body.error).toContain('Connect as a superuser');
    expect(await roleNames()).not.toContain('king');
    const other = await call('PUT', named('boss'), { is_superuser: false }, limited);
    expect(other.status).toBe(409);
    const seen = await call('GET', named('boss'), undefined, limited);
    expect(seen.body).toMatchObject({ is_superuser: true, has_password: null });
  });
});

describe('groups', () => {
  test('POST /api/connections/{id}/pg-groups creates a role that cannot sign in, and returns 409 for a taken name', async () => {
    const made = await call('POST', '/pg-groups', { name: 'surveyors' });
    expect({ status: made.status, login: made.body.can_login }).toEqual({ status: 201, login: false });
    expect((await call('POST', '/pg-groups', { name: 'surveyors' })).status).toBe(409);
  });

  test('POST /api/connections/{id}/pg-groups/{name}/members adds a member, and returns 404 for unknown roles', async () => {
    const add = (group: string, member: string) =>
      call('POST', `/pg-groups/${encodeURIComponent(group)}/members`, { member });
    expect((await add('surveyors', 'Ana.Müller@gis-1')).body).toEqual({ success: true });
    expect((await add('surveyors', 'Ana.Müller@gis-1')).status).toBe(200);
    expect((await add('surveyors', 'nobody')).status).toBe(404);
    expect((await add('nobody', 'Ana.Müller@gis-1')).status).toBe(404);
    expect((await add('boss', 'Ana.Müller@gis-1')).status).toBe(404);
    const [row] = await server.query(
      'postgres',
      'SELECT admin_option FROM pg_auth_members m JOIN pg_roles r ON r.oid = m.member WHERE rolname = $1',
      ['Ana.Müller@gis-1'],
    );
    expect(row).toEqual({ admin_option: false });
  });

  test('a membership cycle returns 409 and changes nothing', async () => {
    await call('POST', '/pg-groups', { name: 'offices' });
    await call('POST', '/pg-groups/offices/members', { member: 'surveyors' });
    const circle = await call('POST', '/pg-groups/surveyors/members', { member: 'offices' });
    expect(circle.status).toBe(409);
    expect((await call('POST', '/pg-groups/offices/members', { member: 'offices' })).status).toBe(409);
    expect((await call('GET', '/pg-groups/offices')).body).toMatchObject({
      members: ['surveyors'],
      member_of: [],
    });
  });

  test('GET /api/connections/{id}/pg-groups and GET /api/connections/{id}/pg-groups/{name} return members and memberships', async () => {
    const list = await app.ask(editor, { path: `/api/connections/${id}/pg-groups` });
    const byName = new Map(list.body.map((role: { name: string }) => [role.name, role]));
    expect(byName.get('surveyors')).toMatchObject({ members: ['Ana.Müller@gis-1'], member_of: ['offices'] });
    expect(byName.get('pg_monitor')).toMatchObject({ reserved: true });
    expect(byName.has('boss')).toBe(false);
    expect((await call('GET', '/pg-groups/surveyors')).body).toEqual(byName.get('surveyors'));
    expect((await call('GET', '/pg-groups/boss')).status).toBe(404);
  });

  test('DELETE /api/connections/{id}/pg-groups/{name}/members/{member} removes a member, and returns 404 for others', async () => {
    const path = `/pg-groups/surveyors/members/${encodeURIComponent('Ana.Müller@gis-1')}`;
    expect((await call('DELETE', path)).body).toEqual({ success: true });
    expect((await call('DELETE', path)).status).toBe(404);
  });

  test('DELETE /api/connections/{id}/pg-groups/{name} drops a group, but not a login role', async () => {
    expect((await call('DELETE', '/pg-groups/boss')).status).toBe(404);
    expect((await call('DELETE', '/pg-groups/offices')).body).toEqual({ success: true });
    expect((await call('DELETE', '/pg-groups/offices')).status).toBe(404);
    expect(await roleNames()).toEqual(expect.arrayContaining(['boss', 'surveyors']));
  });
});

describe('names that are refused before anything is changed', () => {
  const BAD = [
    'postgres',
    'pg_x',
    'pg_monitor',
    'PG_x',
    'public',
    'none',
    'current_user',
    'Session_User',
    'a";DROP',
    'a"; DROP ROLE boss;--',
    "a'b",
    'a\\b',
    'a;b',
    'a,b',
    'a/b',
    'a\0b',
    'a\nb',
    'a\u007fb',
    '\ud800',
    ' a',
    'a ',
    '-a',
    '@/etc/passwd',
    '+group',
    'x'.repeat(64),
    'ü'.repeat(32),
  ];

  test.each(BAD)('every operation returns 400 for a role named %j', async (name) => {
    const before = await roleNames();
    const one = encodeURIComponent(name.isWellFormed() ? name : '%');
    const answers = await Promise.all([
      call('POST', '/pg-users', { name, password: 'x' }),
      call('POST', '/pg-groups', { name }),
      call('PUT', `/pg-users/${one}`, { can_login: false }),
      call('DELETE', `/pg-users/${one}`),
      call('DELETE', `/pg-groups/${one}`),
      call('POST', '/pg-groups/surveyors/members', { member: name }),
      call('POST', `/pg-groups/${one}/members`, { member: 'boss' }),
      call('DELETE', `/pg-groups/surveyors/members/${one}`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400));
    expect(await roleNames()).toEqual(before);
  });

  test('an empty name returns 400, and one of 63 bytes is accepted', async () => {
    expect((await call('POST', '/pg-groups', { name: '' })).status).toBe(400);
    expect((await call('POST', '/pg-groups', { name: 'x'.repeat(63) })).status).toBe(201);
  });

  test('the admin role of the connection and a renamed bootstrap superuser return 400', async () => {
    expect((await call('DELETE', named('limited'), undefined, limited)).status).toBe(400);
    expect((await call('PUT', named('limited'), { password: 'x' }, limited)).status).toBe(400);
    const renamed = await startTestServer();
    try {
      await renamed.query('postgres', `CREATE ROLE other SUPERUSER LOGIN PASSWORD 'other'`);
      const other = await app.connect(admin, { ...renamed, user: 'other', password: 'other' }, 'renamed');
      const rename = new pg.Client({
        connectionString: renamed.url('postgres', { user: 'other', password: 'other' }),
      });
      await rename.connect();
      await rename.query('ALTER ROLE postgres RENAME TO founder');
      await rename.end();
      expect((await call('DELETE', named('founder'), undefined, other)).status).toBe(400);
    } finally {
      await renamed.stop();
    }
  });

  test("on the platform's own server, the roles of its services return 400", async () => {
    await server.query('postgres', 'CREATE ROLE cairn_auth_reader');
    await server.query('postgres', 'CREATE ROLE portal; CREATE ROLE vault; GRANT cairn_auth_reader TO vault');
    for (const name of ['portal', 'vault', 'cairn_auth_reader']) {
      const answers = [
        await call('DELETE', named(name)),
        await call('PUT', named(name), { can_login: true }),
        await call('POST', '/pg-users', { name, password: 'x' }),
        await call('POST', '/pg-groups/surveyors/members', { member: name }),
      ];
      expect({ name, statuses: answers.map(({ status }) => status) }).toEqual({
        name,
        statuses: [400, 400, 400, 400],
      });
    }
    await server.query('postgres', 'DROP ROLE cairn_auth_reader');
    expect((await call('GET', named('portal'))).body.reserved).toBe(false);
  });

  test('an existing role with an odd name can be read, but not changed', async () => {
    await server.query('postgres', `CREATE ROLE "O'Brien/2" LOGIN`);
    const path = named("O'Brien/2");
    expect((await call('GET', path)).body).toMatchObject({ name: "O'Brien/2", reserved: false });
    expect((await call('GET', `${path}/owned`)).body).toEqual({ role: "O'Brien/2", databases: [] });
    expect((await call('GET', `${path}/access`)).status).toBe(200);
    expect((await call('PUT', path, { can_login: false })).status).toBe(400);
    expect((await call('DELETE', path)).status).toBe(400);
    await server.query('postgres', `DROP ROLE "O'Brien/2"`);
  });

  test('a password with NUL, or none for a new role, returns 400', async () => {
    expect((await call('POST', '/pg-users', { name: 'nul', password: 'a\0b' })).status).toBe(400);
    expect((await call('POST', '/pg-users', { name: 'nul', password: '' })).status).toBe(400);
    expect((await call('PUT', named('boss'), { password: 'a\0b' })).status).toBe(400);
    expect(await roleNames()).not.toContain('nul');
  });
});

test('changes of roles are in the audit log, without passwords', async () => {
  const { body } = await app.ask(admin, { path: `/api/audit?connection_id=${id}&limit=100` });
  const events = new Set(body.items.map(({ event }: { event: string }) => event));
  for (const event of ['created', 'changed', 'dropped', 'member_added', 'member_removed'])
    expect(events).toContain(`role.${event}`);
  expect(JSON.stringify(body)).not.toMatch(/näher am Wasser|SCRAM/);
});
