import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestServer } from '@cairn/testing';
import type { TestServer } from '@cairn/testing';
import { openHouse } from './house.ts';
import type { House, Person } from './house.ts';

let house: House;
let server: TestServer;
let other: TestServer;
let admin: Person;
let connection: number;
let database: number;

beforeAll(async () => {
  [house, server, other] = await Promise.all([openHouse(), startTestServer(), startTestServer()]);
  admin = await house.signUp({ username: 'admin', isAdmin: true });
  connection = await house.connect(admin, server);
  for (const each of [server, other]) await each.query('postgres', 'CREATE DATABASE roads');
  const path = `/api/connections/${connection}/databases`;
  database = (await house.ask(admin, { path, method: 'POST', json: { name: 'roads' } })).body.id;
});

afterAll(async () => {
  await house.close();
  await Promise.all([server.stop(), other.stop()]);
});

const path = () => `/api/connections/${connection}`;

function put(to: TestServer, name: string, over: Record<string, unknown> = {}) {
  const { port, user, password } = to;
  const json = { name, host: '127.0.0.1', port, sslmode: 'disable', admin_username: user };
  return house.ask(admin, {
    path: path(),
    method: 'PUT',
    json: { ...json, admin_password: password, ...over },
  });
}

test('PUT /api/connections/{id} to another server is 409 while a job waits, so that it drops nothing there', async () => {
  const asked = await house.ask(admin, {
    path: `/api/databases/${database}`,
    method: 'DELETE',
    json: { confirm_name: 'roads' },
  });
  expect(asked.status).toBe(202);
  const moved = await put(other, 'moved');
  expect([moved.status, moved.body.error]).toEqual([409, expect.stringContaining('database.delete')]);
  expect((await put(server, 'renamed')).body).toMatchObject({ name: 'renamed', port: server.port });
  const removed = await house.ask(admin, { path: path(), method: 'DELETE' });
  expect(removed.status).toBe(409);
  const worker = house.work();
  expect(await house.ended(admin, asked.body.job_id)).toMatchObject({ status: 'succeeded' });
  await worker.stop();
  const left = (each: TestServer) =>
    each.query('postgres', "SELECT 1 FROM pg_database WHERE datname = 'roads'");
  expect([(await left(server)).length, (await left(other)).length]).toEqual([0, 1]);
});

test('POST /api/settings/undo takes back nothing on a server that its connection has come to later', async () => {
  const ask = (rest: string, json: Record<string, unknown>) =>
    house.ask(admin, {
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
