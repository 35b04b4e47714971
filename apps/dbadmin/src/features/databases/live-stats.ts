import { setTimeout as delay } from 'node:timers/promises';
import { AppError, createFairSemaphore } from '@cairn/service';
import type { FairSemaphore, Logger } from '@cairn/service';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../db/handle.ts';
import { inSessionOf } from '../servers/service.ts';
import type { Servers } from '../servers/service.ts';
import { findLastJobEnds, saveContents } from './repo.ts';
import { readCatalog, readContents } from './server-queries.ts';
import type { Contents, Database, DatabaseStats } from './types.ts';

/** Sessions at once on one server. All databases of a server may wait. */
const SESSIONS = {
  limit: 4,
  perPerson: 4,
  maxWaiting: Infinity,
  maxWaitingPerPerson: Infinity,
  busy: { code: 'dbadmin.server_busy', message: 'The server is busy. Try again in a few seconds.' },
};
const STATEMENT_MS = 5_000;
const CACHED_MS = 30_000;
const MAX_CACHED = 2_000;
/** Callers wait this long for new results, then get the saved ones. */
const MAX_WAIT_MS = 150;

type Catalog = Awaited<ReturnType<typeof readCatalog>>;

type Inspection = { contents: Contents } | { error: string };

export type LiveStats = ReturnType<typeof createLiveStats>;

/**
 * Reads what servers report about the registered databases: the catalog of the server, and what takes a session in each database
 * if that responds within 150 ms, else as it was saved last. Cached for 30 s, or until a job has ended there. Never fails: what
 * cannot be read is left out, with a sentence.
 */
export function createLiveStats({ db, servers, logger }: { db: Db; servers: Servers; logger: Logger }) {
  const catalogs = createQueryCache<Catalog>();
  const inspections = createQueryCache<Inspection>();
  const semaphores = new Map<number, FairSemaphore>();

  function semaphoreOf(connectionId: number): FairSemaphore {
    const semaphore = semaphores.get(connectionId) ?? createFairSemaphore(SESSIONS);
    semaphores.set(connectionId, semaphore);
    return semaphore;
  }

  async function readServer(
    databases: Database[],
    ends: Awaited<ReturnType<typeof findLastJobEnds>>,
  ): Promise<DatabaseStats[]> {
    const id = databases[0]!.connectionId;
    let catalog: Catalog;
    try {
      catalog = await catalogs.get(String(id), ends.server.get(id), () => servers.ask(id, readCatalog));
    } catch (error) {
      return databases.map((database) => ({ ...withoutStats(database), error: sentenceOf(error) }));
    }
    const present = databases.filter(({ name }) => catalog.entries.has(name));
    const fresh: { id: number; contents: Contents }[] = [];
    const results = new Map<number, Inspection>();
    const all = Promise.all(
      present.map(async (database) => {
        const since = ends.database.get(database.id);
        const inspection = await inspections.get(String(database.id), since, async () => {
          const result = await inspect(database);
          if ('contents' in result) fresh.push({ id: database.id, contents: result.contents });
          return result;
        });
        results.set(database.id, inspection);
      }),
    );
    const saved = all
      .then(() => saveContents(db, fresh))
      .catch((err: unknown) => logger.warn({ err }, 'could not save database stats'));
    await Promise.race([saved, delay(MAX_WAIT_MS, undefined, { ref: false })]);
    return databases.map((database) => toStats(database, catalog, results.get(database.id)));
  }

  function inspect({ connectionId, name }: Database): Promise<Inspection> {
    return semaphoreOf(connectionId).run(async () => {
      try {
        const login = await servers.login(connectionId);
        return {
          contents: await inSessionOf(login, name, readContents, { statementTimeoutMs: STATEMENT_MS }),
        };
      } catch (error) {
        return { error: sentenceOf(error) };
      }
    });
  }

  return {
    /** In the order of `databases`. */
    async read(databases: Database[]): Promise<DatabaseStats[]> {
      const ends = await findLastJobEnds(db);
      const byServer = Map.groupBy(databases, ({ connectionId }) => connectionId);
      const stats = await Promise.all([...byServer.values()].map((group) => readServer(group, ends)));
      const byId = new Map(stats.flat().map((each) => [each.database.id, each]));
      return databases.map(({ id }) => byId.get(id) as DatabaseStats);
    },
  };
}

function toStats(database: Database, catalog: Catalog, inspection: Inspection | undefined): DatabaseStats {
  const entry = catalog.entries.get(database.name) ?? null;
  const stats = { ...withoutStats(database), catalog: entry, serverVersion: catalog.version };
  if (!entry) return { ...stats, inspected: null };
  if (!inspection) return { ...stats, pending: true };
  if ('error' in inspection) return { ...stats, inspected: null, error: inspection.error };
  return { ...stats, inspected: { contents: inspection.contents, at: new Date() } };
}

function withoutStats(database: Database): DatabaseStats {
  return { database, catalog: null, inspected: database.inspected, pending: false, serverVersion: null };
}

function sentenceOf(error: unknown): string {
  if (error instanceof AppError) return error.message;
  return 'The server returned an unexpected error. Check its log.';
}

/** Caches results of queries for 30 s, shared by all callers. Results from before `since` are not used, failures are not cached. */
export function createQueryCache<T>() {
  const cache = new LRUCache<string, { at: number; result: Promise<T> }>({ max: MAX_CACHED, ttl: CACHED_MS });
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
