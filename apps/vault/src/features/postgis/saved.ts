import type pg from 'pg';
import { createSessionPool, sessionTrouble } from '@cairn/db';
import type { ServerAddress, SessionPool } from '@cairn/db';
import { AppError, conflict, forbidden, unavailable } from '@cairn/service';
import type { Actor, Sealer } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { Rights } from '../jobs/requester.ts';
import { APPLICATION_NAME, explain } from './connect.ts';
import { findConnection } from './repo.ts';

/** For whom a password is sealed: for one role of one server, so that a row which leads elsewhere does not open it. */
export function connectionPurpose({
  host,
  port,
  user,
}: Pick<ServerAddress, 'host' | 'port' | 'user'>): string {
  return `vault.connections ${JSON.stringify([host, port, user])}`;
}

/** A saved connection with its password. AppError `conflict` when there is none of this number. */
export async function savedAddress(
  { db, sealer }: { db: Db; sealer: Sealer },
  id: number,
): Promise<ServerAddress> {
  const saved = await findConnection(db, id);
  if (!saved) throw noSuchConnection(id);
  const { sealedPassword, ownerId: _owner, ...address } = saved;
  return { ...address, password: sealer.open(sealedPassword, connectionPurpose(address)) };
}

const EDITS_DATABASES = { resourceType: 'service', resourceKey: 'dbadmin', permission: 'edit' } as const;

/**
 * AppError `forbidden` for a connection of somebody else, and for one of their own when the actor may no longer edit databases;
 * `conflict` when there is none of this number. What an administrator saved is for everybody who may edit in the vault.
 */
export async function requireMayUse(
  { db, auth }: { db: Db; auth: Rights },
  id: number,
  actor: Actor | null,
): Promise<void> {
  const saved = await findConnection(db, id);
  if (!saved) throw noSuchConnection(id);
  if (saved.ownerId === null) return;
  if (!actor || actor.id !== saved.ownerId) {
    throw forbidden(
      'vault.foreign_connection',
      'This connection belongs to another user. Choose the database from the list.',
    );
  }
  if (await auth.allows(actor, EDITS_DATABASES)) return;
  throw forbidden(
    'vault.may_not_use_database',
    'You no longer have the edit permission on databases, which this connection needs. Ask an administrator.',
  );
}

function noSuchConnection(id: number) {
  return conflict('vault.no_such_connection', `There is no saved connection ${id}; choose another.`);
}

export type SavedConnections = ReturnType<typeof createSavedConnections>;

/**
 * Sessions of saved connections, a few of each kept for a while. A statement may take 30 s; what outlives that is ended by
 * the database, or left to itself where that says nothing.
 */
export function createSavedConnections(parts: { db: Db; sealer: Sealer }) {
  const pools = new Map<string, SessionPool>();

  function poolOf(address: ServerAddress): SessionPool {
    // A connection that was changed is another one.
    const key = JSON.stringify(address);
    const known = pools.get(key);
    if (known) return known;
    const pool = createSessionPool(address, {
      applicationName: APPLICATION_NAME,
      statementTimeoutMs: 30_000,
      idleMs: 30_000,
      onEmpty() {
        pools.delete(key);
        void pool.close();
      },
    });
    pools.set(key, pool);
    return pool;
  }

  return {
    /** Throws AppError with a sentence when the database cannot be reached, falls silent or takes too long. */
    async use<T>(id: number, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
      const address = await savedAddress(parts, id);
      const { client, release } = await poolOf(address)
        .connect()
        .catch((error: unknown) => {
          throw explain(error, address);
        });
      let failure: Error | undefined;
      try {
        return await work(client);
      } catch (error) {
        if (error instanceof AppError) throw error;
        failure = error as Error;
        throw explainTrouble(error, address);
      } finally {
        release(failure);
      }
    },
    async close(): Promise<void> {
      await Promise.all([...pools.values()].map((pool) => pool.close()));
    },
  };
}

function explainTrouble(error: unknown, address: ServerAddress): unknown {
  switch (sessionTrouble(error)) {
    case 'lost':
      return explain(error, address);
    case 'slow':
      return unavailable(
        'vault.table_too_slow',
        'The database takes too long for this; ask for less, or for an index on the columns.',
      );
    default:
      return error;
  }
}
