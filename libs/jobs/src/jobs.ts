import type { Kysely, Transaction } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import { createDispatcher } from './dispatcher.ts';
import { insertJobs } from './enqueue.ts';
import { cancelJob, getJob, listJobs, waitForJob } from './repo.ts';
import { createStore } from './store.ts';
import { startSweeper } from './sweeper.ts';
import { createTransport } from './transport.ts';
import type { Job, JobFilter, JobTimes, NewJob, Processor } from './types.ts';
import { startWorker, type LongKinds, type Worker } from './worker.ts';

export interface JobsConfig<DB = any> extends JobTimes {
  db: Kysely<DB>;
  /** The pool of `db`. With it jobs cost less, because their statements are prepared. */
  pool?: pg.Pool | undefined;
  /** Schema of the `jobs` table. */
  schema: string;
  /** Name of the queue in Redis: the service's name. */
  queue: string;
  /** Without it jobs are only written to the table. */
  redisUrl: string | undefined;
  logger: Logger;
  /** How many jobs may be sent without having begun. Default 200: a late user waits for this many. */
  window?: number;
}

export interface WorkOptions<DB = any> {
  /** One for each kind. */
  processors: Record<string, Processor<DB>>;
  /** Jobs at once. Default 2. */
  concurrency?: number;
  /** How long running jobs may go on when the worker stops. Default 10 s. */
  graceMs?: number;
  /** Kinds that may take very long, and how many of them run at once, so that short jobs are not blocked. */
  long?: LongKinds;
  /**
   * A payload field, such as the id of the server that a job works on. A worker begins a second job with the same value only
   * while no job with another value is due.
   */
  sharedBy?: string;
  /** How many jobs with the same value of `sharedBy` a worker runs at once, also while no other is due: one may come. */
  sharedAtMost?: number;
}

export interface Jobs<DB = any> {
  /** Inserts a job. In a transaction the job exists if the transaction commits; call `dispatch` after the commit. */
  enqueue(db: Kysely<DB> | Transaction<DB>, job: NewJob): Promise<Job>;
  /** Inserts many jobs in one statement and returns them in the same order. */
  enqueueMany(db: Kysely<DB> | Transaction<DB>, jobs: NewJob[]): Promise<Job[]>;
  /** Sends queued jobs to the workers. Never fails: a worker's sweeper sends what could not be sent. */
  dispatch(): Promise<void>;
  get(id: number): Promise<Job | undefined>;
  /** Waits until a job has ended; undefined when there is no such job. An aborted signal ends the wait (AbortError), not the job. */
  finished(id: number, options?: { signal?: AbortSignal }): Promise<Job | undefined>;
  /** Newest first. */
  list(filter?: JobFilter): Promise<Job[]>;
  /**
   * Cancels a queued job at once, and a running one within seconds if its processor respects the signal. A finished job is
   * returned as it is, and with `onlyQueued` a running one too; undefined when there is no such job.
   */
  cancel(id: number, options?: { onlyQueued?: boolean }): Promise<Job | undefined>;
  /** Starts a worker in this process, with a sweeper for lost jobs. */
  work(options: WorkOptions<DB>): Worker;
  /** Whether Redis answers. Rejects, or waits, while it does not. */
  ping(): Promise<true>;
  /** Stops the workers and disconnects from Redis. The database stays open. */
  close(): Promise<void>;
}

/** Durable jobs on the `jobs` table of one service. */
export function createJobs<DB = any>(config: JobsConfig<DB>): Jobs<DB> {
  const { db, schema, queue, logger } = config;
  const log = logger.child({ jobs: queue });
  const store = createStore({ db, pool: config.pool, schema });
  const transport = createTransport({ queue, redisUrl: config.redisUrl, log });
  const window = config.window ?? 200;
  const dispatcher = createDispatcher({
    store,
    transport,
    window,
    limitMs: config.dispatchTimeoutMs ?? 3_000,
    log,
  });
  const workers = new Set<Worker>();

  function work({
    processors,
    concurrency = 2,
    graceMs = 10_000,
    long,
    sharedBy,
    sharedAtMost,
  }: WorkOptions<DB>): Worker {
    const leaseMs = config.leaseMs ?? 30_000;
    const sweeper = startSweeper({
      store,
      dispatcher,
      everyMs: config.sweepMs ?? 5_000,
      leaseMs,
      resendAfterMs: config.resendAfterMs ?? 30_000,
      keepFinishedDays: config.keepFinishedDays ?? 30,
      log,
    });
    const worker = startWorker({
      db,
      schema,
      store,
      transport,
      dispatcher,
      processors,
      concurrency,
      graceMs,
      ...(long ? { long } : {}),
      ...(sharedBy === undefined ? {} : { sharedBy }),
      ...(sharedAtMost === undefined ? {} : { sharedAtMost }),
      leaseMs,
      heartbeatMs: Math.min(config.heartbeatMs ?? 1_000, leaseMs / 3),
      backoffMs: config.backoffMs ?? 2_000,
      log,
    });
    let stopped: Promise<void> | undefined;
    const stop = () =>
      (stopped ??= Promise.all([sweeper.stop(), worker.stop()]).then(() => void workers.delete(running)));
    const running = { ready: worker.ready, stop };
    workers.add(running);
    return running;
  }

  return {
    enqueue: async (handle, job) => (await insertJobs(handle, schema, [job]))[0]!,
    enqueueMany: (handle, jobs) => insertJobs(handle, schema, jobs),
    dispatch: dispatcher.dispatch,
    get: (id) => getJob(db, schema, id),
    finished: (id, { signal } = {}) => waitForJob(() => getJob(db, schema, id), signal),
    list: (filter) => listJobs(db, schema, filter),
    cancel: (id, { onlyQueued = false } = {}) => cancelJob(db, schema, { id, onlyQueued }),
    work,
    ping: async () => {
      await transport.ping();
      return true;
    },
    async close() {
      await Promise.all([...workers].map((worker) => worker.stop()));
      await dispatcher.close();
      await transport.close();
    },
  };
}
