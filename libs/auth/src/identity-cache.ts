import type { Actor } from '@cairn/service';
import type { Identity } from './identity-store.ts';

/** Milliseconds for which an identity is cached. */
const TTL = 5_000;
const MAX_ENTRIES = 10_000;

interface Entry {
  actor: Actor;
  /** By the monotonic clock: a wall clock that steps back must not extend the time. */
  until: number;
}

export interface IdentityCache {
  /** The actor of a key: from the cache, from a running look-up, or from `find`. Null is never cached. */
  get(key: string, find: () => Promise<Identity | null>): Actor | Promise<Actor | null>;
  /** Forgets one user's identities, or all of them. Results of running look-ups are returned but not cached. */
  forget(userId?: number): void;
}

/**
 * Identities by credential, cached for at most 5 s and only while `trusted()` confirms that revocations reach this process.
 * At most 10,000 entries; the oldest is dropped first. Concurrent look-ups of one key share one query.
 */
export function createIdentityCache(trusted: () => boolean): IdentityCache {
  const entries = new Map<string, Entry>();
  const underway = new Map<string, Promise<Actor | null>>();
  // A look-up that began before a revocation may return the state before it and must not be cached.
  let epoch = 0;

  function keep(key: string, identity: Identity, began: number): void {
    if (began !== epoch || !trusted()) return;
    if (entries.size >= MAX_ENTRIES) {
      const oldest = entries.keys().next().value;
      if (oldest !== undefined) entries.delete(oldest);
    }
    entries.set(key, {
      actor: identity.actor,
      until: performance.now() + Math.min(TTL, identity.millisecondsLeft),
    });
  }

  async function lookUp(key: string, find: () => Promise<Identity | null>): Promise<Actor | null> {
    const began = epoch;
    const identity = await find();
    if (identity) keep(key, identity, began);
    return identity?.actor ?? null;
  }

  return {
    get(key, find) {
      const entry = entries.get(key);
      if (entry) {
        if (entry.until > performance.now() && trusted()) return entry.actor;
        entries.delete(key);
      }
      const existing = underway.get(key);
      if (existing) return existing;
      const lookup = lookUp(key, find).finally(() => {
        if (underway.get(key) === lookup) underway.delete(key);
      });
      underway.set(key, lookup);
      return lookup;
    },
    forget(userId) {
      epoch += 1;
      underway.clear();
      if (userId === undefined) entries.clear();
      else for (const [key, entry] of entries) if (entry.actor.id === userId) entries.delete(key);
    },
  };
}
