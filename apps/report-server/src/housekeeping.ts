import type { Context } from './context.ts';
import { deleteEndedSessions } from './features/embed/repo.ts';
import { isObjectUsed } from './db/object-repo.ts';

export const housekeeping = { everyMs: 60_000, run: runHousekeeping };

/** Removes leftovers of processes that ended, objects that no row names, and embed sessions that ended. */
async function runHousekeeping({ storage, db, databaseConfigured, logger }: Context): Promise<void> {
  if (!databaseConfigured) return;
  await deleteEndedSessions(db);
  const removed = await storage.sweep({ isReferred: (key) => isObjectUsed(db, key) });
  if (removed > 0) logger.info({ removed }, 'removed leftovers of dead processes from storage');
}
