import { AppError } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { inSessionOf } from '../servers/service.ts';
import type { Servers } from '../servers/service.ts';
import { readCatalog, readContents } from './catalog.ts';
import { createKept } from './kept.ts';
import { lastJobEnds } from './repo.ts';
import type { CatalogEntry, Contents, Database, Facts } from './types.ts';

/** Sessions at once on one server, for the facts of its databases. */
const AT_ONCE = 4;
/** A server that takes longer than this for one database tells nothing of it this time. */
const STATEMENT_MS = 5_000;

interface Catalog {
  version: string;
  entries: Map<string, CatalogEntry>;
}

export type FactsReader = ReturnType<typeof createFacts>;

/**
 * What servers say of the registered databases. Asked at most every 30 s, and anew once a job has ended on the server. Never
 * fails: a server or a database that cannot be asked gives a partial answer with a sentence.
 */
export function createFacts({ db, servers }: { db: Db; servers: Servers }) {
  const catalogs = createKept<Catalog>();
  const contents = createKept<Contents>();

  function catalogOf(connectionId: number, since: Date | undefined): Promise<Catalog> {
    return catalogs.get(String(connectionId), since, () => servers.ask(connectionId, readCatalog));
  }

  async function ofServer(connectionId: number, databases: Database[], since?: Date): Promise<Facts[]> {
    let catalog: Catalog;
    try {
      catalog = await catalogOf(connectionId, since);
    } catch (error) {
      return databases.map((database) => ({ ...nothing(database), error: sentenceOf(error) }));
    }
    return inTurns(databases, AT_ONCE, (database) => ofDatabase(database, catalog, since));
  }

  async function ofDatabase(database: Database, catalog: Catalog, since?: Date): Promise<Facts> {
    const entry = catalog.entries.get(database.name) ?? null;
    const known = { ...nothing(database), catalog: entry, serverVersion: catalog.version };
    if (!entry) return known;
    try {
      const key = JSON.stringify([database.connectionId, database.name]);
      return { ...known, contents: await contents.get(key, since, () => ask(database)) };
    } catch (error) {
      return { ...known, error: sentenceOf(error) };
    }
  }

  async function ask({ connectionId, name }: Database): Promise<Contents> {
    const login = await servers.login(connectionId);
    return inSessionOf(login, name, readContents, { statementTimeoutMs: STATEMENT_MS });
  }

  return {
    /** In the order of `databases`. */
    async of(databases: Database[]): Promise<Facts[]> {
      const since = await lastJobEnds(db);
      const byServer = Map.groupBy(databases, ({ connectionId }) => connectionId);
      const found = await Promise.all([...byServer].map(([id, group]) => ofServer(id, group, since.get(id))));
      const byId = new Map(found.flat().map((facts) => [facts.database.id, facts]));
      return databases.map(({ id }) => byId.get(id) as Facts);
    },
  };
}

function nothing(database: Database): Facts {
  return { database, catalog: null, contents: null, serverVersion: null };
}

function sentenceOf(error: unknown): string {
  if (error instanceof AppError) return error.message;
  return 'The server did not answer as expected; look at its log.';
}

async function inTurns<T, R>(items: T[], atOnce: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  async function run(): Promise<void> {
    for (let i = next++; i < items.length; i = next++) results[i] = await work(items[i] as T);
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, run));
  return results;
}
