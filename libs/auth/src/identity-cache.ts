import type { Actor } from '@cairn/service';
import type { Identity } from './identity-store.ts';

/** Milliseconds for which an identity is believed without asking again. */
const TTL = 5_000;
const MAX_ENTRIES = 10_000;

interface Entry {
  actor: Actor;
  /** By the monotonic clock: a wall clock that steps back must not extend the time. */
  until: number;
}

export interface IdentityCache {
  /** The actor behind a key: from memory, from a lookup under way, or from `find`. Null answers are never kept. */
  get(key: string, find: () => Promise<Identity | null>): Actor | Promise<Actor | null>;
  /** Forgets one user's identities, or all of them; lookups under way are answered but not kept. */
  forget(userId?: number): void;
}

/**
 * Identities by credential, kept for at most 5 s and only while `trusted()` says that revocations reach this process.
 * Memory is bounded: the oldest of 10,000 entries goes first. Lookups of one key at one time are one lookup.
 */
export function createIdentityCache(trusted: () => boolean): IdentityCache {
  const entries = new Map<string, Entry>();
  const underway = new Map<string, Promise<Actor | null>>();
  // A lookup that began before a revocation may carry the state before it: it must not be kept.
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
