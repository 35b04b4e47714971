import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { createDatabase } from '@cairn/db';
import { sql } from 'kysely';
import pg from 'pg';
import { setTimeout as delay } from 'node:timers/promises';
import {
  carriers,
  effectsOf,
  ended,
  inStatus,
  openBench,
  until,
  untilAborted,
  type Bench,
} from './support.ts';

let bench: Bench;
let admin: pg.Pool;
beforeAll(async () => {
  bench = await openBench();
  admin = new pg.Pool({ connectionString: bench.test.adminUrl, max: 1 });
});
afterEach(() => bench.clear());
afterAll(async () => {
  await admin.end();
  await bench.end();
});

/** Ends every session of the service in this database, as a crash of the server or an administrator would. */
async function killSessions(): Promise<number> {
  const killed = await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  return killed.rowCount ?? 0;
}

describe.each(carriers)('On %s', (carrier) => {
  test('sessions killed again and again while jobs run leave each job done exactly once', async () => {
    const jobs = bench.jobs(carrier);
    const work = async (n: number, { job, attempt, commit }: any) => {
      await delay(Math.random() * 10);
      await commit((trx: any) => trx.insertInto('effects').values({ job_id: job.id, attempt }).execute());
      return n;
    };
    const worker = jobs.work({ processors: { work }, concurrency: 8 });
    await worker.ready;
    const asked = Array.from({ length: 300 }, (_, n) => ({ kind: 'work', payload: n, maxAttempts: 50 }));
    const all = await jobs.enqueueMany(bench.db, asked);
    await jobs.dispatch();
    for (let round = 0; round < 4; round += 1) {
      await delay(30 + Math.random() * 50);
      await until(async () => (await killSessions()) > 0, 'there are sessions to kill');
    }
    const unfinished = () => jobs.list({ status: ['queued', 'running'], limit: 1 }).catch(() => [undefined]);
    await until(async () => (await unfinished()).length === 0, 'all have ended', 25_000);
    const effects = await bench.db.selectFrom('effects').select('job_id').execute();
    expect(effects.map((row) => Number(row.job_id)).sort((a, b) => a - b)).toEqual(all.map(({ id }) => id));
    expect(await jobs.list({ status: 'failed' })).toEqual([]);
  });

  test('a transaction of a job whose session is killed leaves nothing, and the next attempt does it', async () => {
    const jobs = bench.jobs(carrier);
    const cut = async (_payload: unknown, { job, attempt, commit }: any) =>
      commit(async (trx: any) => {
        await trx.insertInto('effects').values({ job_id: job.id, attempt }).execute();
        if (attempt > 1) return;
        await killSessions();
        await sql`select 1`.execute(trx);
      });
    jobs.work({ processors: { cut } });
    const job = await jobs.enqueue(bench.db, { kind: 'cut', payload: null });
    await jobs.dispatch();
    expect(await ended(jobs, job.id)).toMatchObject({ status: 'succeeded', attempts: 2 });
    expect(await effectsOf(bench.db, job.id)).toEqual([2]);
  });
});

test('a worker that cannot reach the database gives up its jobs when their leases end', async () => {
  // The worker's own sessions are shut out; the test's pool is an administrator's and is not.
  const jobs = bench.jobs('Redis', { leaseMs: 600, heartbeatMs: 100, sweepMs: 60_000 });
  const told = Promise.withResolvers<unknown>();
  const long = async (_payload: unknown, { signal }: any) =>
    untilAborted(signal).catch((reason: unknown) => (told.resolve(reason), Promise.reject(reason)));
  jobs.work({ processors: { long } });
  const job = await jobs.enqueue(bench.db, { kind: 'long', payload: null });
  await jobs.dispatch();
  await inStatus(jobs, job.id, 'running');
  await admin.query(`alter database ${bench.test.name} connection limit 0`);
  try {
    await killSessions();
    expect(await told.promise).toMatchObject({ name: 'JobLostError' });
  } finally {
    await admin.query(`alter database ${bench.test.name} connection limit -1`);
  }
  expect(await jobs.get(job.id)).toMatchObject({ status: 'running', fence: 1 });
});

test('two connections are enough for four jobs at once with transactions of their own', async () => {
  const small = createDatabase<any>({
    url: bench.databaseUrl,
    schema: 'vault',
    applicationName: 'small',
    max: 2,
  });
  try {
    const jobs = bench.jobs('Redis', { db: small.db, pool: small.pool });
    const work = async (_payload: unknown, { job, attempt, commit, progress }: any) =>
      commit(async (trx: any) => {
        progress(50, 'Half way');
        await trx.insertInto('effects').values({ job_id: job.id, attempt }).execute();
        await delay(20);
      });
    jobs.work({ processors: { work }, concurrency: 4 });
    const all = await jobs.enqueueMany(
      bench.db,
      Array.from({ length: 24 }, () => ({ kind: 'work', payload: null })),
    );
    await jobs.dispatch();
    for (const { id } of all)
      expect(await ended(jobs, id)).toMatchObject({ status: 'succeeded', attempts: 1 });
    await jobs.close();
  } finally {
    await small.close();
  }
});

test('without the right to create its schema the carrier says what an administrator has to do', async () => {
  const warnings: unknown[] = [];
  const { pino } = await import('pino');
  const logger = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(JSON.parse(line)) });
  const jobs = bench.jobs('PostgreSQL', {
    carrier: { databaseUrl: bench.databaseUrl, schema: 'not_mine' },
    logger,
  });
  const job = await jobs.enqueue(bench.db, { kind: 'any', payload: null });
  await jobs.dispatch();
  expect(JSON.stringify(warnings)).toMatch(/CREATE SCHEMA .{0,4}not_mine.{0,4} AUTHORIZATION/);
  expect(await jobs.get(job.id)).toMatchObject({ status: 'queued', dispatchedAt: null });
});
