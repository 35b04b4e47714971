import pg from 'pg';
import { driverConfig } from '@cairn/db';
import type { ServerAddress } from '@cairn/db';
import { conflict } from '@cairn/service';
import type { Sealer } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { APPLICATION_NAME, explain } from './connect.ts';
import { findConnection } from './repo.ts';

export const CONNECTION_PURPOSE = 'vault.connections';

/** A saved connection with its password. AppError `conflict` when there is none of this number. */
export async function savedAddress(
  { db, sealer }: { db: Db; sealer: Sealer },
  id: number,
): Promise<ServerAddress> {
  const saved = await findConnection(db, id);
  if (!saved) {
    throw conflict('vault.no_such_connection', `There is no saved connection ${id}; choose another.`);
  }
  const { sealedPassword, ...address } = saved;
  return { ...address, password: sealer.open(sealedPassword, CONNECTION_PURPOSE) };
}

export type SavedConnections = ReturnType<typeof createSavedConnections>;

/**
 * Sessions of saved connections, a few of each kept for a while. A statement may take 30 s; what outlives that is ended by
 * the database.
 */
export function createSavedConnections(parts: { db: Db; sealer: Sealer }) {
  const pools = new Map<string, pg.Pool>();

  function poolOf(address: ServerAddress): pg.Pool {
    // A connection that was changed is another one.
    const key = JSON.stringify(address);
    const known = pools.get(key);
    if (known) return known;
    const pool = new pg.Pool({
      ...driverConfig(address, { applicationName: APPLICATION_NAME }),
      max: 4,
      idleTimeoutMillis: 30_000,
      allowExitOnIdle: true,
      statement_timeout: 30_000,
    });
    pool.on('error', () => undefined);
    pools.set(key, pool);
    return pool;
  }

  return {
    /** Throws AppError with a sentence when the database cannot be reached. */
    async use<T>(id: number, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
      const address = await savedAddress(parts, id);
      const client = await poolOf(address)
        .connect()
        .catch((error: unknown) => {
          throw explain(error, address);
        });
      try {
        return await work(client);
      } finally {
        client.release();
      }
    },
    async close(): Promise<void> {
      await Promise.all([...pools.values()].map((pool) => pool.end()));
    },
  };
}
