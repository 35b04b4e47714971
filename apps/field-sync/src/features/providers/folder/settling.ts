import { LRUCache } from 'lru-cache';
import type { Listing } from './listing.ts';

/** A folder that has not changed for this long is complete, even when it is seen for the first time. */
const SETTLED_AFTER_MS = 60_000;

export type Settling = ReturnType<typeof createSettling>;

/**
 * Which state of a folder counts: one that two polls in a row saw with the same sizes and times. A file that is still being copied changes
 * in between. An older settled state no longer exists, so no version counts while a folder changes.
 */
export function createSettling(now: () => Date) {
  const seen = new LRUCache<string, string>({ maxSize: 10_000, sizeCalculation: () => 1 });

  return {
    /** Whether this state of a folder is settled. */
    observe(folder: string, listing: Listing): boolean {
      const last = seen.get(folder);
      seen.set(folder, listing.hash);
      if (last !== undefined) return last === listing.hash;
      return now().getTime() - (listing.changedAt?.getTime() ?? 0) > SETTLED_AFTER_MS;
    },
  };
}
