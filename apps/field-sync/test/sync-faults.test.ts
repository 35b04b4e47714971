/** @own-process because the database of its projects is on a server of its own, which it stops */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { startService, startTestServer, until } from '@cairn/testing';
import type { RunningService, TestServer } from '@cairn/testing';
import { Redis } from 'ioredis';
import { dayOfWork, surveyTables } from './survey.ts';
import { startSyncApp } from './sync-app.ts';
import type { SyncApp } from './sync-app.ts';

/** `SYNC_FAULTS=10` is the long version. */
const FAULTS = Number(process.env.SYNC_FAULTS ?? 1);
const SEED = Number(process.env.SYNC_SEED ?? Date.now() % 1_000_000);
const TREES = 5_000;

let target: TestServer;
let sync: SyncApp;
let redis: Redis;
let id: number;
let worker: RunningService;
let day = 0;
beforeAll(async () => {
  console.info(`SYNC_SEED=${SEED}`);
  target = await startTestServer({ log_statement: 'none' });
  await target.query('postgres', 'CREATE EXTENSION postgis');
  sync = await startSyncApp({ target: target.url() });
  redis = new Redis(sync.app.config.redisUrl!);
  id = await sync.addProject('forest', surveyTables({ trees: TREES }), {
    ...{ sleep_time: 1, max_delete_percent: 100 },
  });
  worker = await startWorker();
  await until('the first load is applied', () => isApplied(1));
});
afterEach(async () => {
  await expectExactlyOnce();
});
afterAll(async () => {
  await worker?.kill();
  redis?.disconnect();
  await sync?.close();
  await target?.stop();
});

const startWorker = () =>
  startService({
    script: resolve(import.meta.dirname, 'sync-process.ts'),
    config: sync.app.config,
    env: {
      ...{ NODE_ENV: 'test', LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'fatal' },
      FOLDER_PROVIDER_ROOT: sync.app.config.folderProviderRoot,
    },
  });

async function publishDay(): Promise<void> {
  day += 1;
  await sync.change('forest', (db) => dayOfWork(db, day));
}
/** Whether the target is at this number and we know it. */
async function isApplied(seq: number): Promise<boolean> {
  const project = await sync.projects.project(id);
  return Number(project.applied_seq) >= seq && project.applied_version === project.provider_version;
}
const stage = async () => (await sync.projects.runs(id)).at(-1)?.stage ?? null;
const seq = async (): Promise<number> =>
  Number((await sync.query('SELECT seq FROM forest.cairn_sync_state'))[0].seq);
let random = SEED;
/** Milliseconds up to a limit; a linear congruential sequence is random enough for moments. */
function moment(limit: number): number {
  random = (random * 1_103_515_245 + 12_345) % 2 ** 31;
  return random % limit;
}

/** Every change of every day is in the tables and in the history once, and each application has one run. */
async function expectExactlyOnce(): Promise<void> {
  for (const table of ['trees', 'inspections']) {
    expect([table, await sync.differences(sync.pathOf('forest'), 'forest', table)]).toEqual([table, 0]);
  }
  const [history] = await sync.query(
    `SELECT count(*)::integer AS count, count(DISTINCT run)::integer AS runs FROM forest.cairn_sync_history WHERE op IN ('I', 'D')`,
  );
  expect(history).toEqual({ count: 4 * day, runs: day });
  const applied = (await sync.projects.runs(id)).filter(({ status }) => status === 'applied');
  expect(applied.map((run) => Number(run.seq))).toEqual(
    Array.from({ length: await seq() }, (_each, index) => index + 1),
  );
}

async function afterwards(before: number): Promise<void> {
  await until('the day is applied', () => isApplied(before + 1), { limitMs: 90_000 });
}

test(
  'a target that is stopped at once while a run works is caught up with when it is back',
  async () => {
    for (let n = 0; n < FAULTS; n += 1) {
      const before = await seq();
      await publishDay();
      await until(
        'it compares or applies',
        async () => ['comparing', 'applying'].includes((await stage()) ?? ''),
        { everyMs: 2 },
      );
      await delay(moment(400));
      await target.kill();
      await delay(moment(1_500));
      await target.start();
      await afterwards(before);
    }
  },
  FAULTS * 120_000,
);

test(
  'a run whose connection to the target is ended continues, applied once',
  async () => {
    for (let n = 0; n < 2 * FAULTS; n += 1) {
      const before = await seq();
      await publishDay();
      await until('it applies', async () => (await stage()) === 'applying' || (await seq()) > before, {
        everyMs: 2,
      });
      await delay(moment(60));
      await sync.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'cairn field sync'`,
      );
      await afterwards(before);
    }
  },
  FAULTS * 120_000,
);

/** False for a process that has ended first. */
async function stopProcess(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 'SIGSTOP');
    await until('it is stopped', async () => / \(.*\) T /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')));
    return true;
  } catch {
    return false;
  }
}

test(
  'a session of the target that hangs keeps nobody from stopping the project, which catches up once it is started again',
  async () => {
    const before = await seq();
    await publishDay();
    let pid = 0;
    await until(
      'the run has a session',
      async () => {
        const rows = await sync.query(
          `SELECT pid FROM pg_stat_activity WHERE application_name = 'cairn field sync' AND state <> 'idle'`,
        );
        pid = rows[0]?.pid ?? 0;
        return pid > 0 && (await stopProcess(pid));
      },
      { everyMs: 2 },
    );
    try {
      await sync.context.serviceControl.stop(id, sync.cause);
      await until(
        'the run has ended',
        async () => (await sync.projects.runs(id)).every((run) => run.finished_at !== null),
        { limitMs: 10_000 },
      );
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await sync.context.serviceControl.start(id, sync.cause);
    await afterwards(before);
  },
  FAULTS * 120_000,
);

test(
  'our own database that ends all connections while a run works loses nothing',
  async () => {
    for (let n = 0; n < FAULTS; n += 1) {
      const before = await seq();
      await publishDay();
      await until('it has begun', async () => (await stage()) !== null, { everyMs: 2 });
      await delay(moment(800));
      await sync.app.admin.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      );
      await afterwards(before);
    }
  },
  FAULTS * 120_000,
);

test(
  'an emptied Redis loses no run',
  async () => {
    for (let n = 0; n < FAULTS; n += 1) {
      const before = await seq();
      await publishDay();
      await delay(moment(2_000));
      await redis.flushdb();
      await afterwards(before);
    }
  },
  FAULTS * 120_000,
);
