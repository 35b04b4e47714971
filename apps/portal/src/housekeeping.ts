import { deleteExpiredCounters } from '@cairn/auth';
import type { Context } from './context.ts';
import type { Db } from './db/handle.ts';
import { deleteEndedSessions } from './features/sessions/repo.ts';

export const housekeeping = { everyMs: 15 * 60_000, run: runHousekeeping };

/** Deletes ended sessions and expired counters of failed sign-ins. */
export async function deleteExpiredRows(db: Db): Promise<{ sessions: number; counters: number }> {
  return { sessions: await deleteEndedSessions(db), counters: await deleteExpiredCounters(db) };
}

async function runHousekeeping({ db, databaseConfigured, logger }: Context): Promise<void> {
  if (!databaseConfigured) return;
  logger.debug(await deleteExpiredRows(db), 'deleted expired rows');
}
