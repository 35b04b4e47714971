import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { signServiceToken } from '@cairn/auth';
import { createDbadminClient } from '@cairn/contracts';
import { SERVICE_SECRET, startOnTestServer } from './test-app.ts';
import type { Person } from './test-app.ts';

const { app, server, admin, editor, connection, close } = await startOnTestServer();
const viewer = await app.signUp({ username: 'viewer', service: 'view' });

afterAll(close);

const clientOf = (service: string) =>
  createDbadminClient({
    baseUrl: app.url,
    headers: {
      authorization: `Bearer ${signServiceToken({ service, audience: 'dbadmin', secret: SERVICE_SECRET })}`,
    },
  });
const vault = clientOf('vault');

interface Owner {
  username: string;
  password?: string;
}

const create = (
  user: Person,
  name: string,
  { id = randomUUID(), owner }: { id?: string; owner?: Owner } = {},
) =>
  vault.POST('/internal/registry/databases', {
    body: { request_id: id, connection_id: connection, user_id: user.id, name, ...(owner ? { owner } : {}) },
  });
const undo = (id: string, client = vault) =>
  client.DELETE('/internal/registry/databases/requests/{requestId}', { params: { path: { requestId: id } } });
const login = (user: Person, id: number) =>
  vault.POST('/internal/registry/databases/{id}/login', {
    params: { path: { id } },
    body: { user_id: user.id },
  });

const databases = async () =>
  (await server.query<{ datname: string }>('postgres', 'SELECT datname FROM pg_database')).map(
    ({ datname }) => datname,
  );
const roles = async () =>
  (await server.query<{ rolname: string }>('postgres', 'SELECT rolname FROM pg_roles')).map(
    ({ rolname }) => rolname,
  );
const registered = async () =>
  (await app.admin.query('SELECT name FROM dbadmin.databases')).rows.map(({ name }) => name as string);

test('POST /internal/registry/databases creates a database with PostGIS once for each request', async () => {
  const id = randomUUID();
  const first = await create(editor, 'harvest', { id });
  expect(first.data).toEqual({
    database_id: expect.any(Number),
    connection_id: connection,
    name: 'harvest',
    state: 'ready',
  });
  expect((await create(editor, 'harvest', { id })).data).toEqual(first.data);
  expect(await server.query('harvest', 'SELECT postgis_lib_version() IS NOT NULL AS has')).toEqual([
    { has: true },
  ]);
  const audit = await app.ask(admin, { path: '/api/audit' });
  expect(audit.body.items[0]).toMatchObject({
    event: 'database.creation_asked',
    actor_name: 'editor',
    subject: 'harvest',
  });
});

test('POST /internal/registry/databases refuses viewers, taken and hostile names, and users without a service token', async () => {
  expect((await create(viewer, 'nope')).response.status).toBe(403);
  expect((await create({ ...viewer, id: 999_999 }, 'nope')).response.status).toBe(403);
  expect((await create(editor, 'postgres')).response.status).toBe(400);
  expect((await create(editor, '"; DROP DATABASE x; --')).response.status).toBe(400);
  const taken = await create(editor, 'harvest');
  expect([taken.response.status, taken.error?.error]).toEqual([
    409,
    expect.stringContaining('already exists'),
  ]);
  const path = '/internal/registry/databases';
  expect((await app.ask(admin, { path, method: 'POST', json: {} })).status).toBe(401);
  expect(await databases()).not.toContain('nope');
});

test('DELETE /internal/registry/databases/requests/{requestId} drops the database of the request, its roles and its row', async () => {
  const id = randomUUID();
  const { data } = await create(editor, 'short', { id });
  const { username } = (await login(editor, data!.database_id)).data!;
  // Nothing of another service.
  expect((await undo(id, clientOf('report-server'))).data).toEqual({ state: 'dropped' });
  expect(await databases()).toContain('short');
  expect((await undo(id)).data).toEqual({ state: 'dropped' });
  expect((await undo(id)).data).toEqual({ state: 'dropped' });
  expect(await databases()).not.toContain('short');
  expect(await registered()).not.toContain('short');
  expect(await roles()).not.toContain(username);
  expect(await databases()).toContain('harvest');
});

test('POST /internal/registry/databases returns 409 for a request that was undone before it arrived', async () => {
  const id = randomUUID();
  expect((await undo(id)).data).toEqual({ state: 'dropped' });
  const { response, error } = await create(editor, 'late', { id });
  expect([response.status, error?.error]).toEqual([409, expect.stringContaining('was undone')]);
  expect(await databases()).not.toContain('late');
  expect(await registered()).not.toContain('late');
});

test('DELETE …/requests/{requestId} leaves a database that took the name of the one that the request created', async () => {
  const id = randomUUID();
  await create(editor, 'swapped', { id });
  await server.query('postgres', 'DROP DATABASE swapped');
  await server.query('postgres', 'CREATE DATABASE swapped');
  expect((await undo(id)).data).toEqual({ state: 'dropped' });
  expect(await databases()).toContain('swapped');
});

test('DELETE …/requests/{requestId} leaves the database of another user when the creation of the request had failed', async () => {
  const id = randomUUID();
  const { body } = await app.ask(editor, {
    path: '/api/databases',
    method: 'POST',
    json: { connection_id: connection, name: 'theirs' },
  });
  await app.ended(admin, body.job_id);
  // As after a creation of the request that failed and left its row to the other user.
  await app.admin.query(
    `INSERT INTO dbadmin.jobs (kind, payload, status) VALUES ('database.create', '{}', 'failed')`,
  );
  await app.admin.query(
    `INSERT INTO dbadmin.service_databases (service, request_id, user_id, database_id, create_job_id)
     SELECT 'vault', $1, $2, $3, max(id) FROM dbadmin.jobs`,
    [id, editor.id, body.database_id],
  );
  expect((await undo(id)).data).toEqual({ state: 'dropped' });
  expect(await databases()).toContain('theirs');
  expect(await registered()).toContain('theirs');
});

test('DELETE …/requests/{requestId} says why a database with open sessions stays, and drops it later', async () => {
  const id = randomUUID();
  await create(editor, 'busy', { id });
  const session = await openSession('busy');
  const first = await undo(id);
  expect(first.data).toEqual({ state: 'dropping', error: expect.stringContaining('1 session is connected') });
  await session.end();
  expect((await undo(id)).data).toEqual({ state: 'dropped' });
  expect(await databases()).not.toContain('busy');
});

test('POST /internal/registry/databases with an owner needs the admin permission and creates a role or uses an existing one', async () => {
  const owner = { username: 'field_team', password: 'Correct-horse-9-battery' };
  expect((await create(editor, 'owned', { owner })).response.status).toBe(403);
  const id = randomUUID();
  const { data } = await create(admin, 'owned', { id, owner });
  const { username } = (await login(admin, data!.database_id)).data!;
  const member = `SELECT pg_has_role('field_team', '${username}', 'MEMBER') AS is`;
  expect(await server.query('postgres', member)).toEqual([{ is: true }]);
  expect((await create(admin, 'owned too', { owner })).response.status).toBe(409);
  expect((await create(admin, 'owned too', { owner: { username: 'absent' } })).response.status).toBe(404);
  const jobs = await app.admin.query('SELECT * FROM dbadmin.jobs');
  const rows = await app.admin.query('SELECT * FROM dbadmin.service_databases');
  expect(JSON.stringify([jobs.rows, rows.rows]) + server.log()).not.toContain(owner.password);
  expect((await undo(id)).data).toEqual({ state: 'dropped' });
  expect(await roles()).not.toContain('field_team');
  await server.query('postgres', 'CREATE ROLE old_team LOGIN');
  const second = randomUUID();
  expect((await create(admin, 'owned', { id: second, owner: { username: 'old_team' } })).data?.state).toBe(
    'ready',
  );
  await undo(second);
  expect(await roles()).toContain('old_team');
});

async function openSession(database: string) {
  const client = new pg.Client({
    connectionString: server.url(database, { user: server.user, password: server.password }),
  });
  await client.connect();
  return client;
}
