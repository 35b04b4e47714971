import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { signServiceToken } from '@cairn/auth';
import { createDbadminClient } from '@cairn/contracts';
import { startTestServer } from '@cairn/testing';
import type { TestServer } from '@cairn/testing';
import { startTestDbadmin, SERVICE_SECRET } from './test-app.ts';
import type { TestDbadmin, Person } from './test-app.ts';

let app: TestDbadmin;
let server: TestServer;
let admin: Person;
let editor: Person;
let viewer: Person;
let connection: number;
let database: number;

beforeAll(async () => {
  [app, server] = await Promise.all([startTestDbadmin(), startTestServer()]);
  admin = await app.signUp({ username: 'admin', isAdmin: true });
  editor = await app.signUp({ username: 'editor', service: 'edit' });
  viewer = await app.signUp({ username: 'viewer', service: 'view' });
  connection = await app.connect(admin, server, 'main');
  for (const name of ['roads', 'secret']) await server.query('postgres', `CREATE DATABASE ${name}`);
  await server.query('postgres', 'REVOKE CONNECT ON DATABASE secret FROM PUBLIC');
  await server.query('roads', 'CREATE TABLE streets (id int)');
  const path = `/api/connections/${connection}/databases`;
  database = (await app.ask(admin, { path, method: 'POST', json: { name: 'roads' } })).body.id;
});

afterAll(async () => {
  await app.close();
  await server.stop();
});

/** As the vault asks, with the generated client. */
function adopt(
  user: Person,
  json: { connection_id?: number; id?: number; level?: 'readonly' | 'readwrite' } = {},
) {
  const client = createDbadminClient({
    baseUrl: app.url,
    headers: {
      authorization: `Bearer ${signServiceToken({ service: 'vault', audience: 'dbadmin', secret: SERVICE_SECRET })}`,
    },
  });
  const level = json.level ? { level: json.level } : {};
  return client.POST('/internal/registry/databases/{id}/login', {
    params: { path: { id: json.id ?? database } },
    body: { connection_id: json.connection_id ?? connection, user_id: user.id, ...level },
  });
}

async function signedIn<T>(login: { username: string; password: string; database: string }, sql: string) {
  const client = new pg.Client({
    connectionString: server.url(login.database, { user: login.username, password: login.password }),
  });
  await client.connect();
  try {
    return (await client.query(sql)).rows as T[];
  } finally {
    await client.end();
  }
}

test('POST /internal/registry/databases/{id}/login issues a login for one database to a service', async () => {
  const { data } = await adopt(editor);
  expect(data).toMatchObject({
    connection_name: 'main',
    host: '127.0.0.1',
    port: server.port,
    database: 'roads',
  });
  const login = data!;
  expect(login.username).not.toBe(server.user);
  await signedIn(login, 'INSERT INTO streets VALUES (1)');
  await signedIn(login, 'CREATE TABLE made_by_the_service (id int)');
  await expect(signedIn({ ...login, database: 'secret' }, 'SELECT 1')).rejects.toThrow(/permission denied/);
  await expect(signedIn(login, 'CREATE ROLE x')).rejects.toThrow(/permission denied/);
  await expect(signedIn(login, 'CREATE DATABASE x')).rejects.toThrow(/permission denied/);
});

test('POST /internal/registry/databases/{id}/login with level readonly issues a login that only reads', async () => {
  const login = (await adopt(editor, { level: 'readonly' })).data!;
  await server.query('roads', 'CREATE TABLE made_later (id int)');
  expect(await signedIn(login, 'SELECT id FROM streets WHERE false')).toEqual([]);
  expect(await signedIn(login, 'SELECT id FROM made_later')).toEqual([]);
  await expect(signedIn(login, 'DELETE FROM streets')).rejects.toThrow(/read-only transaction/);
  const writes = 'BEGIN READ WRITE; DELETE FROM streets; COMMIT';
  await expect(signedIn(login, writes)).rejects.toThrow(/permission denied/);
  const creates = 'BEGIN READ WRITE; CREATE TABLE public.mine (id int); COMMIT';
  await expect(signedIn(login, creates)).rejects.toThrow(/permission denied/);
  await expect(signedIn({ ...login, database: 'secret' }, 'SELECT 1')).rejects.toThrow(/permission denied/);
  const [role] = await server.query(
    'postgres',
    `SELECT rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls, rolconnlimit FROM pg_roles
      WHERE rolname = $1`,
    [login.username],
  );
  expect(Object.values(role)).toEqual([false, false, false, false, false, 16]);
});

test('a login for reading is another than one for writing, and leaves it as it is', async () => {
  const writer = (await adopt(editor)).data!;
  const reader = (await adopt(editor, { level: 'readonly' })).data!;
  expect((await adopt(editor, { level: 'readonly' })).data!.username).toBe(reader.username);
  expect(reader.username).not.toBe(writer.username);
  await signedIn(writer, 'INSERT INTO streets VALUES (2)');
});

test.each([
  ['before', ['readonly', 'readwrite']],
  ['after', ['readwrite', 'readonly']],
] as const)(
  'a reader that is issued %s a writer reads the tables that the writer creates',
  async (when, levels) => {
    const user = await app.signUp({ username: `${when}_the_writer`, service: 'edit' });
    const logins = [];
    for (const level of levels) logins.push((await adopt(user, { level })).data!);
    const [reader, writer] = when === 'before' ? logins : logins.toReversed();
    await signedIn(writer!, `CREATE TABLE loaded_${when} (id int); INSERT INTO loaded_${when} VALUES (7)`);
    expect(await signedIn(reader!, `SELECT id FROM loaded_${when}`)).toEqual([{ id: 7 }]);
  },
);

test('another request issues a new password and invalidates the old one', async () => {
  const first = (await adopt(editor)).data!;
  const second = (await adopt(editor)).data!;
  expect(second.username).toBe(first.username);
  expect(second.password).not.toBe(first.password);
  await expect(signedIn(first, 'SELECT 1')).rejects.toThrow(/password authentication failed/);
  expect(await signedIn(second, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('each user gets a separate login: a new password for one leaves the other valid', async () => {
  const first = (await adopt(editor)).data!;
  const second = (await adopt(admin)).data!;
  expect(second.username).not.toBe(first.username);
  expect(await signedIn(first, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test.each([
  ['was made a superuser', 'SUPERUSER'],
  ['was made a member of a superuser', 'MEMBER'],
  ['is a member of a superuser through another role', 'NESTED'],
])('POST /internal/registry/databases/{id}/login refuses a login that %s', async (_what, how) => {
  const { username } = (await adopt(editor)).data!;
  const [change, undo] = {
    SUPERUSER: [`ALTER ROLE ${username} SUPERUSER`, `ALTER ROLE ${username} NOSUPERUSER`],
    MEMBER: [`GRANT postgres TO ${username}`, `REVOKE postgres FROM ${username}`],
    NESTED: [
      `CREATE ROLE between; GRANT postgres TO between; GRANT between TO ${username}`,
      'DROP ROLE between',
    ],
  }[how] as [string, string];
  await server.query('postgres', change);
  const { response, error } = await adopt(editor);
  expect({ status: response.status, error }).toEqual({
    status: 409,
    error: { error: expect.stringContaining('become a superuser') },
  });
  await server.query('postgres', undo);
  expect((await adopt(editor)).data?.username).toBe(username);
});

test('issues no login for a user without edit access, another connection or an unknown database', async () => {
  expect((await adopt(viewer)).response.status).toBe(403);
  expect((await adopt(editor, { connection_id: connection + 1 })).response.status).toBe(404);
  expect((await adopt(editor, { id: 999_999 })).response.status).toBe(404);
});

test('no password of a login is in a log or in the audit log, which names the service and the user', async () => {
  const { password, username } = (await adopt(editor)).data!;
  const audit = await app.ask(admin, { path: '/api/audit' });
  expect(server.log()).not.toContain(password);
  expect(JSON.stringify(audit.body)).not.toContain(password);
  expect(audit.body.items[0]).toMatchObject({
    event: 'login.handed_out',
    actor_name: 'service:vault',
    subject: 'roads',
    details: { role: username, level: 'readwrite', for_user: 'editor' },
  });
});

test('POST /internal/registry/databases/{id}/login of the platform’s own database returns 400 and creates no role', async () => {
  const { hostname, port, pathname, username, password } = new URL(app.database.adminUrl);
  const name = pathname.slice(1);
  const to = { port: Number(port), user: username, password } as TestServer;
  expect(hostname).toMatch(/^(127\.0\.0\.1|localhost)$/);
  const own = await app.connect(admin, to, 'the platform');
  const path = `/api/connections/${own}/databases`;
  const { body } = await app.ask(admin, { path, method: 'POST', json: { name } });
  const { response, data } = await adopt(admin, { connection_id: own, id: body.id });
  expect([response.status, data]).toEqual([400, undefined]);
  const { rows } = await app.admin.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [
    `cairn_vault_${body.id}`,
  ]);
  expect(rows).toEqual([]);
});
