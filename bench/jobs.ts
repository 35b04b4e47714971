import { createJobs, createJobsTables, type Jobs, type Processor } from '@cairn/jobs';
import { createTestDatabase, testRedisUrl } from '@cairn/testing';
import { Queue, Worker } from 'bullmq';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import type { Measure, Measurement } from './measurement.ts';

/** Jobs per second of BullMQ alone and of libs/jobs on the same Redis, and their ratio. */
interface SpeedResult {
  bare: number;
  cairn: number;
  ratio: number;
}

/** 10,000 jobs, of which two users have 100 each: after which share of the time each user was done. */
interface FairnessResult {
  seconds: number;
  share: Record<string, number>;
}

interface Stores {
  redisUrl: string;
  databaseUrl: string;
}

const count = 2_000;
const concurrency = 50;
const rounds = 5;
const schema = 'vault';
const goal = 0.5;
const log = pino({ level: process.env.LOG_LEVEL ?? 'error' });

/**
 * No-op jobs from the call that enqueues them to the last completion, with a connected worker. BullMQ alone and libs/jobs
 * alternate, so that both see the same machine; a first round warms up, then the medians of five count.
 */
async function benchSpeed(stores: Stores): Promise<SpeedResult> {
  const bare: number[] = [];
  const cairn: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    bare.push(await bareRound(stores));
    cairn.push(await cairnRound(stores));
  }
  const ratios = bare.map((speed, round) => cairn[round]! / speed);
  return { bare: median(bare), cairn: median(cairn), ratio: median(ratios) };
}

/** How long users wait for one another. */
function benchFairness(stores: Stores): Promise<FairnessResult> {
  return withJobs(stores, async (db, open) => {
    const doneAt: Record<string, number> = {};
    const requests = Object.entries({ ann: 9_800, bob: 100, eve: 100 }).flatMap(([user, jobs]) =>
      Array.from({ length: jobs }, () => ({ kind: 'turn', payload: user, requestedBy: user })),
    );
    const run = await open(
      'turn',
      requests.length,
      async (user: string) => void (doneAt[user] = performance.now()),
    );
    const began = performance.now();
    await run.jobs.enqueueMany(db, requests);
    await run.jobs.dispatch();
    await run.done;
    const total = performance.now() - began;
    const share = Object.fromEntries(
      Object.entries(doneAt).map(([user, at]) => [user, (at - began) / total]),
    );
    return { seconds: total / 1000, share };
  });
}

async function bareRound({ redisUrl }: Stores): Promise<number> {
  const name = `bare-${Date.now()}`;
  const connection = { url: redisUrl };
  const queue = new Queue(name, { connection });
  const done = countdown(count);
  const worker = new Worker(name, async () => null, { connection, concurrency });
  worker.on('completed', done.step);
  await Promise.all([queue.waitUntilReady(), worker.waitUntilReady()]);
  const began = performance.now();
  const opts = { removeOnComplete: true, removeOnFail: true };
  await queue.addBulk(Array.from({ length: count }, (_, id) => ({ name: 'noop', data: { id }, opts })));
  await done.end;
  const seconds = (performance.now() - began) / 1000;
  await worker.close();
  await queue.close();
  return count / seconds;
}

function cairnRound(stores: Stores): Promise<number> {
  return withJobs(stores, async (db, open) => {
    const run = await open('noop', count, async () => null);
    const requests = Array.from({ length: count }, (_, id) => ({ kind: 'noop', payload: { id } }));
    const began = performance.now();
    await db.transaction().execute((trx) => run.jobs.enqueueMany(trx, requests));
    await run.jobs.dispatch();
    await run.done;
    await untilAllSucceeded(db);
    return count / ((performance.now() - began) / 1000);
  });
}

type Open = (
  kind: string,
  jobs: number,
  processor: Processor,
) => Promise<{ jobs: Jobs; done: Promise<void> }>;

/** A new jobs table, and a way to start a worker on it that counts its jobs. */
async function withJobs<T>(
  { redisUrl, databaseUrl }: Stores,
  work: (db: Kysely<any>, open: Open) => Promise<T>,
): Promise<T> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  pool.on('error', () => undefined);
  const db = new Kysely<any>({ dialect: new PostgresDialect({ pool }) });
  await db.schema.withSchema(schema).dropTable('jobs').ifExists().execute();
  await createJobsTables(db, schema);
  const jobs = createJobs({
    db,
    pool,
    schema,
    queue: `cairn-${Date.now()}`,
    redisUrl,
    logger: log,
  });
  try {
    return await work(db, async (kind, expected, processor) => {
      const done = countdown(expected);
      const counted: Processor = async (payload, context) => {
        const result = await processor(payload, context);
        done.step();
        return result;
      };
      await jobs.work({ processors: { [kind]: counted }, concurrency }).ready;
      await jobs.dispatch(); // connects the sender before the clock starts, like the bare queue
      return { jobs, done: done.end };
    });
  } finally {
    await jobs.close();
    await db.destroy();
  }
}

/** The clock stops when all rows are finished, not when the processors have run. */
async function untilAllSucceeded(db: Kysely<any>): Promise<void> {
  const unfinished = db
    .withSchema(schema)
    .selectFrom('jobs')
    .select('id')
    .where('status', '<>', 'succeeded')
    .limit(1);
  while (await unfinished.executeTakeFirst());
}

function countdown(from: number): { step(): void; end: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  let left = from;
  return { step: () => void (--left === 0 && resolve()), end: promise };
}

/** Of all rounds but the first, which warms up. */
function median(values: number[]): number {
  const counted = values.slice(1).toSorted((a, b) => a - b);
  return counted[Math.floor(counted.length / 2)]!;
}

/** The rows of `npm run bench`. */
export const measure: Measure = async () => {
  const database = await createTestDatabase();
  try {
    const stores = { redisUrl: testRedisUrl(), databaseUrl: database.url(schema) };
    return [toSpeedRow(await benchSpeed(stores)), toFairnessRow(await benchFairness(stores))];
  } finally {
    await database.drop();
  }
};

function toSpeedRow({ bare, cairn, ratio }: SpeedResult): Measurement {
  return {
    what: 'Jobs through libs/jobs against bare BullMQ',
    measured: `jobs/s cairn ${cairn.toFixed(0)}, jobs/s bare ${bare.toFixed(0)}`,
    value: `ratio ${ratio.toFixed(2)}`,
    goal: `at least ${goal.toFixed(2)}`,
    met: ratio >= goal,
  };
}

function toFairnessRow({ seconds, share }: FairnessResult): Measurement {
  const { bob = 1, eve = 1 } = share;
  return {
    what: '10,000 jobs of three users, two of them with 100 each',
    measured: `all done after ${seconds.toFixed(1)} s`,
    value: `the two were done after ${(Math.max(bob, eve) * 100).toFixed(0)} % of it`,
    goal: 'at most 50 %',
    met: Math.max(bob, eve) <= 0.5,
  };
}

if (import.meta.main) {
  for (const { what, measured, value, goal, met } of await measure()) {
    console.log(`${what}: ${measured}, ${value} (goal ${goal}: ${met ? 'met' : 'not met'})`);
  }
}
