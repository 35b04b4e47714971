import type { Processor } from '@cairn/jobs';
import type { Context } from './context.ts';
import { backupDatabaseJob } from './features/backups/dump-job.ts';
import { restoreDatabaseJob } from './features/backups/restore-job.ts';
import { importFileJob } from './features/imports/import-job.ts';
import { cloneDatabaseJob } from './features/databases/clone-job.ts';
import { createDatabaseJob } from './features/databases/create-job.ts';
import { deleteDatabaseJob } from './features/databases/delete-job.ts';
import { KINDS } from './server-jobs/kinds.ts';
import { withTimeLimit } from './server-jobs/time-limit.ts';

/** Creating and dropping a database takes seconds, or minutes on a slow disk. */
const SHORT_MS = 30 * 60_000;

/** One for each kind of job, each with a time limit. */
export function processors(context: Context): Record<string, Processor> {
  const { backupRoot, longJobMs } = context.config;
  const parts = { ...context, backupRoot };
  const short = (processor: Processor) => withTimeLimit(processor, { limitMs: SHORT_MS });
  const long = (processor: Processor) => withTimeLimit(processor, { limitMs: longJobMs });
  return {
    [KINDS.create]: short(createDatabaseJob(context)),
    [KINDS.clone]: long(cloneDatabaseJob(context)),
    [KINDS.delete]: short(deleteDatabaseJob(context)),
    [KINDS.backup]: long(backupDatabaseJob(parts)),
    [KINDS.restore]: long(restoreDatabaseJob(parts)),
    [KINDS.import]: long(importFileJob({ ...context, timeLimitMs: longJobMs })),
  };
}

/** Kinds that may take very long: some places stay free for what a page waits for. */
export const LONG_KINDS: string[] = [KINDS.clone, KINDS.backup, KINDS.restore, KINDS.import];
