import { LRUCache } from 'lru-cache';
import type { Actor } from '@cairn/service';
import type { RegisteredService } from '../services/types.ts';
import type { SectionedItem } from './items.ts';

interface Listing {
  items: SectionedItem[];
  /** Characters of the answer that listed them. */
  length: number;
}

type Key = [service: Pick<RegisteredService, 'serviceKey'>, actor: Actor];

/** The last listing that a service sent to a viewer, shown while the service does not answer. */
export function createLastListings() {
  const listings = new LRUCache<string, Listing>({
    max: 500,
    maxSize: 64 * 1024 * 1024,
    sizeCalculation: ({ length }) => Math.max(1, length),
    // After this time a listing may contain items that its viewer can no longer see.
    ttl: 10 * 60_000,
  });
  return {
    set: (...[service, actor, listing]: [...Key, Listing]) => listings.set(keyOf(service, actor), listing),
    get: (...key: Key): SectionedItem[] | undefined => listings.get(keyOf(...key))?.items,
    delete: (...key: Key) => listings.delete(keyOf(...key)),
  };
}

/** Everything that a listing may depend on: the caller, the kind of credential and the rights. */
function keyOf(...[{ serviceKey }, actor]: Key): string {
  const rights = actor.isAdmin ? 'admin' : [...actor.groupIds].sort((a, b) => a - b).join(',');
  return JSON.stringify([serviceKey, actor.id, actor.via, rights]);
}
