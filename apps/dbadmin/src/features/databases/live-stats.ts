import { setTimeout as delay } from 'node:timers/promises';
import { AppError, createFairSemaphore } from '@cairn/service';
import type { FairSemaphore, Logger } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { inSessionOf } from '../servers/service.ts';
import type { Servers } from '../servers/service.ts';
import { readCatalog, readContents } from './catalog.ts';
import { createKept } from './kept.ts';
import { lastJobEnds, saveSeen } from './repo.ts';
import type { CatalogEntry, Contents, Database, DatabaseStats } from './types.ts';

/** Sessions at once on one server, for the facts of its databases. All databases of a server may wait. */
const SESSIONS = {
  limit: 4,
  perPerson: 4,
  maxWaiting: Infinity,
  maxWaitingPerPerson: Infinity,
  busy: { code: 'dbadmin.server_busy', message: 'The server is busy. Try again in a few seconds.' },
};
/** A server that takes longer than this for one database tells nothing of it this time. */
const STATEMENT_MS = 5_000;
/** Whoever asks waits so long for what is new; then what was seen last must do. */
const PATIENCE_MS = 150;

interface Catalog {
  version: string;
  entries: Map<string, CatalogEntry>;
}

type Look = { contents: Contents } | { error: string };

export type LiveStatsReader = ReturnType<typeof createLiveStats>;

/**
 * What servers say of the registered databases: what lies in the catalog of the server at once, and what only a session in
 * each database can tell as far as it is known after 150 ms, else as it was seen last. Looked at at most every 30 s, and anew
 * once a job has ended there. Never fails: what cannot be asked is left out, with a sentence.
 */
export function createLiveStats({ db, servers, logger }: { db: Db; servers: Servers; logger: Logger }) {
  const catalogs = createKept<Catalog>();
  const looks = createKept<Look>();
  const placesByServer = new Map<number, FairSemaphore>();

  function placesOn(connectionId: number): FairSemaphore {
    const places = placesByServer.get(connectionId) ?? createFairSemaphore(SESSIONS);
    placesByServer.set(connectionId, places);
    return places;
  }

  async function ofServer(
    databases: Database[],
    ends: Awaited<ReturnType<typeof lastJobEnds>>,
  ): Promise<DatabaseStats[]> {
    const id = databases[0]!.connectionId;
    let catalog: Catalog;
    try {
      catalog = await catalogs.get(String(id), ends.server.get(id), () => servers.ask(id, readCatalog));
    } catch (error) {
      return databases.map((database) => ({ ...nothing(database), error: sentenceOf(error) }));
    }
    const there = databases.filter(({ name }) => catalog.entries.has(name));
    const fresh: { id: number; contents: Contents }[] = [];
    const found = new Map<number, Look>();
    const all = Promise.all(
      there.map(async (database) => {
        const since = ends.database.get(database.id);
        const look = await looks.get(String(database.id), since, async () => {
          const answer = await lookInto(database);
          if ('contents' in answer) fresh.push({ id: database.id, contents: answer.contents });
          return answer;
        });
        found.set(database.id, look);
      }),
    );
    const kept = all
      .then(() => saveSeen(db, fresh))
      .catch((err: unknown) => logger.warn({ err }, 'could not save database stats'));
    await Promise.race([kept, delay(PATIENCE_MS, undefined, { ref: false })]);
    return databases.map((database) => toFacts(database, catalog, found.get(database.id)));
  }

  function lookInto({ connectionId, name }: Database): Promise<Look> {
    return placesOn(connectionId).run(async () => {
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
    async of(databases: Database[]): Promise<DatabaseStats[]> {
      const ends = await lastJobEnds(db);
      const byServer = Map.groupBy(databases, ({ connectionId }) => connectionId);
      const found = await Promise.all([...byServer.values()].map((group) => ofServer(group, ends)));
      const byId = new Map(found.flat().map((facts) => [facts.database.id, facts]));
      return databases.map(({ id }) => byId.get(id) as DatabaseStats);
    },
  };
}

function toFacts(database: Database, catalog: Catalog, look: Look | undefined): DatabaseStats {
  const entry = catalog.entries.get(database.name) ?? null;
  const facts = { ...nothing(database), catalog: entry, serverVersion: catalog.version };
  if (!entry) return { ...facts, seen: null };
  if (!look) return { ...facts, pending: true };
  if ('error' in look) return { ...facts, seen: null, error: look.error };
  return { ...facts, seen: { contents: look.contents, at: new Date() } };
}

function nothing(database: Database): DatabaseStats {
  return { database, catalog: null, seen: database.seen, pending: false, serverVersion: null };
}

function sentenceOf(error: unknown): string {
  if (error instanceof AppError) return error.message;
  return 'The server did not answer as expected; look at its log.';
}
