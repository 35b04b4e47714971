import type { Context } from './context.ts';
import { isObjectUsed } from './db/object-repo.ts';

export const housekeeping = [
  { in: 'worker' as const, everyMs: 60_000, run: removeLeftovers },
  { in: 'web' as const, everyMs: 5_000, what: 'scan of definitions', run: scanDefinitions },
  { in: 'worker' as const, everyMs: 1_000, what: 'schedule tick', run: claimSlots },
];

async function scanDefinitions({ scanner }: Context): Promise<void> {
  await scanner.scan();
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
