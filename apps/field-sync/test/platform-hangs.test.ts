/** @own-process because the platform's database is on a server of its own, which it stops */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { startTestRedis, startTestServer, until } from '@cairn/testing';
import type { Person, TestRedis, TestServer } from '@cairn/testing';
import { sendAction } from './send-action.ts';
import type { ActionFields } from './send-action.ts';
import { workedTables } from './survey.ts';
import { startSyncApp } from './sync-app.ts';
import type { SyncApp } from './sync-app.ts';

/** Far above all limits of time, and far below what a test may take. */
const LIMIT_MS = 40_000;

let server: TestServer;
let redis: TestRedis;
let sync: SyncApp;
let ada: Person;
let forest: number;
const stopped: number[] = [];
beforeAll(async () => {
  [server, redis] = await Promise.all([
    startTestServer({ log_statement: 'none' }),
    startTestRedis({ appendOnly: false }),
  ]);
  process.env.CAIRN_TEST_POSTGRES_URL = server.url();
  sync = await startSyncApp({
    // Nobody else says who people are.
    env: { REDIS_URL: redis.url, CENTRAL_API_ME_URL: 'http://127.0.0.1:9/api/me' },
    overrides: { jobTimes: { sweepMs: 200 } },
  });
  ada = await sync.app.signUp({ username: 'ada', isAdmin: true });
  await sync.app.work().ready;
  forest = await sync.loadProject('forest', workedTables());
});
afterEach(async () => {
  wake();
  await redis.kill('SIGCONT');
});
afterAll(async () => {
  await sync?.close();
  await Promise.all([server?.stop(), redis?.end()]);
});

function wake(): void {
  for (const pid of stopped.splice(0)) process.kill(pid, 'SIGCONT');
}

/** Stops the server with all of its processes; the postmaster first, which would start others. */
function stopServer(): void {
  const postmaster = Number(readFileSync(join(server.dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0]);
  stopped.push(postmaster);
  process.kill(postmaster, 'SIGSTOP');
  for (const pid of childrenOf(postmaster)) {
    stopped.push(pid);
    process.kill(pid, 'SIGSTOP');
  }
}
function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return new RegExp(`^PPid:\\t${parent}$`, 'm').test(readFileSync(`/proc/${pid}/status`, 'utf8'));
      } catch {
        return false;
      }
    });
}

const get = async (path: string) =>
  (
    await fetch(sync.app.url + path, {
      ...{ headers: { cookie: ada.cookie }, redirect: 'manual', signal: AbortSignal.timeout(LIMIT_MS) },
    })
  ).status;
const post = (path: string, fields: ActionFields) => sendAction(sync.app, ada, { path, fields });

test('while PostgreSQL hangs, reads are 503 and the health is 200; afterwards everything is 200', async () => {
  const read = () =>
    Promise.all([
      get('/admin/projects.php'),
      get(`/admin/project_settings.php?id=${forest}&tab=runs`),
      get(`/admin/action/svc_log.php?id=${forest}`),
      get('/api/audit'),
      get('/api/proxy.php?service=analysis&path=api/connections'),
      post('table_loader.php', { id: forest, geom_tbl: 'trees', draw: 1 }).then(({ status }) => status),
    ]);
  expect(await read()).toEqual(Array(6).fill(200));
  stopServer();
  const reads = read();
  expect(await get('/api/health')).toBe(200);
  expect(await reads).toEqual(Array(6).fill(503));
  expect(await get('/api/health')).toBe(200);
  wake();
  await until('everything is 200', async () => (await read()).every((status) => status === 200));
});

test('while Redis hangs, what is asked for is acknowledged, and each of it is done once when Redis is back', async () => {
  const lakes = await sync.addProject('lakes', workedTables(), { started: false });
  const { body: target } = await post('rsync.php', {
    ...{ save: '', id: 0, name: 'Disk', sync_type: 'local', local_project_id: 'disk' },
  });
  await sync.app.admin.query('INSERT INTO field_sync.project_file_targets VALUES ($1, $2)', [
    ...[forest, target.id],
  ]);
  await sync.change('forest', (db) => db.exec('DELETE FROM trees WHERE fid <= 150'));
  await sync.poll();
  expect(await sync.ended(forest)).toMatchObject({ status: 'paused' });
  const { rows: plans } = await sync.app.admin.query('SELECT id, items FROM field_sync.plans');
  const choice = JSON.stringify({ item: plans[0].items[0].id, option: 'delete' });

  await redis.kill('SIGSTOP');
  const answers = await Promise.all([
    post('backend.php', { id: lakes, op: 'start' }),
    post('plan.php', { approve: '', id: plans[0].id, 'choices[]': [choice] }),
    post('rsync.php', { start: '', id: target.id }),
    get('/api/health').then((status) => ({ status, body: { success: true } })),
  ]);
  for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { success: true } });
  // The service of a project starts with the next poll.
  await sync.poll();
  const open = [
    'SELECT status FROM field_sync.runs WHERE finished_at IS NULL',
    'SELECT status FROM field_sync.pushes',
  ];
  const statuses = await Promise.all(open.map(async (text) => (await sync.app.admin.query(text)).rows));
  expect(statuses.flat()).toEqual(Array(3).fill({ status: 'queued' }));

  await redis.kill('SIGCONT');
  expect(await sync.ended(lakes)).toMatchObject({ status: 'applied' });
  expect(await sync.ended(forest)).toMatchObject({ status: 'applied', deleted: '150' });
  await until('all jobs have succeeded once', async () => {
    const { rows } = await sync.app.admin.query('SELECT status, attempts FROM field_sync.jobs');
    return rows.every(({ status, attempts }) => status === 'succeeded' && attempts === 1);
  });
  const { rows: pushes } = await sync.app.admin.query('SELECT status FROM field_sync.pushes ORDER BY id');
  expect(pushes[0]).toEqual({ status: 'succeeded' });
  expect([(await sync.projects.runs(lakes)).length, (await sync.projects.runs(forest)).length]).toEqual([
    1, 3,
  ]);
});
