import { LRUCache } from 'lru-cache';
import type { Listing } from './listing.ts';

/** A folder that nobody has changed for so long is complete, also at the first sight of it. */
const SETTLED_AFTER_MS = 60_000;

export type Settling = ReturnType<typeof createSettling>;

/**
 * Which state of a folder counts. A state is settled when two polls in a row saw the same sizes and times: a file that is still being
 * copied changes in between. Until then the one before counts.
 */
export function createSettling(now: () => Date) {
  const folders = new LRUCache<string, { last: string; settled: string | null }>({ max: 10_000 });

  return {
    /** The version of a folder after this poll; null: none has settled yet. */
    observe(folder: string, listing: Listing): string | null {
      const known = folders.get(folder);
      const isQuiet = now().getTime() - (listing.changedAt?.getTime() ?? 0) > SETTLED_AFTER_MS;
      const isSettled = known ? known.last === listing.hash : isQuiet;
      const settled = isSettled ? listing.hash : (known?.settled ?? null);
      folders.set(folder, { last: listing.hash, settled });
      return settled;
    },
    /** The version that counts, without a look at the folder. */
    settledVersion: (folder: string): string | null => folders.get(folder)?.settled ?? null,
  };
}
