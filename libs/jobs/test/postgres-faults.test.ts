import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createDatabase } from '@cairn/db';
import { sql } from 'kysely';
import pg from 'pg';
import { setTimeout as delay } from 'node:timers/promises';
import {
  effectsOf,
  ended,
  inStatus,
  startTestJobs,
  until,
  untilAborted,
  type TestJobs,
} from './test-jobs.ts';

let env: TestJobs;
let admin: pg.Pool;
beforeAll(async () => {
  env = await startTestJobs();
  admin = new pg.Pool({ connectionString: env.test.adminUrl, max: 1 });
  admin.on('error', () => undefined);
});
afterEach(() => env.clear());
afterAll(async () => {
  await admin.end();
  await env.end();
});

/** Ends all sessions of the service in this database, as a crash of the server would. */
async function killSessions(): Promise<number> {
  const killed = await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  return killed.rowCount ?? 0;
}

test('each job runs exactly once while database sessions are killed', async () => {
  const jobs = env.jobs();
  const work = async (n: number, { job, attempt, commit }: any) => {
    await delay(Math.random() * 10);
    await commit((trx: any) => trx.insertInto('effects').values({ job_id: job.id, attempt }).execute());
    return n;
  };
  const worker = jobs.work({ processors: { work }, concurrency: 8 });
  await worker.ready;
  const asked = Array.from({ length: 300 }, (_, n) => ({ kind: 'work', payload: n, maxAttempts: 50 }));
  const all = await jobs.enqueueMany(env.db, asked);
  await jobs.dispatch();
  for (let round = 0; round < 4; round += 1) {
    await delay(30 + Math.random() * 50);
    await until(async () => (await killSessions()) > 0, 'sessions exist to kill');
  }
  const unfinished = () => jobs.list({ status: ['queued', 'running'], limit: 1 }).catch(() => [undefined]);
  await until(async () => (await unfinished()).length === 0, 'all jobs have ended', 25_000);
  const effects = await env.db.selectFrom('effects').select('job_id').execute();
  expect(effects.map((row) => Number(row.job_id)).sort((a, b) => a - b)).toEqual(all.map(({ id }) => id));
  expect(await jobs.list({ status: 'failed' })).toEqual([]);
});

test('a transaction whose session is killed leaves nothing, and the next attempt repeats it', async () => {
  const jobs = env.jobs();
  const cut = async (_payload: unknown, { job, attempt, commit }: any) =>
    commit(async (trx: any) => {
      await trx.insertInto('effects').values({ job_id: job.id, attempt }).execute();
      if (attempt > 1) return;
      await killSessions();
      await sql`select 1`.execute(trx);
    });
  jobs.work({ processors: { cut } });
  const job = await jobs.enqueue(env.db, { kind: 'cut', payload: null });
  await jobs.dispatch();
  expect(await ended(jobs, job.id)).toMatchObject({ status: 'succeeded', attempts: 2 });
  expect(await effectsOf(env.db, job.id)).toEqual([2]);
});

test('a worker without a database gives up its jobs when their leases end', async () => {
  // The connection limit does not apply to the administrator's pool of this test.
  const jobs = env.jobs({ leaseMs: 600, heartbeatMs: 100, sweepMs: 60_000 });
  const reason = Promise.withResolvers<unknown>();
  const long = async (_payload: unknown, { signal }: any) =>
    untilAborted(signal).catch((error: unknown) => (reason.resolve(error), Promise.reject(error)));
  jobs.work({ processors: { long } });
  const job = await jobs.enqueue(env.db, { kind: 'long', payload: null });
  await jobs.dispatch();
  await inStatus(jobs, job.id, 'running');
  await admin.query(`alter database ${env.test.name} connection limit 0`);
  try {
    await killSessions();
    expect(await reason.promise).toMatchObject({ name: 'JobLostError' });
  } finally {
    await admin.query(`alter database ${env.test.name} connection limit -1`);
  }
  expect(await jobs.get(job.id)).toMatchObject({ status: 'running', fence: 1 });
});

test('two connections are enough for four concurrent jobs with transactions', async () => {
  const small = createDatabase<any>({
    url: env.databaseUrl,
    schema: 'vault',
    applicationName: 'small',
    max: 2,
  });
  try {
    const jobs = env.jobs({ db: small.db, pool: small.pool });
    const work = async (_payload: unknown, { job, attempt, commit, progress }: any) =>
      commit(async (trx: any) => {
        progress(50, 'Half way');
        await trx.insertInto('effects').values({ job_id: job.id, attempt }).execute();
        await delay(20);
      });
    jobs.work({ processors: { work }, concurrency: 4 });
    const all = await jobs.enqueueMany(
      env.db,
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
