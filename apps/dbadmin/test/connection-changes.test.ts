import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestServer } from '@cairn/testing';
import type { Question, TestServer } from '@cairn/testing';
import type { PoolClient } from 'pg';
import { followLocalServer } from '../src/features/connections/follow-local-server.ts';
import { startTestDbadmin } from './test-app.ts';
import type { TestDbadmin, Person } from './test-app.ts';

let app: TestDbadmin;
let server: TestServer;
let other: TestServer;
let admin: Person;
let connection: number;
let database: number;

beforeAll(async () => {
  [app, server, other] = await Promise.all([startTestDbadmin(), startTestServer(), startTestServer()]);
  admin = await app.signUp({ username: 'admin', isAdmin: true });
  connection = await app.connect(admin, server);
  for (const each of [server, other]) {
    await each.query('postgres', 'CREATE DATABASE roads');
    await each.query('postgres', 'CREATE DATABASE parcels');
  }
  const path = `/api/connections/${connection}/databases`;
  database = (await app.ask(admin, { path, method: 'POST', json: { name: 'roads' } })).body.id;
});

afterAll(async () => {
  await app.close();
  await Promise.all([server.stop(), other.stop()]);
});

const path = () => `/api/connections/${connection}`;

function put(to: TestServer, name: string, over: Record<string, unknown> = {}) {
  const { port, user, password } = to;
  const json = { name, host: '127.0.0.1', port, sslmode: 'disable', admin_username: user };
  return app.ask(admin, {
    path: path(),
    method: 'PUT',
    json: { ...json, admin_password: password, ...over },
  });
}

test('PUT /api/connections/{id} to another server returns 409 while a job is queued, which would drop a database there', async () => {
  const asked = await app.ask(admin, {
    path: `/api/databases/${database}`,
    method: 'DELETE',
    json: { confirm_name: 'roads' },
  });
  expect(asked.status).toBe(202);
  const moved = await put(other, 'moved');
  expect([moved.status, moved.body.error]).toEqual([409, expect.stringContaining('database.delete')]);
  expect((await put(server, 'renamed')).body).toMatchObject({ name: 'renamed', port: server.port });
  const removed = await app.ask(admin, { path: path(), method: 'DELETE' });
  expect(removed.status).toBe(409);
  const worker = app.work();
  expect(await app.ended(admin, asked.body.job_id)).toMatchObject({ status: 'succeeded' });
  await worker.stop();
  const left = (each: TestServer) =>
    each.query('postgres', "SELECT 1 FROM pg_database WHERE datname = 'roads'");
  expect([(await left(server)).length, (await left(other)).length]).toEqual([0, 1]);
});

test('POST /api/settings/undo changes nothing on another server after its connection was moved', async () => {
  const ask = (rest: string, json: Record<string, unknown>) =>
    app.ask(admin, {
      path: `/api/settings/${rest}`,
      method: 'POST',
      json: { connection_id: connection, ...json },
    });
  const set = (value: string) => ask('update', { name: 'work_mem', value });
  expect([(await set('9MB')).status, (await set('')).status]).toEqual([200, 200]);
  expect((await put(other, 'moved')).status).toBe(200);
  expect(await ask('undo', {})).toMatchObject({ status: 409 });
  expect(await other.query('postgres', 'SHOW work_mem')).toEqual([{ work_mem: '4MB' }]);
});

test.each([
  ['PUT', () => put(server, 'renamed again')],
  ['DELETE', () => app.ask(admin, { path: path(), method: 'DELETE' })],
] as const)('%s /api/connections/{id} closes its pooled sessions', async (_method, change) => {
  expect((await put(server, 'kept')).status).toBe(200);
  await app.ask(admin, { path: `${path()}/overview` });
  const kept = async () =>
    (await server.query('postgres', `SELECT 1 FROM pg_stat_activity WHERE application_name = 'dbadmin'`))
      .length;
  expect(await kept()).toBeGreaterThan(0);
  expect((await change()).status).toBe(200);
  for (let waited = 0; waited < 60_000 && (await kept()) > 0; waited += 50) await delay(50);
  expect(await kept()).toBe(0);
});

describe('a connection that changes between the checks and the job', () => {
  let number = 0;

  /** Asks for something while somebody else is at the connection and its databases. */
  async function meanwhile(id: number, asked: Question, change: (client: PoolClient) => Promise<unknown>) {
    const client = await app.admin.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT 1 FROM dbadmin.connections WHERE id = $1 FOR UPDATE', [id]);
      await client.query('SELECT 1 FROM dbadmin.databases WHERE connection_id = $1 FOR UPDATE', [id]);
      const answer = app.ask(admin, asked);
      for (let waited = 0; ; waited += 20) {
        const { rows } = await client.query(
          'SELECT 1 FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))',
        );
        if (rows.length > 0) break;
        if (waited > 60_000) throw new Error('nobody waits for the connection');
        await delay(20);
      }
      await change(client);
      await client.query('COMMIT');
      return await answer;
    } finally {
      client.release();
    }
  }

  const CHANGES = [
    ['moved to another server', 409, 'UPDATE dbadmin.connections SET port = $2 WHERE id = $1'],
    ['deleted', 404, 'DELETE FROM dbadmin.connections WHERE id = $1 AND port <> $2'],
  ] as const;
  const ASKED = [
    ['DELETE', '/api/databases/{id}', { confirm_name: 'parcels' }],
    ['POST', '/api/databases/{id}/clone', { name: 'copy' }],
    ['POST', '/api/databases/{id}/backup', {}],
    ['POST', '/api/databases', { name: 'fresh' }],
  ] as const;

  test.each(
    CHANGES.flatMap(([how, status, statement]) =>
      ASKED.map(([method, path, json]) => ({ how, status, statement, method, path, json })),
    ),
  )(
    '$how: $method $path returns $status and enqueues no job',
    async ({ status, statement, method, path, json }) => {
      const id = await app.connect(admin, server, `once ${(number += 1)}`);
      const { body } = await app.ask(admin, {
        path: `/api/connections/${id}/databases`,
        method: 'POST',
        json: { name: 'parcels' },
      });
      const asked = {
        path: path.replace('{id}', String(body.id)),
        method,
        json: { connection_id: id, ...json },
      };
      const answer = await meanwhile(id, asked, (client) => client.query(statement, [id, other.port]));
      expect([answer.status, typeof answer.body.error]).toEqual([status, 'string']);
      const { rows } = await app.admin.query(
        `SELECT kind FROM dbadmin.jobs WHERE payload ->> 'connection_id' = $1`,
        [String(id)],
      );
      expect(rows).toEqual([]);
    },
  );
});

test.each([
  [
    'this version',
    (port: number) => `dbadmin.connections ${JSON.stringify(['127.0.0.1', port, 'postgres'])}`,
  ],
  ['an earlier version', () => 'dbadmin.connections'],
])(
  'followLocalServer moves a connection whose password was stored by %s to the new port',
  async (how, purpose) => {
    const { db, secretBox } = app.context;
    const id = await app.connect(admin, { ...server, port: other.port }, `own, ${how}`);
    const sealed = secretBox.seal(server.password, purpose(other.port));
    await app.admin.query('UPDATE dbadmin.connections SET sealed_password = $1 WHERE id = $2', [sealed, id]);
    const { port, user, password } = server;
    const url = new URL(`postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`);
    expect(await followLocalServer({ db, secretBox }, url)).toEqual([`own, ${how}`]);
    const tested = await app.ask(admin, { path: `/api/connections/${id}/test`, method: 'POST' });
    expect(tested.body).toMatchObject({ ok: true });
  },
);
