import type { Context } from './context.ts';
import { undoAbandonedDatabases } from './features/connections/new-databases.ts';
import { deleteUnpublishedProjects } from './features/gis-projects/sweep.ts';
import { deleteEndedLoadRequests } from './features/connections/repo.ts';
import { dropAbandonedTables } from './features/featuresvc/drop-loaded-tables.ts';
import { deleteUnusedRemoteSources } from './features/imports/remote/repo.ts';
import { deleteEndedImportRequests } from './features/imports/repo.ts';
import { isQuickImportObject } from './features/quick-import/repo.ts';
import { isObjectUsedAfterCommits } from './features/versions/repo.ts';

export const housekeeping = { everyMs: 60_000, run: runHousekeeping };

/** Removes leftovers of uploads and programs whose process ended, objects whose last version was deleted, and secrets that are no longer needed. */
async function runHousekeeping(context: Context): Promise<void> {
  const { storage, db, databaseConfigured, objectGc, dbadmin, config, gisUpstream, quickImports, logger } =
    context;
  const removed = await storage.sweep({
    isReferred: async (key) =>
      (await isObjectUsedAfterCommits(db, key)) || (await isQuickImportObject(db, key)),
  });
  if (removed > 0) logger.info({ removed }, 'removed leftovers of dead processes from storage');
  if (!databaseConfigured) return;
  await objectGc.collect();
  await deleteEndedImportRequests(db);
  await deleteEndedLoadRequests(db);
  await deleteUnusedRemoteSources(db);
  await quickImports.deleteEnded();
  await dropAbandonedTables(context);
  await undoAbandonedDatabases({ db, dbadmin, logger });
  if (config.gisProjectsUrl) {
    await deleteUnpublishedProjects({ db, upstream: gisUpstream }).catch((err: unknown) =>
      logger.debug({ err }, 'GIS publish service not reached'),
    );
  }
}
