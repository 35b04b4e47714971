import type { Actor } from '@cairn/service';
import type { Shelved } from './items.ts';

const MAX_LISTINGS = 500;
/** Items over all listings: about 50 MB. */
const MAX_ITEMS = 100_000;
/** After this a listing may say more than its viewer may see by now. */
const MAX_AGE_MS = 10 * 60_000;

interface Listing {
  items: Shelved[];
  at: number;
}

export interface LastGood {
  remember(service: string, actor: Actor, items: Shelved[]): void;
  /** The last good listing that this very viewer got from the service; null when there is none of late. */
  recall(service: string, actor: Actor): Shelved[] | null;
  forget(service: string, actor: Actor): void;
}

/** Last good listings, a bounded number of them, the oldest gone first. */
export function createLastGood(): LastGood {
  const listings = new Map<string, Listing>();
  let held = 0;

  function drop(key: string): void {
    held -= listings.get(key)?.items.length ?? 0;
    listings.delete(key);
  }

  return {
    remember(service, actor, items) {
      const key = keyOf(service, actor);
      drop(key);
      if (items.length > MAX_ITEMS) return;
      listings.set(key, { items, at: Date.now() });
      held += items.length;
      for (const oldest of listings.keys()) {
        if (listings.size <= MAX_LISTINGS && held <= MAX_ITEMS) break;
        drop(oldest);
      }
    },
    recall(service, actor) {
      const key = keyOf(service, actor);
      const listing = listings.get(key);
      if (!listing) return null;
      if (Date.now() - listing.at <= MAX_AGE_MS) return listing.items;
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
