import type { Processor } from '@cairn/jobs';
import type { Context } from './context.ts';
import { copyByDump } from './features/backups/copy-by-dump.ts';
import { backupDatabaseJob } from './features/backups/dump-job.ts';
import { restoreDatabaseJob } from './features/backups/restore-job.ts';
import { cloneDatabaseJob } from './features/databases/clone-job.ts';
import { createDatabaseJob } from './features/databases/create-job.ts';
import { deleteDatabaseJob } from './features/databases/delete-job.ts';
import { importFileJob } from './features/imports/import-job.ts';
import { KINDS } from './server-jobs/kinds.ts';
import { withTimeLimit } from './server-jobs/time-limit.ts';

/** Creating and dropping a database takes seconds, or minutes on a slow disk. */
const SHORT_MS = 30 * 60_000;

export const worker = {
  processors,
  /** Some slots stay free of them, for jobs that a page waits for. */
  longKinds: [KINDS.clone, KINDS.backup, KINDS.restore, KINDS.import] as string[],
  // A server that keeps its jobs waiting must not keep those of other servers waiting.
  sharedBy: 'connection_id',
};

/** What the workers do, by kind of job. */
function processors(context: Context): Record<string, Processor> {
  const { backupRoot, longJobMs } = context.config;
  const deps = { ...context, backupRoot };
  const short = (processor: Processor) => withTimeLimit(processor, { limitMs: SHORT_MS });
  const long = (processor: Processor) => withTimeLimit(processor, { limitMs: longJobMs });
  return {
    [KINDS.create]: short(createDatabaseJob(deps)),
    [KINDS.clone]: long(
      cloneDatabaseJob({ ...deps, copyByDump: (run, names) => copyByDump(deps, run, names) }),
    ),
    [KINDS.delete]: short(deleteDatabaseJob(deps)),
    [KINDS.backup]: long(backupDatabaseJob(deps)),
    [KINDS.restore]: long(restoreDatabaseJob(deps)),
    [KINDS.import]: long(importFileJob({ ...deps, timeLimitMs: longJobMs })),
  };
}
