import { LRUCache } from 'lru-cache';

const TTL_MS = 30_000;
const MAX_ENTRIES = 2_000;

interface Entry<T> {
  at: number;
  result: Promise<T>;
}

/** Caches results of queries for 30 s, shared by all callers. Results from before `since` are not used, failures are not cached. */
export function createQueryCache<T>() {
  const cache = new LRUCache<string, Entry<T>>({ max: MAX_ENTRIES, ttl: TTL_MS });
  return {
    get(key: string, since: Date | undefined, query: () => Promise<T>): Promise<T> {
      const cached = cache.get(key);
      if (cached && cached.at > (since?.getTime() ?? 0)) return cached.result;
      const entry = { at: Date.now(), result: query() };
      cache.set(key, entry);
      entry.result.catch(() => {
        if (cache.peek(key) === entry) cache.delete(key);
      });
      return entry.result;
    },
  };
}
