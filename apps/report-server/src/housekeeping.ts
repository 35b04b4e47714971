import type { Context } from './context.ts';
import { forgetDeletedDashboards } from './features/dashboards/forget-deleted.ts';
import { deleteEndedSessions } from './features/embed/repo.ts';
import { isObjectUsed } from './db/object-repo.ts';
import { deleteExpired, failAbandoned } from './features/executions/repo.ts';
import { announceForgotten } from './features/report-mgmt/announcements.ts';
import { forgetExpiredResults } from './features/spatial-analysis/jobs/repo.ts';

/** Runs stay on record for this long. */
const KEEP_DAYS = 90;
/** Longer than any run may take. */
const LONGEST_RUN_MS = 30 * 60_000;

export const housekeeping = { everyMs: 60_000, run: runHousekeeping };

/** Removes what has expired, leftovers of processes that ended, and objects that no row names. */
async function runHousekeeping({
  storage,
  db,
  databaseConfigured,
  registry,
  logger,
  announcer,
}: Context): Promise<void> {
  if (!databaseConfigured) return;
  await deleteEndedSessions(db);
  await failAbandoned(db, new Date(Date.now() - LONGEST_RUN_MS));
  const expired = [
    ...(await deleteExpired(db, { keepDays: KEEP_DAYS })),
    ...(await forgetExpiredResults(db)),
  ];
  for (const object of expired) await storage.delete(object);
  const removed = await storage.sweep({ isReferred: (key) => isObjectUsed(db, key) });
  if (removed > 0) logger.info({ removed }, 'removed leftovers of dead processes from storage');
  if (announcer) await announceForgotten(db, announcer);
  // Last: it needs the portal.
  await forgetDeletedDashboards(db, registry);
}
