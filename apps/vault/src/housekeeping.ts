import { repeat } from '@cairn/service';
import type { Context } from './context.ts';
import { deleteEndedImportRequests } from './features/imports/repo.ts';
import { isObjectUsedAfterCommits } from './features/versions/write-repo.ts';
import { deleteEndedLoadRequests } from './features/connections/repo.ts';
import { deleteUnusedRemoteSources } from './features/imports/remote/repo.ts';

const MINUTE = 60_000;

/** Removes what uploads and programs of dead processes left behind, bytes whose last version was deleted, and secrets that are no longer needed. */
export function sweepStorage(context: Context): () => void {
  const { storage, db, objectGc, logger } = context;
  return repeat(
    async () => {
      const removed = await storage.sweep({ isReferred: (key) => isObjectUsedAfterCommits(db, key) });
      if (removed > 0) logger.info({ removed }, 'removed leftovers of dead processes from storage');
      if (!context.databaseConfigured) return;
      await objectGc.collect();
      await deleteEndedImportRequests(db);
      await deleteEndedLoadRequests(db);
      await deleteUnusedRemoteSources(db);
    },
    { everyMs: MINUTE, what: 'storage sweep', logger },
  );
}
