import type { Actor } from '@cairn/service';
import type { Shelved } from './items.ts';

const MAX_LISTINGS = 500;
/** Characters over all listings, as the services sent them: few items may be long ones. */
const MAX_LENGTH = 64 * 1024 * 1024;
/** After this a listing may say more than its viewer may see by now. */
const MAX_AGE_MS = 10 * 60_000;

interface Listing {
  items: Shelved[];
  /** Characters that it took to send them. */
  length: number;
}

export interface LastGood {
  remember(service: string, actor: Actor, listing: Listing): void;
  /** The last good listing that this very viewer got from the service; null when there is none of late. */
  recall(service: string, actor: Actor): Shelved[] | null;
  forget(service: string, actor: Actor): void;
}

/** Last good listings, a bounded number of them, the oldest gone first. */
export function createLastGood(): LastGood {
  const listings = new Map<string, Listing & { at: number }>();
  let held = 0;

  function drop(key: string): void {
    held -= listings.get(key)?.length ?? 0;
    listings.delete(key);
  }

  return {
    remember(service, actor, listing) {
      const key = keyOf(service, actor);
      drop(key);
      listings.set(key, { ...listing, at: performance.now() });
      held += listing.length;
      for (const oldest of listings.keys()) {
        if (listings.size <= MAX_LISTINGS && held <= MAX_LENGTH) break;
        drop(oldest);
      }
    },
    recall(service, actor) {
      const key = keyOf(service, actor);
      const listing = listings.get(key);
      if (!listing) return null;
      if (performance.now() - listing.at <= MAX_AGE_MS) return listing.items;
      drop(key);
      return null;
    },
    forget: (service, actor) => drop(keyOf(service, actor)),
  };
}

/** Everything on which a listing may depend: who asks, by which kind of credential, and with which rights. */
function keyOf(service: string, actor: Actor): string {
  const rights = actor.isAdmin ? 'admin' : [...actor.groupIds].sort((a, b) => a - b).join(',');
  return JSON.stringify([service, actor.id, actor.via, rights]);
}
