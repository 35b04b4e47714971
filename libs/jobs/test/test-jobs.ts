import { createDatabase, type Database } from '@cairn/db';
import { createTestDatabase, testRedisUrl, type TestDatabase } from '@cairn/testing';
import { sql, type Kysely } from 'kysely';
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { createJobs, createJobsTables, type Job, type Jobs, type JobsConfig } from '../src/index.ts';

export const role = 'vault';

export interface TestJobs extends Database<any> {
  test: TestDatabase;
  databaseUrl: string;
  redisUrl: string;
  /** Jobs on a new queue; closed by `clear`. */
  jobs(config?: Partial<JobsConfig>): Jobs;
  /** Closes what `jobs` opened and empties the tables. */
  clear(): Promise<void>;
  end(): Promise<void>;
}

/** Short times for tests. */
export const fastTimes = {
  leaseMs: 1_000,
  heartbeatMs: 100,
  sweepMs: 100,
  resendAfterMs: 500,
  backoffMs: 20,
};

/** A database with a jobs table, and a table that jobs write their effects to. */
export async function startTestJobs(): Promise<TestJobs> {
  const test = await createTestDatabase();
  const databaseUrl = test.url(role);
  const database = createDatabase<any>({
    url: databaseUrl,
    schema: role,
    applicationName: 'jobs-test',
    max: 8,
  });
  await createJobsTables(database.db, role);
  await sql`create table effects (job_id bigint not null, attempt integer not null, at timestamptz not null default now())`.execute(
    database.db,
  );
  const redisUrl = testRedisUrl();
  const open: Jobs[] = [];
  return {
    ...database,
    test,
    databaseUrl,
    redisUrl,
    jobs(config = {}) {
      const jobs = createJobs({
        db: database.db,
        pool: database.pool,
        schema: role,
        queue: `test-${randomBytes(4).toString('hex')}`,
        redisUrl,
        logger: pino({ level: process.env.LOG_LEVEL ?? 'silent' }),
        ...fastTimes,
        ...config,
      });
      open.push(jobs);
      return jobs;
    },
    async clear() {
      await Promise.all(open.splice(0).map((jobs) => jobs.close()));
      await sql`truncate jobs, effects`.execute(database.db);
    },
    async end() {
      await database.close();
      await test.drop();
    },
  };
}

/** Polls until `look` returns a value; fails with `what` after the deadline. */
export async function until<T>(
  look: () => Promise<T | undefined | false> | T | undefined | false,
  what: string,
  deadlineMs = 25_000,
): Promise<T> {
  for (const deadline = Date.now() + deadlineMs; Date.now() < deadline; await delay(20)) {
    const found = await look();
    if (found) return found;
  }
  throw new Error(`timed out after ${deadlineMs} ms waiting until ${what}`);
}

/** Waits until the job has ended; the database may be unavailable for a while. */
export function ended(jobs: Jobs, id: number, deadlineMs?: number): Promise<Job> {
  const look = async () => {
    const job = await jobs.get(id).catch(() => undefined);
    return job?.finishedAt ? job : undefined;
  };
  return until(look, `job ${id} has ended`, deadlineMs);
}

export function inStatus(jobs: Jobs, id: number, status: Job['status'], deadlineMs?: number): Promise<Job> {
  const look = async () => {
    const job = await jobs.get(id);
    return job?.status === status ? job : undefined;
  };
  return until(look, `job ${id} is ${status}`, deadlineMs);
}

/** The attempts that wrote an effect for the job. */
export async function effectsOf(db: Kysely<any>, id: number): Promise<number[]> {
  const rows = await db
    .selectFrom('effects')
    .select('attempt')
    .where('job_id', '=', id)
    .orderBy('at')
    .execute();
  return rows.map((row) => Number(row.attempt));
}

/** Rejects when the signal is aborted, as the long work of a processor would. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
  );
}
