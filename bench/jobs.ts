import { createJobs, createJobsTables, type Jobs, type Processor } from '@cairn/jobs';
import { createTestDatabase, testRedisUrl } from '@cairn/testing';
import { createPostgresBackend, Queue, Worker } from 'bullmq';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import type { Measure, Measurement } from './measurement.ts';

/** Jobs a second of BullMQ alone and of libs/jobs on the same store, and which part of BullMQ's speed is left. */
export interface JobsResult {
  backend: Backend;
  bare: number;
  cairn: number;
  ratio: number;
}

/** 10,000 jobs, of which two users have 100 each: after which part of the time each user was through. */
export interface TurnsResult {
  backend: Backend;
  seconds: number;
  share: Record<string, number>;
}

type Backend = 'Redis' | 'PostgreSQL';

interface Place {
  backend: Backend;
  redisUrl: string | undefined;
  databaseUrl: string;
  /** May create the schema that bare BullMQ keeps its tables in. */
  adminUrl: string;
}

const count = 2_000;
const concurrency = 50;
const rounds = 5;
const schema = 'vault';
const goal = 0.5;
const log = pino({ level: process.env.LOG_LEVEL ?? 'error' });

/**
 * No-op jobs from the call that enqueues them to the last completion, with a worker that waits already. BullMQ alone and
 * libs/jobs run in turns, so that both meet the same machine; a first round warms up, then the medians of five count.
 */
export async function benchJobs(): Promise<JobsResult[]> {
  return onEachBackend(async (place) => {
    const bare: number[] = [];
    const cairn: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      bare.push(await bareRound(place));
      cairn.push(await cairnRound(place));
    }
    const ratios = bare.map((speed, round) => cairn[round]! / speed);
    return { backend: place.backend, bare: median(bare), cairn: median(cairn), ratio: median(ratios) };
  });
}

/** How long users wait for one another. */
export async function benchTurns(): Promise<TurnsResult[]> {
  return onEachBackend((place) =>
    withJobs(place, async (db, open) => {
      const through: Record<string, number> = {};
      const asked = Object.entries({ ann: 9_800, bob: 100, eve: 100 }).flatMap(([who, jobs]) =>
        Array.from({ length: jobs }, () => ({ kind: 'turn', payload: who, requestedBy: who })),
      );
      const run = await open(
        'turn',
        asked.length,
        async (who: string) => void (through[who] = performance.now()),
      );
      const began = performance.now();
      await run.jobs.enqueueMany(db, asked);
      await run.jobs.dispatch();
      await run.done;
      const total = performance.now() - began;
      const share = Object.fromEntries(
        Object.entries(through).map(([who, at]) => [who, (at - began) / total]),
      );
      return { backend: place.backend, seconds: total / 1000, share };
    }),
  );
}

async function onEachBackend<T>(run: (place: Place) => Promise<T>): Promise<T[]> {
  const database = await createTestDatabase();
  try {
    const databaseUrl = database.url(schema);
    const { adminUrl } = database;
    const redis = await run({ backend: 'Redis', redisUrl: testRedisUrl(), databaseUrl, adminUrl });
    const postgres = await run({ backend: 'PostgreSQL', redisUrl: undefined, databaseUrl, adminUrl });
    return [redis, postgres];
  } finally {
    await database.drop();
  }
}

async function bareRound({ redisUrl, adminUrl }: Place): Promise<number> {
  const name = `bare-${Date.now()}`;
  const connection = redisUrl
    ? { url: redisUrl }
    : { connectionString: adminUrl, schema: 'bare_queue', migrate: true };
  const factory = (redisUrl ? undefined : createPostgresBackend) as never;
  const queue = new Queue(name, { connection }, factory);
  const done = countdown(count);
  const worker = new Worker(name, async () => null, { connection, concurrency }, factory);
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

function cairnRound(place: Place): Promise<number> {
  return withJobs(place, async (db, open) => {
    const run = await open('noop', count, async () => null);
    const asked = Array.from({ length: count }, (_, id) => ({ kind: 'noop', payload: { id } }));
    const began = performance.now();
    await db.transaction().execute((trx) => run.jobs.enqueueMany(trx, asked));
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

/** A new jobs table, and a way to start a worker on it that tells when it has run so many jobs. */
async function withJobs<T>(
  { redisUrl, databaseUrl }: Place,
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
    carrier: { redisUrl, databaseUrl },
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
      await jobs.dispatch(); // the sender is connected before the clock starts, as the bare queue is
      return { jobs, done: done.end };
    });
  } finally {
    await jobs.close();
    await db.destroy();
  }
}

/** The clock stops when the rows say so, not when the processors have run. */
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
export const measure: Measure = async () => [
  ...(await benchJobs()).map(speedRow),
  ...(await benchTurns()).map(turnsRow),
];

function speedRow({ backend, bare, cairn, ratio }: JobsResult): Measurement {
  return {
    what: `Jobs through libs/jobs against bare BullMQ, on ${backend}`,
    measured: `jobs/s cairn ${cairn.toFixed(0)}, jobs/s bare ${bare.toFixed(0)}`,
    value: `ratio ${ratio.toFixed(2)}`,
    goal: `at least ${goal.toFixed(2)}`,
    met: ratio >= goal,
  };
}

function turnsRow({ backend, seconds, share }: TurnsResult): Measurement {
  const { bob = 1, eve = 1 } = share;
  return {
    what: `10,000 jobs of three users, on ${backend}, two of them with 100 each`,
    measured: `all done after ${seconds.toFixed(1)} s`,
    value: `the two were through after ${(Math.max(bob, eve) * 100).toFixed(0)} % of it`,
    goal: 'nobody starves: at most 50 %',
    met: Math.max(bob, eve) <= 0.5,
  };
}

if (import.meta.main) {
  for (const { what, measured, value, goal, met } of await measure()) {
    console.log(`${what}: ${measured}, ${value} (goal ${goal}: ${met ? 'met' : 'not met'})`);
  }
}
