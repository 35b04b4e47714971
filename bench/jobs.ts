import { createJobs, createJobsTables, type CarrierConfig } from '@cairn/jobs';
import { createTestDatabase, testRedisUrl } from '@cairn/testing';
import { createPostgresBackend, Queue, Worker } from 'bullmq';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';

/** What a row of the result says: jobs a second of both, and which part of BullMQ's speed is left. */
export interface JobsResult {
  backend: 'Redis' | 'PostgreSQL';
  bare: number;
  cairn: number;
  ratio: number;
}

const count = 2_000;
const concurrency = 50;
const rounds = 3;
const role = 'vault';
const log = pino({ level: process.env.LOG_LEVEL ?? 'error' });

/**
 * No-op jobs from the enqueueing to the last completion, with a worker that waits already: BullMQ alone against libs/jobs on
 * the same store, in turns, the medians of three rounds each.
 */
export async function benchJobs(): Promise<JobsResult[]> {
  const database = await createTestDatabase();
  try {
    const databaseUrl = database.url(role);
    const results: JobsResult[] = [];
    for (const [backend, redisUrl] of [['Redis', testRedisUrl()], ['PostgreSQL', undefined]] as const) {
      const bareConnection = redisUrl ? { url: redisUrl } : { connectionString: database.adminUrl, schema: 'bare_queue', migrate: true };
      const bare: number[] = [];
      const cairn: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        bare.push(await bareRound(bareConnection, redisUrl === undefined));
        cairn.push(await cairnRound({ redisUrl, databaseUrl }));
      }
      results.push({ backend, bare: median(bare), cairn: median(cairn), ratio: median(cairn) / median(bare) });
    }
    return results;
  } finally {
    await database.drop();
  }
}

async function bareRound(connection: object, onPostgres: boolean): Promise<number> {
  const name = `bare-${Date.now()}`;
  const factory = (onPostgres ? createPostgresBackend : undefined) as never;
  const queue = new Queue(name, { connection }, factory);
  const done = Promise.withResolvers<void>();
  let left = count;
  const finishOne = () => void (--left === 0 && done.resolve());
  const worker = new Worker(name, async () => null, { connection, concurrency }, factory);
  worker.on('completed', finishOne);
  await Promise.all([queue.waitUntilReady(), worker.waitUntilReady()]);
  const started = performance.now();
  const opts = { removeOnComplete: true, removeOnFail: true };
  await queue.addBulk(Array.from({ length: count }, (_, id) => ({ name: 'noop', data: { id }, opts })));
  await done.promise;
  const seconds = (performance.now() - started) / 1000;
  await worker.close();
  await queue.close();
  return count / seconds;
}

async function cairnRound(carrier: CarrierConfig): Promise<number> {
  const pool = new pg.Pool({ connectionString: carrier.databaseUrl, max: 10 });
  pool.on('error', () => undefined);
  const db = new Kysely<any>({ dialect: new PostgresDialect({ pool }) });
  await db.schema.withSchema(role).dropTable('jobs').ifExists().execute();
  await createJobsTables(db, role);
  const jobs = createJobs({ db, pool, schema: role, queue: `cairn-${Date.now()}`, carrier, logger: log });
  const done = Promise.withResolvers<void>();
  let left = count;
  const noop = async () => void (--left === 0 && done.resolve());
  const worker = jobs.work({ processors: { noop }, concurrency });
  await worker.ready;
  await jobs.dispatch();
  const started = performance.now();
  const asked = Array.from({ length: count }, (_, id) => ({ kind: 'noop', payload: { id } }));
  await db.transaction().execute((trx) => jobs.enqueueMany(trx, asked));
  await jobs.dispatch();
  await done.promise;
  await untilAllSucceeded(db);
  const seconds = (performance.now() - started) / 1000;
  await jobs.close();
  await db.destroy();
  return count / seconds;
}

/** The clock stops when the rows say so, not when the processors have run. */
async function untilAllSucceeded(db: Kysely<any>): Promise<void> {
  for (;;) {
    const { n } = await db
      .withSchema(role)
      .selectFrom('jobs')
      .select((row) => row.fn.countAll<string>().as('n'))
      .where('status', '<>', 'succeeded')
      .executeTakeFirstOrThrow();
    if (Number(n) === 0) return;
  }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

if (import.meta.main) {
  for (const { backend, bare, cairn, ratio } of await benchJobs()) {
    console.log(`jobs/s bare BullMQ on ${backend.padEnd(10)} ${bare.toFixed(0).padStart(6)}`);
    console.log(`jobs/s cairn    on ${backend.padEnd(10)} ${cairn.toFixed(0).padStart(6)}`);
    console.log(`ratio           on ${backend.padEnd(10)} ${ratio.toFixed(2).padStart(6)}   (goal: at least 0.50)`);
  }
}
