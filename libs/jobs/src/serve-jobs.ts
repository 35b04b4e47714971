import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { serveWorker } from '@cairn/service';
import type { Logger, ServiceConfig } from '@cairn/service';
import type { Jobs } from './jobs.ts';
import type { Processor } from './types.ts';

/** The part of a service's context that a worker process needs. */
export interface WorkerContext {
  config: Pick<ServiceConfig, 'host' | 'internalPort'> & { workerConcurrency: number; workerGraceMs: number };
  logger: Logger;
  db: Kysely<any>;
  jobs: Jobs;
  close(): Promise<void>;
}

export interface ServeJobsOptions {
  /** One for each kind. */
  processors: Record<string, Processor<any>>;
  /** Kinds that may take very long. With a concurrency above 1, one slot is kept free of them for jobs that a page waits for. */
  longKinds: string[];
  /** See WorkOptions. */
  sharedBy?: string;
  /** With a concurrency above 1, one slot is kept free of jobs whose value of `sharedBy` all other slots have. */
  keepsSlotForOthers?: boolean;
  /** Starts periodic upkeep and returns a function that stops it. */
  startHousekeeping(): () => void;
}

/** Runs a worker process until SIGTERM or SIGINT; running jobs then have `workerGraceMs`. Without Redis it waits, and is not ready. */
export async function serveJobs(context: WorkerContext, options: ServeJobsOptions): Promise<void> {
  const { config, logger, db, jobs, close } = context;
  const { workerConcurrency: concurrency, workerGraceMs: graceMs } = config;
  const worker = jobs.work({
    processors: options.processors,
    concurrency,
    long: { kinds: options.longKinds, atMost: Math.max(1, concurrency - 1) },
    ...(options.sharedBy === undefined ? {} : { sharedBy: options.sharedBy }),
    ...(options.keepsSlotForOthers ? { sharedAtMost: Math.max(1, concurrency - 1) } : {}),
    graceMs,
  });
  const stopHousekeeping = options.startHousekeeping();
  await serveWorker({
    config,
    logger,
    ready: () => ({ database: answers(db), redis: jobs.ping() }),
    async stop() {
      stopHousekeeping();
      await worker.stop();
      await close();
    },
  });
}

async function answers(db: Kysely<any>): Promise<boolean> {
  await sql`SELECT 1`.execute(db);
  return true;
}
