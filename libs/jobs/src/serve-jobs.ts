import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { serveWorker } from '@cairn/service';
import type { Logger, ServiceConfig } from '@cairn/service';
import type { Jobs } from './jobs.ts';
import type { Processor } from './types.ts';

const GRACE_MS = 20_000;

/** What a job process has: its service's context. */
export interface JobProcess {
  config: Pick<ServiceConfig, 'host' | 'internalPort'> & { workerConcurrency: number };
  logger: Logger;
  db: Kysely<any>;
  jobs: Jobs;
  close(): Promise<void>;
}

export interface ServeJobsOptions {
  /** One for each kind. */
  processors: Record<string, Processor<any>>;
  /** Kinds that may take very long: one place stays free for what a page waits for, where there are several. */
  longKinds: string[];
  /** See WorkOptions. */
  sharedBy?: string;
  /** Begins, once jobs can arrive, what this process does beside its jobs; returns how to stop that. */
  beside(): () => void;
}

/** The program of a job process, until it is told to end: jobs under way then have 20 s. */
export async function serveJobs(context: JobProcess, options: ServeJobsOptions): Promise<void> {
  const { config, logger, db, jobs, close } = context;
  const { workerConcurrency: concurrency } = config;
  const worker = jobs.work({
    processors: options.processors,
    concurrency,
    long: { kinds: options.longKinds, atMost: Math.max(1, concurrency - 1) },
    ...(options.sharedBy === undefined ? {} : { sharedBy: options.sharedBy }),
    graceMs: GRACE_MS,
  });
  await worker.ready;
  const stopBeside = options.beside();
  await serveWorker({
    config,
    logger,
    ready: async () => {
      await sql`SELECT 1`.execute(db);
      return { database: true };
    },
    async stop() {
      stopBeside();
      await worker.stop();
      await close();
    },
  });
}
