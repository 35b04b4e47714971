import { probeFence } from '@cairn/programs';
import { repeat } from '@cairn/service';
import type { Logger } from '@cairn/service';
import type { Context } from './context.ts';
import { deleteEndedRequests } from './features/imports/repo.ts';
import { isObjectUsedForSure } from './features/ingest/repo.ts';
import { forgetEndedLoads } from './features/postgis/repo.ts';
import { deleteUnusedSources } from './features/remote/repo.ts';

const MINUTE = 60_000;

/** Removes what uploads and programs of dead processes left behind, bytes whose last version was deleted, and secrets that nobody needs. */
export function sweepStorage(context: Context): () => void {
  const { storage, db, removals, logger } = context;
  return repeat(
    async () => {
      const removed = await storage.sweep({ isReferred: (key) => isObjectUsedForSure(db, key) });
      if (removed > 0) logger.info({ removed }, 'removed what dead processes left in the storage');
      if (!context.databaseConfigured) return;
      await removals.workOff();
      await deleteEndedRequests(db);
      await forgetEndedLoads(db);
      await deleteUnusedSources(db);
    },
    { everyMs: MINUTE, what: 'sweeping the storage', logger },
  );
}

/** Says once when this machine gives programs no fence of their own; GDAL's own switches remain. */
export async function warnWithoutFence(logger: Logger): Promise<void> {
  const fence = await probeFence();
  if (!fence.network) {
    logger.warn(
      'programs run without a network namespace, because this machine allows none; keep outgoing traffic closed',
    );
  }
  if (!fence.limits)
    logger.warn('programs run without memory limits, because prlimit is missing; install util-linux');
}
