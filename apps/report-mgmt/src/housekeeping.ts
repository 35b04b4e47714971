import type { Context } from './context.ts';
import { isObjectUsed } from './db/object-repo.ts';
import { endLostDeliveries } from './features/deliveries/attempt-repo.ts';
import {
  deleteOldExecutions,
  endLostExecutions,
  forgetExpiredOutputs,
} from './features/executions/upkeep-repo.ts';
import { endInterruptedViewerRuns } from './features/executions/viewer-repo.ts';
import { deleteExpiredImageRuns } from './features/proxy/image-run-repo.ts';

/** Longer than a run with a slow viewer takes. */
const INTERRUPTED_AFTER_MS = 2 * 60 * 60_000;
/** How long the history goes back. */
const KEPT_MS = 400 * 86_400_000;

export const housekeeping = [
  { in: 'worker' as const, everyMs: 60_000, run: removeLeftovers },
  { in: 'web' as const, everyMs: 60_000, what: 'end of old runs', run: endOldRuns },
  { in: 'web' as const, everyMs: 5_000, what: 'scan of definitions', run: scanDefinitions },
  { in: 'web' as const, everyMs: 5_000, what: 'registration of reports', run: registerReports },
  { in: 'web' as const, everyMs: 5_000, what: 'sending of templates', run: sendTemplates },
  { in: 'worker' as const, everyMs: 600_000, what: 'removal of deleted definitions', run: forgetDeleted },
  { in: 'worker' as const, everyMs: 60_000, what: 'upkeep of runs', run: tidyRuns },
  { in: 'worker' as const, everyMs: 1_000, what: 'schedule tick', run: claimSlots },
];

async function scanDefinitions({ followDefinitions }: Context): Promise<void> {
  await followDefinitions();
}

async function registerReports({ scanner, databaseConfigured }: Context): Promise<void> {
  if (databaseConfigured) await scanner.register();
}

async function sendTemplates({ templates, databaseConfigured }: Context): Promise<void> {
  if (databaseConfigured) await templates.sendAll();
}

async function forgetDeleted({ deletedDefinitions, databaseConfigured }: Context): Promise<void> {
  if (databaseConfigured) await deletedDefinitions.forget();
}

/** Removes objects that no row names. */
async function removeLeftovers({ storage, db, databaseConfigured, logger }: Context): Promise<void> {
  if (!databaseConfigured) return;
  const removed = await storage.sweep({ isReferred: (key) => isObjectUsed(db, key) });
  if (removed > 0) logger.info({ removed }, 'removed leftovers of dead processes from storage');
}

async function claimSlots({ tick, databaseConfigured }: Context): Promise<void> {
  if (databaseConfigured) await tick();
}

/** Pictures that nobody may read any more, and runs of processes that died. */
export async function endOldRuns({
  db,
  databaseConfigured,
  now,
}: Pick<Context, 'db' | 'databaseConfigured' | 'now'>): Promise<void> {
  if (!databaseConfigured) return;
  await deleteExpiredImageRuns(db, now());
  await endInterruptedViewerRuns(db, new Date(now().getTime() - INTERRUPTED_AFTER_MS));
}

/** Ends what died with its workers, and removes documents after their time and runs after theirs. */
export async function tidyRuns({
  db,
  storage,
  databaseConfigured,
  now,
}: Pick<Context, 'db' | 'storage' | 'databaseConfigured' | 'now'>): Promise<void> {
  if (!databaseConfigured) return;
  await endLostExecutions(db);
  await endLostDeliveries(db);
  // The row first: an object without a row is in nobody's way, a row without its object is.
  for (const object of await forgetExpiredOutputs(db, now())) await storage.delete(object);
  await deleteOldExecutions(db, new Date(now().getTime() - KEPT_MS));
}
