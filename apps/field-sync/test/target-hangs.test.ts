/** @own-process because the database of its projects is on a server of its own, which it stops */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { startTestServer, until } from '@cairn/testing';
import type { TestServer } from '@cairn/testing';
import { inProjectTransaction, withTarget } from '../src/features/synced-tables/session.ts';
import type { Target } from '../src/features/synced-tables/session.ts';
import { workedTables } from './survey.ts';
import { NO_PLATFORM } from './synced-target.ts';
import { startSyncApp } from './sync-app.ts';
import type { SyncApp } from './sync-app.ts';

const LIMITS = { quietMs: 200, answerMs: 500, silentMs: 60_000 };

let target: TestServer;
let sync: SyncApp;
const stopped: number[] = [];
beforeAll(async () => {
  target = await startTestServer({ log_statement: 'none' });
  await target.query('postgres', 'CREATE EXTENSION postgis');
  sync = await startSyncApp({
    target: target.url(),
    overrides: { targetLimits: { ...LIMITS, silentMs: 2_000 } },
  });
});
afterEach(wake);
afterAll(async () => {
  await sync?.close();
  await target?.stop();
});

function stop(...pids: number[]): void {
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  stopped.push(...pids);
}
function wake(): void {
  for (const pid of stopped.splice(0)) process.kill(pid, 'SIGCONT');
}
const pidOf = ({ client }: Target) => (client as unknown as { processID: number }).processID;
const postmaster = () =>
  Number(readFileSync(join(target.dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0]);

async function inTarget<T>(work: (target: Target) => Promise<T>, limits = LIMITS): Promise<T> {
  const { hostname: host, port, username: user, password } = new URL(target.url());
  const place = {
    address: { host, port: Number(port), database: 'postgres', user, password, sslmode: 'disable' as const },
    ...{ schema: 'field', projectUuid: '5b0c7d5e-0f3f-4a53-9a1f-0d5f3b6f2a10' },
  };
  const deps = { serverNetworks: ['127.0.0.0/8'], platform: NO_PLATFORM, limits };
  return withTarget(deps, { place, signal: new AbortController().signal }, work);
}

test('a statement that works for long without a word is not cut, nor is a pause between statements', async () => {
  const rows = await inTarget(async ({ client }) => {
    await client.query('SELECT pg_sleep(1.5)');
    await delay(1_000);
    return (await client.query('SELECT 1 AS one')).rows;
  });
  expect(rows).toEqual([{ one: 1 }]);
});

test('a server that answers nobody any more ends the session, as one that does not respond', async () => {
  const failing = inTarget(async (session) => {
    stop(postmaster(), pidOf(session));
    await session.client.query('SELECT 1');
  });
  await expect(failing).rejects.toMatchObject({
    ...{ outcome: 'retry', code: 'field_sync.database_unreachable' },
    message: `No database responds at 127.0.0.1:${target.port}. Check the address and the server.`,
  });
});

test('a session that is stopped between two statements ends, though its server answers others', async () => {
  const failing = inTarget(async (session) => {
    stop(pidOf(session));
    await session.client.query('SELECT 1');
  });
  await expect(failing).rejects.toMatchObject({ outcome: 'retry', code: 'field_sync.database_silent' });
});

test('a commit that gets no answer leaves the question to the state in the database', async () => {
  const failing = inTarget((session) =>
    inProjectTransaction(session, new AbortController().signal, () => Promise.resolve(stop(pidOf(session)))),
  );
  await expect(failing).rejects.toMatchObject({ outcome: 'read_state', code: 'field_sync.commit_unknown' });
});

test('a run whose session is stopped within a statement fails, to be tried again, and is applied once it may', async () => {
  const id = await sync.addProject('forest', workedTables());
  const { rows } = await sync.app.admin.query('SELECT uuid FROM field_sync.projects WHERE id = $1', [id]);
  const lock = [`cairn field-sync ${rows[0].uuid}`];
  const holder = await sync.admin.connect();
  await holder.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', lock);
  await sync.app.work().ready;
  await sync.poll();
  await until('the run waits in a statement', async () => {
    const found = await sync.query(
      `SELECT pid FROM pg_stat_activity WHERE application_name = 'cairn field sync' AND wait_event = 'advisory'`,
    );
    if (found.length > 0) stop(found[0].pid);
    return found.length > 0;
  });
  expect(await sync.ended(id)).toMatchObject({
    ...{ status: 'failed', error_code: 'field_sync.database_silent' },
    error: `The database at 127.0.0.1:${target.port} answers, but stopped answering the session of this run. The session was closed, and the run is repeated.`,
  });
  await until(
    'its worker is free',
    async () => (await sync.context.jobs.list({ status: 'running' })).length === 0,
  );
  wake();
  await holder.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', lock);
  holder.release();
  await sync.poll();
  await until('the next run has ended', async () => (await sync.projects.runs(id)).length === 2);
  expect(await sync.ended(id)).toMatchObject({ status: 'applied', seq: '1' });
});
