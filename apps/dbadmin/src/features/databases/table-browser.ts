import type { DbadminSchemas } from '@cairn/contracts';
import type { InScratch } from '@cairn/files';
import type { Actor } from '@cairn/service';
import type pg from 'pg';
import type { Db } from '../../db/handle.ts';
import type { Platform } from '../connections/platform.ts';
import type { Servers } from '../servers/service.ts';
import type { ServerVisibility } from '../servers/visibility.ts';
import { measureColumns, toExtents } from './extents.ts';
import { createQueryCache } from './live-stats.ts';
import { findLastJobEnds } from './repo.ts';
import { readSchemas, readTables } from './server-queries.ts';
import type { DatabaseService } from './service.ts';

/** Does some work in a session in the database. */
type InSession = <R>(work: (client: pg.Client) => Promise<R>) => Promise<R>;

export type TableBrowser = ReturnType<typeof createTableBrowser>;

/** Reads schemas, tables and extents of registered databases. */
export function createTableBrowser(deps: {
  db: Db;
  servers: Servers;
  databases: Pick<DatabaseService, 'ready'>;
  platform: Platform;
  visibility: ServerVisibility;
  inScratch: InScratch;
}) {
  const { db, servers, databases, platform, visibility, inScratch } = deps;
  const cache = createQueryCache<unknown>();

  /** The result of a query in a database, cached under its key. */
  async function query<T>(
    { id, key, actor }: { id: number; key: string; actor: Actor },
    work: (inSession: InSession) => Promise<T>,
  ): Promise<T> {
    const { connectionId, name } = await databases.ready(id);
    return visibility.redactErrors(actor, async () => {
      if (await platform.ownsDatabase(connectionId, name)) {
        await platform.requireMayManage(actor, connectionId);
      }
      const { database: ends } = await findLastJobEnds(db);
      return cache.get(JSON.stringify([id, key]), ends.get(id), () =>
        work((inSession) => servers.inDatabase(connectionId, name, inSession)),
      ) as Promise<T>;
    });
  }

  return {
    schemas: (id: number, actor: Actor): Promise<string[]> =>
      query({ id, key: 'schemas', actor }, (inSession) => inSession(readSchemas)),

    tables: (id: number, schema: string | null, actor: Actor): Promise<DbadminSchemas['Table'][]> =>
      query({ id, key: `tables ${schema}`, actor }, (inSession) =>
        inSession((client) => readTables(client, schema)),
      ),

    extents: (id: number, schema: string | null, actor: Actor): Promise<DbadminSchemas['Extent'][]> =>
      query({ id, key: `extents ${schema}`, actor }, async (inSession) =>
        toExtents(inScratch, await inSession((client) => measureColumns(client, schema))),
      ),
  };
}
