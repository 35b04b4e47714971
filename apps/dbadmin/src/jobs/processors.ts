import type { Processor } from '@cairn/jobs';
import type { Context } from '../context.ts';
import { backupDatabaseJob } from '../features/backups/dump.ts';
import { restoreDatabaseJob } from '../features/backups/restore.ts';
import { importFileJob } from '../features/imports/load.ts';
import { cloneDatabaseJob } from '../features/lifecycle/clone.ts';
import { createDatabaseJob } from '../features/lifecycle/create.ts';
import { deleteDatabaseJob } from '../features/lifecycle/delete.ts';
import { KINDS } from './kinds.ts';

/** One for each kind of job. */
export function processors(context: Context): Record<string, Processor> {
  const parts = { ...context, backupRoot: context.config.backupRoot };
  return {
    [KINDS.create]: createDatabaseJob(context),
    [KINDS.clone]: cloneDatabaseJob(context),
    [KINDS.delete]: deleteDatabaseJob(context),
    [KINDS.backup]: backupDatabaseJob(parts),
    [KINDS.restore]: restoreDatabaseJob(parts),
    [KINDS.import]: importFileJob(context),
  };
}

/** Kinds that may take very long: some places stay free for what a page waits for. */
export const LONG_KINDS: string[] = [KINDS.clone, KINDS.backup, KINDS.restore, KINDS.import];
