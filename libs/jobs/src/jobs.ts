import type { Kysely, Transaction } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import { cancelJob } from './cancel.ts';
import { createCarrier, type CarrierConfig } from './carrier.ts';
import { createDispatcher } from './dispatcher.ts';
import { insertJobs } from './enqueue.ts';
import { getJob, listJobs } from './find.ts';
import { untilFinished } from './finished.ts';
import { createStore } from './store.ts';
import { startSweeper } from './sweeper.ts';
import type { Job, JobFilter, JobTimes, NewJob, Processor } from './types.ts';
import { startWorker, type LongKinds, type Worker } from './worker.ts';

export interface JobsConfig<DB = any> extends JobTimes {
  db: Kysely<DB>;
  /** The pool under `db`; with it jobs cost less, because PostgreSQL keeps the plans of their statements. */
  pool?: pg.Pool | undefined;
  /** Schema of the `jobs` table. */
  schema: string;
  /** Name of the queue in the carrier: the service's name. */
  queue: string;
  carrier: CarrierConfig;
  logger: Logger;
  /** How many jobs may be in the carrier without having begun. Default 200: the wait of a user who comes late. */
  window?: number;
}

export interface WorkOptions<DB = any> {
  /** One for each kind. */
  processors: Record<string, Processor<DB>>;
  /** Jobs at once. Default 2. */
  concurrency?: number;
  /** Time for jobs under way when the worker stops. Default 10 s. */
  graceMs?: number;
  /** Kinds that may take very long, and how many of them run at once: the other places stay free for short work. */
  long?: LongKinds;
  /**
   * Member of the payload, such as the id of the server that a job works on. A worker begins a second job with the same value
   * only while no job with another value is due.
   */
  sharedBy?: string;
}

export interface Jobs<DB = any> {
  /** Writes a job as a row. In a transaction it exists exactly if that commits; call `dispatch` after the commit. */
  enqueue(db: Kysely<DB> | Transaction<DB>, job: NewJob): Promise<Job>;
  /** The same for many, in one statement; the answer is in their order. */
  enqueueMany(db: Kysely<DB> | Transaction<DB>, jobs: NewJob[]): Promise<Job[]>;
  /** Hands queued rows to the carrier. Never fails; what it could not send, a worker's sweeper sends. */
  dispatch(): Promise<void>;
  get(id: number): Promise<Job | undefined>;
  /**
   * Waits until a job has ended, however long that takes; undefined when there is no such job.
   * An aborted signal ends the waiting (AbortError), not the job.
   */
  finished(id: number, options?: { signal?: AbortSignal }): Promise<Job | undefined>;
  /** Newest first. */
  list(filter?: JobFilter): Promise<Job[]>;
  /**
   * Cancels a queued job at once and asks for the end of a running one, which follows within seconds if its processor heeds
   * the signal. A finished job is returned as it is, and with `onlyQueued` a running one too; undefined when there is no such job.
   */
  cancel(id: number, options?: { onlyQueued?: boolean }): Promise<Job | undefined>;
  /** Begins to run jobs in this process, and to look after lost ones. */
  work(options: WorkOptions<DB>): Worker;
  /** Stops the workers of this object and closes the carrier. The database stays open. */
  close(): Promise<void>;
}

/** Durable jobs on the `jobs` table of one service. */
export function createJobs<DB = any>(config: JobsConfig<DB>): Jobs<DB> {
  const { db, schema, queue, logger } = config;
  const log = logger.child({ jobs: queue });
  const store = createStore({ db, pool: config.pool, schema });
  const carrier = createCarrier({ queue, schema, config: config.carrier, log });
  const window = config.window ?? 200;
  const dispatcher = createDispatcher({
    store,
    carrier,
    window,
    limitMs: config.dispatchTimeoutMs ?? 3_000,
    log,
  });
  const workers = new Set<Worker>();

  function work({ processors, concurrency = 2, graceMs = 10_000, long, sharedBy }: WorkOptions<DB>): Worker {
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
      carrier,
      dispatcher,
      processors,
      concurrency,
      graceMs,
      ...(long ? { long } : {}),
      ...(sharedBy === undefined ? {} : { sharedBy }),
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
    finished: (id, { signal } = {}) => untilFinished(() => getJob(db, schema, id), signal),
    list: (filter) => listJobs(db, schema, filter),
    cancel: (id, { onlyQueued = false } = {}) => cancelJob(db, schema, { id, onlyQueued }),
    work,
    async close() {
      await Promise.all([...workers].map((worker) => worker.stop()));
      await dispatcher.close();
      await carrier.close();
    },
  };
}
