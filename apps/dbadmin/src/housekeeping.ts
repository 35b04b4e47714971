import type { Context } from './context.ts';
import { sweepBackups } from './features/backups/sweep.ts';
import { sweepImports } from './features/imports/sweep.ts';
import { sweepTemporary } from './server-jobs/sweep.ts';

export const housekeeping = { in: 'worker' as const, everyMs: 10 * 60_000, run: runHousekeeping };

/** Removes what dead jobs and processes left behind, here and on the servers. */
export async function runHousekeeping(context: Context): Promise<void> {
  const { storage, config } = context;
  // Database administration keeps no objects: whatever is abandoned may be deleted.
  await storage.sweep({ isReferred: () => Promise.resolve(false) });
  await sweepImports(context);
  await sweepBackups({ ...context, backupRoot: config.backupRoot });
  await sweepTemporary(context);
}
