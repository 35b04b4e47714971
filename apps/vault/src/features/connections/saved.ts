import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { createSessionPool, MAX_POOLED_SESSIONS, classifySessionError } from '@cairn/db';
import type { ServerAddress, SessionPool } from '@cairn/db';
import {
  AppError,
  conflict,
  createFairSemaphore,
  currentPerson,
  forbidden,
  unavailable,
} from '@cairn/service';
import type { Actor, FairSemaphore, SecretBox } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { SourceError } from '../content/errors.ts';
import type { Rights } from '../jobs/requester.ts';
import { APPLICATION_NAME, explain } from './connect.ts';
import { inspectLogin } from './inspect-login.ts';
import { findConnection } from './repo.ts';

/** For whom a password is sealed: for one role of one server, so that a row which leads elsewhere does not open it. */
export function connectionPurpose({
  host,
  port,
  user,
}: Pick<ServerAddress, 'host' | 'port' | 'user'>): string {
  return `vault.connections ${JSON.stringify([host, port, user])}`;
}

/** A saved connection with its password. @throws {SourceError} unavailable when it no longer exists. */
export async function savedAddress(
  { db, secretBox }: { db: Db; secretBox: SecretBox },
  id: number,
): Promise<ServerAddress> {
  const saved = await findConnection(db, id);
  if (!saved) {
    throw new SourceError({
      kind: 'unavailable',
      code: 'vault.no_such_connection',
      message: `The saved connection ${id} of this dataset no longer exists.`,
    });
  }
  const { sealedPassword, ownerId: _owner, ...address } = saved;
  return { ...address, password: secretBox.open(sealedPassword, connectionPurpose(address)) };
}

const EDITS_DATABASES = { resourceType: 'service', resourceKey: 'dbadmin', permission: 'edit' } as const;

/**
 * Connections that an administrator saved are for all users who may edit in the vault.
 * @throws {AppError} forbidden for a connection of another user, and for the actor's own connection when the actor may no longer
 * edit databases; conflict when there is no connection with this id.
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

/**
 * Why tables may not be changed with the login of a connection; null when they may. The login lasts until its role is dropped, so
 * the right of its owner to edit databases is checked each time. A connection that an administrator saved has no owner.
 */
export async function reasonAgainstChanges(
  { db, auth }: { db: Db; auth: Rights },
  id: number,
): Promise<string | null> {
  const saved = await findConnection(db, id);
  if (!saved || saved.ownerId === null) return null;
  const owner = await auth.user(saved.ownerId);
  if (owner && (await auth.allows(owner, EDITS_DATABASES))) return null;
  return 'The user who registered this table may no longer edit databases, so its rows cannot be changed. Ask an administrator to restore that permission, or register the table again.';
}

function noSuchConnection(id: number) {
  return conflict('vault.no_such_connection', `There is no saved connection ${id}; choose another.`);
}

export type SavedConnections = ReturnType<typeof createSavedConnections>;

/** Longest time of one statement; visitors get a shorter time, since they need no account. */
const STATEMENT_MS = 30_000;
const VISITORS_STATEMENT_MS = 5_000;
const INSPECT_EVERY_MS = 30_000;

export interface UseOptions {
  /** For work that changes nothing: see `inReadOnlyTransaction`. */
  readOnly?: boolean | undefined;
  /** Cancels what the session is doing. */
  signal?: AbortSignal | undefined;
}

export interface SavedConnectionDeps {
  db: Db;
  secretBox: SecretBox;
  /** Longest wait for a session; default 10 s. */
  waitMs?: number;
  /** How long an unused session is kept; default 30 s. */
  idleMs?: number;
}

/** What is kept of a saved connection while it is used. */
interface Kept {
  /** The connection as it was saved when this began. */
  address: ServerAddress;
  places: FairSemaphore;
  /** Null when no session is left. */
  pool: SessionPool | null;
  uses: number;
}

/**
 * Sessions of saved connections, a few of each kept for a while. People share them fairly, and visitors have half of them at
 * most. A statement may take 30 s, that of a visitor 5 s; what outlives that is ended by the database, or left to itself where
 * that says nothing.
 */
export function createSavedConnections({ waitMs = 10_000, idleMs = 30_000, ...parts }: SavedConnectionDeps) {
  /** By the id of the connection. */
  const kept = new Map<number, Kept>();
  /** When each session was inspected last: a role may become a superuser while sessions are kept. */
  const inspected = new WeakMap<pg.ClientBase, number>();

  /** A connection that was saved with another login begins again; sessions of the former login end when their work is done. */
  function keptOf(id: number, address: ServerAddress): Kept {
    const known = kept.get(id);
    if (known && isDeepStrictEqual(known.address, address)) return known;
    const fresh = { address, places: createPlaces(), pool: null, uses: 0 };
    kept.set(id, fresh);
    if (known) release(id, known);
    return fresh;
  }

  /** Once nothing uses a connection: forgets it when it has no sessions, and ends those of a former login. */
  function release(id: number, connection: Kept): void {
    if (connection.uses > 0) return;
    if (kept.get(id) !== connection) void connection.pool?.close();
    else if (connection.pool === null) kept.delete(id);
  }

  function poolOf(id: number, connection: Kept): SessionPool {
    const pool: SessionPool =
      connection.pool ??
      createSessionPool(connection.address, {
        applicationName: APPLICATION_NAME,
        statementTimeoutMs: STATEMENT_MS,
        idleMs,
        onEmpty() {
          if (connection.pool === pool) connection.pool = null;
          void pool.close();
          release(id, connection);
        },
      });
    connection.pool = pool;
    return pool;
  }

  async function inspect(client: pg.ClientBase, id: number, address: ServerAddress): Promise<void> {
    if (performance.now() - (inspected.get(client) ?? -Infinity) < INSPECT_EVERY_MS) return;
    await inspectLogin(parts.db, client, { id, address });
    inspected.set(client, performance.now());
  }

  async function inSession<T>(
    { id, address }: { id: number; address: ServerAddress },
    pool: SessionPool,
    { work, readOnly, signal }: UseOptions & { work: (client: pg.ClientBase) => Promise<T> },
  ): Promise<T> {
    const { client, release } = await pool
      .connect({
        signal,
        statementTimeoutMs: currentPerson()?.isVisitor ? VISITORS_STATEMENT_MS : STATEMENT_MS,
      })
      .catch((error: unknown) => {
        signal?.throwIfAborted();
        throw noSession(error, address);
      });
    let failure: Error | undefined;
    try {
      await inspect(client, id, address);
      return await (readOnly ? inReadOnlyTransaction(client, work) : work(client));
    } catch (error) {
      if (error instanceof AppError) throw error;
      failure = error as Error;
      signal?.throwIfAborted();
      throw explainTrouble(error, address);
    } finally {
      release(failure);
    }
  }

  return {
    /**
     * Works in a session of a saved connection. Throws AppError with a sentence when the
     * database cannot be reached, has no session free, falls silent or takes too long.
     */
    async use<T>(
      id: number,
      work: (client: pg.ClientBase) => Promise<T>,
      { readOnly, signal }: UseOptions = {},
    ): Promise<T> {
      const address = await savedAddress(parts, id);
      const connection = keptOf(id, address);
      connection.uses += 1;
      try {
        return await connection.places.run(
          () => inSession({ id, address }, poolOf(id, connection), { work, readOnly, signal }),
          { waitMs, ...(signal ? { signal } : {}) },
        );
      } finally {
        connection.uses -= 1;
        release(id, connection);
      }
    },
    /** How many connections are in use or have sessions. */
    size: () => kept.size,
    async close(): Promise<void> {
      await Promise.all([...kept.values()].map(({ pool }) => pool?.close()));
    },
  };
}

/**
 * Reading a table runs code of its owner (index predicates while planning, views, policies) with the rights of the login. In a
 * transaction that is read-only and never committed, that code changes neither the database nor the settings of the session.
 */
async function inReadOnlyTransaction<T>(
  client: pg.ClientBase,
  work: (client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  await client.query('BEGIN READ ONLY');
  try {
    return await work(client);
  } finally {
    await client.query('ROLLBACK').catch(() => undefined);
  }
}

function noSession(error: unknown, address: ServerAddress): SourceError {
  const { code, message } = explain(error, address);
  return new SourceError({ kind: 'unavailable', code, message, cause: error });
}

function createPlaces(): FairSemaphore {
  return createFairSemaphore({
    limit: MAX_POOLED_SESSIONS,
    perPerson: MAX_POOLED_SESSIONS - 1,
    forVisitors: MAX_POOLED_SESSIONS / 2,
    perNetwork: 1,
    busy: {
      code: 'vault.database_busy',
      message: 'The database of this dataset is busy with other requests. Try again in a few seconds.',
    },
  });
}

function explainTrouble(error: unknown, address: ServerAddress): unknown {
  switch (classifySessionError(error)) {
    case 'lost':
      return noSession(error, address);
    case 'slow':
      return unavailable(
        'vault.table_too_slow',
        'The database takes too long for this; ask for less, or for an index on the columns.',
      );
    default:
      return error;
  }
}
