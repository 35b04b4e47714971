import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
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
});

afterAll(async () => {
  await app.close();
  await server.stop();
});

beforeEach(async () => {
  await server.query('postgres', 'ALTER SYSTEM RESET ALL');
  await restart();
});

async function restart(): Promise<void> {
  await server.kill();
  await server.start();
}

const update = (name: string, value: unknown) =>
  app.ask(admin, {
    path: '/api/settings/update',
    method: 'POST',
    json: { connection_id: id, name, value },
  });

async function all() {
  const { body } = await app.ask(admin, { path: `/api/settings?connection_id=${id}` });
  return new Map<string, any>(
    body.groups.flatMap((group: any) => group.settings).map((setting: any) => [setting.name, setting]),
  );
}

/** All that could keep a server from starting: what is read at the start alone, and what is checked then alone. */
const AT_START = [
  'max_connections',
  'superuser_reserved_connections',
  'shared_buffers',
  'max_worker_processes',
  'wal_buffers',
  'autovacuum_max_workers',
  'max_locks_per_transaction',
  'max_wal_size',
  'min_wal_size',
];

test('every setting that needs a restart is tested at its bounds below', async () => {
  const needing = [...(await all()).values()]
    .filter(({ needs_restart: needs }) => needs)
    .map(({ name }) => name);
  expect(needing.filter((name) => !AT_START.includes(name))).toEqual(['huge_pages']);
});

test.each(AT_START)('a server restarts with %s at its maximum and at its minimum', async (name) => {
  for (const bound of ['maximum', 'minimum']) {
    const limit = (await all()).get(name)[bound];
    expect((await update(name, limit)).status).toBe(200);
    await restart();
    const started = (await all()).get(name);
    // The server computes wal_buffers of -1 at startup.
    if (limit !== '-1') expect(started).toMatchObject({ value: limit, pending_restart: false });
    const beyond = bound === 'maximum' ? Number(limit) + 1 : Number(limit) - 1;
    expect((await update(name, beyond)).status).toBe(400);
  }
});

test('a server restarts with all settings at their maximum', async () => {
  for (const name of AT_START) {
    expect((await update(name, (await all()).get(name).maximum)).status).toBe(200);
  }
  await restart();
  const settings = await all();
  expect([...settings.values()].filter(({ pending_restart: pending }) => pending)).toEqual([]);
  expect(Number(settings.get('shared_buffers').value) * 8192).toBeLessThanOrEqual(totalmem() / 2);
  expect(await server.query('postgres', 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('bounds apply between settings that wait for the same restart', async () => {
  expect((await update('max_connections', 300)).status).toBe(200);
  expect((await update('superuser_reserved_connections', 250)).status).toBe(200);
  expect((await update('max_connections', 200)).status).toBe(400);
  expect((await update('max_connections', null)).status).toBe(409);
  expect((await update('superuser_reserved_connections', 291)).status).toBe(400);
  await restart();
  expect((await all()).get('superuser_reserved_connections').value).toBe('250');
});

test('undo reverts a pending change, and the server restarts with the previous value', async () => {
  const old = (await all()).get('shared_buffers').value;
  await update('shared_buffers', '64MB');
  const undone = await app.ask(admin, {
    path: '/api/settings/undo',
    method: 'POST',
    json: { connection_id: id },
  });
  expect(undone.body).toMatchObject({ name: 'shared_buffers', value: null, pending_restart: false });
  await restart();
  expect((await all()).get('shared_buffers').value).toBe(old);
});

test('a reset returns to the value in the configuration file', async () => {
  const file = join(server.dataFolder, 'postgresql.conf');
  const kept = readFileSync(file, 'utf8');
  appendFileSync(file, `\nwork_mem = '12MB'\n`);
  try {
    await update('work_mem', '20MB');
    expect((await all()).get('work_mem').value).toBe('20480');
    expect((await update('work_mem', null)).body).toMatchObject({ previous_value: '20480', value: null });
    expect((await all()).get('work_mem')).toMatchObject({ value: '12288', display: '12MB', modified: true });
  } finally {
    writeFileSync(file, kept);
  }
});

test('when the memory of the machine is unknown, shared_buffers can at most double between two restarts', async () => {
  const pidFile = join(server.dataFolder, 'postmaster.pid');
  const kept = readFileSync(pidFile, 'utf8');
  writeFileSync(pidFile, kept.replace(/^(\d+\n.*\n)(\d+)/, '$11000000000'));
  try {
    expect((await all()).get('shared_buffers')).toMatchObject({
      maximum: String(2 * 16_384),
      advice: expect.stringContaining('not known'),
    });
    expect((await update('shared_buffers', '257MB')).status).toBe(400);
    expect((await update('shared_buffers', '256MB')).status).toBe(200);
    expect((await update('shared_buffers', '512MB')).status).toBe(400);
  } finally {
    writeFileSync(pidFile, kept);
  }
});
