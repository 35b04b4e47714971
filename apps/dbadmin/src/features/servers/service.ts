import type pg from 'pg';
import { createSessionPool, openSession, explainConnectionError, classifySessionError } from '@cairn/db';
import type { ServerSettings, SessionPool, SslMode } from '@cairn/db';
import { badGateway, notFound } from '@cairn/service';
import type { SecretBox } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { findSealedConnection } from '../connections/repo.ts';
import { reencryptPasswords } from '../connections/reencrypt-passwords.ts';
import { passwordPurpose } from '../connections/types.ts';
import { addressOf } from './host.ts';

/** The database through which a server is administered; every cluster has it, and none of ours is made in it. */
export const MAINTENANCE = 'postgres';

/** Whatever a page waits for. Long work says its own limit, or 0. */
const STATEMENT_MS = 15_000;
const POOL_IDLE_MS = 20_000;

/**
 * The owner of a database can set these for all sessions in it (ALTER DATABASE … SET), so each session and each program sets the
 * role that it acts as, that it may write, and that no library is loaded into it.
 */
export const OWN_SETTINGS: ServerSettings = {
  role: 'none',
  default_transaction_read_only: 'off',
  local_preload_libraries: '',
};

/** How to sign in to a server: the administrator's password in the clear, so keep it in memory and briefly. */
export interface ServerLogin {
  connectionId: number;
  name: string;
  host: string;
  /** The IP address that the host stood for a moment ago: connect to it, and to nothing else. */
  address: string;
  port: number;
  sslmode: SslMode;
  user: string;
  password: string;
}

export interface SessionChoice {
  signal?: AbortSignal;
  /** Longest time of one statement in milliseconds; 15,000 unless said otherwise, 0 for none. */
  statementTimeoutMs?: number;
  /** Shown in pg_stat_activity; `dbadmin` unless said otherwise. */
  applicationName?: string;
}

export type Servers = ReturnType<typeof createServers>;

/**
 * Sessions on the servers that are administered. AppError `not_found` for a connection that is not there, `bad_gateway` with
 * a sentence for a server that cannot be reached or lets us in no longer.
 */
export function createServers({
  db,
  secretBox,
  allowedNetworks,
}: {
  db: Db;
  secretBox: SecretBox;
  allowedNetworks: string[];
}) {
  const pools = new Map<number, { key: string; pool: SessionPool }>();

  let resealed: Promise<void> | null = null;

  /** Before the first password is opened, all that an earlier version stored are bound to their servers. */
  function resealOnce(): Promise<void> {
    resealed ??= reencryptPasswords({ db, secretBox }).catch((error: unknown) => {
      resealed = null;
      throw error;
    });
    return resealed;
  }

  async function login(connectionId: number): Promise<ServerLogin> {
    await resealOnce();
    const found = await findSealedConnection(db, connectionId);
    if (!found) throw noSuchConnection(connectionId);
    const { connection, sealedPassword } = found;
    return {
      connectionId,
      name: connection.name,
      host: connection.host,
      address: await addressOf(connection.host, allowedNetworks),
      port: connection.port,
      sslmode: connection.sslmode,
      user: connection.adminUsername,
      password: secretBox.open(sealedPassword, passwordPurpose(connection)),
    };
  }

  /** A session of its own that is closed afterwards: sessions that linger in a database keep it from being copied. */
  async function inDatabase<T>(
    connectionId: number,
    database: string,
    work: (client: pg.Client) => Promise<T>,
    choice: SessionChoice = {},
  ): Promise<T> {
    return inSessionOf(await login(connectionId), database, work, choice);
  }

  /** Some work in the maintenance database, on a session that is kept for a while. */
  async function ask<T>(connectionId: number, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const to = await login(connectionId);
    const { client, release } = await poolOf(to)
      .connect()
      .catch((error: unknown) => {
        throw unreachable(error, to, MAINTENANCE);
      });
    let failure: Error | undefined;
    try {
      return await work(client);
    } catch (error) {
      failure = error as Error;
      throw explainServerError(error, to, MAINTENANCE);
    } finally {
      release(failure);
    }
  }

  function poolOf(to: ServerLogin): SessionPool {
    // A connection that was changed, or whose name stands for another address now, is another one.
    const key = JSON.stringify(to);
    const known = pools.get(to.connectionId);
    if (known?.key === key) return known.pool;
    forget(to.connectionId);
    const pool = createSessionPool(
      { ...to, database: MAINTENANCE },
      {
        at: to.address,
        applicationName: 'dbadmin',
        statementTimeoutMs: STATEMENT_MS,
        idleMs: POOL_IDLE_MS,
        settings: OWN_SETTINGS,
        // It holds a password, so that the pool of an unused or deleted connection is not kept.
        onEmpty: () => void (pools.get(to.connectionId)?.pool === pool && forget(to.connectionId)),
      },
    );
    pools.set(to.connectionId, { key, pool });
    return pool;
  }

  function forget(connectionId: number): void {
    const known = pools.get(connectionId);
    pools.delete(connectionId);
    void known?.pool.close();
  }

  return {
    login,
    inDatabase,
    ask,
    /** Ends the sessions that are kept for a connection, which is gone or another one now. */
    forget,
    async close(): Promise<void> {
      await Promise.all([...pools.values()].map(({ pool }) => pool.close()));
      pools.clear();
    },
  };
}

/** Some work in a database of a server that one has signed in to already. */
export async function inSessionOf<T>(
  to: ServerLogin,
  database: string,
  work: (client: pg.Client) => Promise<T>,
  { signal, statementTimeoutMs = STATEMENT_MS, applicationName = 'dbadmin' }: SessionChoice = {},
): Promise<T> {
  const { client, close } = await openSession(
    { ...to, database },
    {
      at: to.address,
      applicationName,
      statementTimeoutMs,
      settings: OWN_SETTINGS,
      ...(signal ? { signal } : {}),
    },
  ).catch((error: unknown) => {
    throw unreachable(error, to, database);
  });
  try {
    return await work(client);
  } catch (error) {
    throw explainServerError(error, to, database);
  } finally {
    await close();
  }
}

export function noSuchConnection(id: number) {
  return notFound('dbadmin.no_such_connection', `There is no connection ${id}; choose one from the list.`);
}

function unreachable(error: unknown, to: ServerLogin, database: string) {
  const { kind, sentence } = explainConnectionError(error, { ...to, database });
  return badGateway(`dbadmin.server_${kind}`, sentence);
}

/** A session that broke is the server's doing; whatever else went wrong is for the caller to say. */
function explainServerError(error: unknown, to: ServerLogin, database: string): unknown {
  switch (classifySessionError(error)) {
    case 'lost':
      return unreachable(error, to, database);
    case 'slow':
      return badGateway(
        'dbadmin.server_slow',
        `${to.name} took too long to answer; try again when it has less to do.`,
      );
    default:
      return error;
  }
}
