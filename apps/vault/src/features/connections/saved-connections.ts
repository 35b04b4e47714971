import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import type { PlatformDatabases } from '@cairn/auth';
import { createSessionPool, MAX_POOLED_SESSIONS, classifySessionError } from '@cairn/db';
import type { ServerAddress, SessionPool } from '@cairn/db';
import { AppError, createFairSemaphore, currentPerson, unavailable } from '@cairn/service';
import type { FairSemaphore, SecretBox } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { SourceError } from '../content/errors.ts';
import { APPLICATION_NAME, toConnectionError, checkSavedLogin, savedAddress } from './connect.ts';

export type SavedConnections = ReturnType<typeof createSavedConnections>;

/** Longest time of one statement; visitors get a shorter time, since they need no account. */
const STATEMENT_MS = 30_000;
const VISITORS_STATEMENT_MS = 5_000;
const CHECK_EVERY_MS = 30_000;

export interface UseOptions {
  /** For work that only reads; see `inReadOnlyTransaction`. */
  readOnly?: boolean | undefined;
  /** Cancels the running statement. */
  signal?: AbortSignal | undefined;
}

export interface SavedConnectionDeps {
  db: Db;
  secretBox: SecretBox;
  platform: PlatformDatabases;
  /** Longest wait for a session; default 10 s. */
  waitMs?: number;
  /** Time after which an unused session is closed; default 30 s. */
  idleMs?: number;
}

/** A saved connection while it is used. */
interface OpenConnection {
  /** The address when the connection was opened. */
  address: ServerAddress;
  semaphore: FairSemaphore;
  /** Null when no session is left. */
  pool: SessionPool | null;
  uses: number;
}

/**
 * Pools of sessions of saved connections. Users share them fairly, and visitors get at most half of them. A statement may take
 * 30 s, that of a visitor 5 s. The database ends slower ones; a session whose database does not answer is abandoned.
 */
export function createSavedConnections({ waitMs = 10_000, idleMs = 30_000, ...deps }: SavedConnectionDeps) {
  /** By the id of the connection. */
  const open = new Map<number, OpenConnection>();
  /** Time of the last login check of each session: a role may become a superuser while its sessions are pooled. */
  const checkedAt = new WeakMap<pg.ClientBase, number>();

  /** A connection that was saved with another login is opened again; sessions of the former login end when their work is done. */
  function openConnection(id: number, address: ServerAddress): OpenConnection {
    const current = open.get(id);
    if (current && isDeepStrictEqual(current.address, address)) return current;
    const fresh = { address, semaphore: createSemaphore(), pool: null, uses: 0 };
    open.set(id, fresh);
    if (current) release(id, current);
    return fresh;
  }

  /** Once nothing uses a connection: forgets it when it has no sessions, and ends those of a former login. */
  function release(id: number, connection: OpenConnection): void {
    if (connection.uses > 0) return;
    if (open.get(id) !== connection) void connection.pool?.close();
    else if (connection.pool === null) open.delete(id);
  }

  function poolOf(id: number, connection: OpenConnection): SessionPool {
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

  async function checkLogin(client: pg.ClientBase, id: number, address: ServerAddress): Promise<void> {
    if (performance.now() - (checkedAt.get(client) ?? -Infinity) < CHECK_EVERY_MS) return;
    await checkSavedLogin(deps, client, { id, address });
    checkedAt.set(client, performance.now());
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
      await checkLogin(client, id, address);
      return await (readOnly ? inReadOnlyTransaction(client, work) : work(client));
    } catch (error) {
      if (error instanceof AppError) {
        if (error.cause && classifySessionError(error.cause) !== null) failure = error;
        throw error;
      }
      failure = error as Error;
      signal?.throwIfAborted();
      throw toSessionError(error, address);
    } finally {
      release(failure);
    }
  }

  return {
    /**
     * Runs work in a session of a saved connection.
     * @throws {AppError} unavailable when the database cannot be reached, has no free session, stops answering or takes too long.
     */
    async use<T>(
      id: number,
      work: (client: pg.ClientBase) => Promise<T>,
      { readOnly, signal }: UseOptions = {},
    ): Promise<T> {
      const address = await savedAddress(deps, id);
      const connection = openConnection(id, address);
      connection.uses += 1;
      try {
        return await connection.semaphore.run(
          () => inSession({ id, address }, poolOf(id, connection), { work, readOnly, signal }),
          { waitMs, ...(signal ? { signal } : {}) },
        );
      } finally {
        connection.uses -= 1;
        release(id, connection);
      }
    },
    /** Number of connections that are in use or have sessions. */
    size: () => open.size,
    async close(): Promise<void> {
      await Promise.all([...open.values()].map(({ pool }) => pool?.close()));
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
  // Compiling a query takes longer than what people wait for.
  await client.query('BEGIN READ ONLY; SET LOCAL jit = off');
  try {
    return await work(client);
  } finally {
    await client.query('ROLLBACK').catch(() => undefined);
  }
}

function noSession(error: unknown, address: ServerAddress): SourceError {
  const { code, message } = toConnectionError(error, address);
  return new SourceError({ kind: 'unavailable', code, message, cause: error });
}

function createSemaphore(): FairSemaphore {
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

function toSessionError(error: unknown, address: ServerAddress): unknown {
  switch (classifySessionError(error)) {
    case 'lost':
      return noSession(error, address);
    case 'slow':
      return unavailable(
        'vault.table_too_slow',
        'The database takes too long for this. Request fewer rows, or ask for an index on the columns.',
      );
    default:
      return error;
  }
}
