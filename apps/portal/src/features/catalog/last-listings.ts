import { LRUCache } from 'lru-cache';
import type { Actor } from '@cairn/service';
import type { RegisteredService } from '../services/types.ts';
import type { SectionedItem } from './items.ts';

interface Listing {
  items: SectionedItem[];
  /** Characters of the response. */
  length: number;
}

type Key = [service: Pick<RegisteredService, 'serviceKey'>, actor: Actor];

/** The last listing of each service and viewer, shown while the service does not respond. */
export function createLastListings() {
  const listings = new LRUCache<string, Listing>({
    max: 500,
    maxSize: 64 * 1024 * 1024,
    sizeCalculation: ({ length }) => Math.max(1, length),
    // The viewer's access may change.
    ttl: 10 * 60_000,
  });
  return {
    set: (...[service, actor, listing]: [...Key, Listing]) => listings.set(keyOf(service, actor), listing),
    get: (...key: Key): SectionedItem[] | undefined => listings.get(keyOf(...key))?.items,
    delete: (...key: Key) => listings.delete(keyOf(...key)),
  };
}

/** All that a listing depends on: the viewer, the type of credential and the permissions. */
function keyOf(...[{ serviceKey }, actor]: Key): string {
  const rights = actor.isAdmin ? 'admin' : [...actor.groupIds].sort((a, b) => a - b).join(',');
  return JSON.stringify([serviceKey, actor.id, actor.via, rights]);
}
