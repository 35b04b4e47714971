import { LRUCache } from 'lru-cache';
import { currentPerson } from '@cairn/service';
import type { TableFacts } from './tile-queries.ts';

/** Older facts are read again, while the old ones are still used. */
const FRESH_MS = 60_000;
const USABLE_MS = 10 * 60_000;
const MAX_TABLES = 200;

interface Known {
  facts: TableFacts;
  /** When they were read, or when reading them again failed. */
  at: number;
}

/** What tiles of tables are made of, read again at most once a minute, so that few requests wait for it. */
export function createTableFactsCache() {
  const known = new LRUCache<string, Known>({ max: MAX_TABLES, ttl: USABLE_MS });
  const reading = new Map<string, Promise<TableFacts>>();

  /** Callers share one read, which goes on when one of them leaves. Visitors have a shorter time limit, so they share their own. */
  function readOnce(table: string, read: () => Promise<TableFacts>): Promise<TableFacts> {
    const key = `${table} ${currentPerson()?.isVisitor ?? false}`;
    const running = reading.get(key);
    if (running) return running;
    const started = read()
      .then((facts) => {
        known.set(table, { facts, at: performance.now() });
        return facts;
      })
      .finally(() => reading.delete(key));
    reading.set(key, started);
    return started;
  }

  return {
    /** Undefined for a table that nobody asked for lately. */
    peek: (table: string): TableFacts | undefined => known.get(table)?.facts,

    async get(table: string, read: () => Promise<TableFacts>): Promise<TableFacts> {
      const found = known.get(table);
      if (!found) return readOnce(table, read);
      if (performance.now() - found.at > FRESH_MS) {
        readOnce(table, read).catch(() => (found.at = performance.now()));
      }
      return found.facts;
    },

    forget: (table: string): void => void known.delete(table),
  };
}
