import type pg from 'pg';
import { createSessionPool, openSession, explainConnectionError, classifySessionError } from '@cairn/db';
import type { ServerSettings, SessionPool, SslMode } from '@cairn/db';
import { badGateway } from '@cairn/service';

/** The maintenance database, which every cluster has. The platform creates nothing in it. */
export const MAINTENANCE = 'postgres';

/** For everything that a page waits for. Jobs have their own limit, or none. */
const STATEMENT_MS = 15_000;
const POOL_IDLE_MS = 20_000;

/**
 * The owner of a database can set these for all sessions in it (ALTER DATABASE … SET), so all sessions and programs override them: no
 * other role, no read-only transactions, no libraries to load.
 */
export const OWN_SETTINGS: ServerSettings = {
  role: 'none',
  default_transaction_read_only: 'off',
  local_preload_libraries: '',
};

/** How to sign in to a server. Contains the admin password in plain text: keep it in memory only, and briefly. */
export interface ServerLogin {
  connectionId: number;
  name: string;
  host: string;
  /** The IP address of the host as just resolved and checked: connect to this address only. */
  address: string;
  port: number;
  sslmode: SslMode;
  user: string;
  password: string;
}

export interface SessionChoice {
  signal?: AbortSignal;
  /** statement_timeout; 15,000 by default, 0 for no limit. */
  statementTimeoutMs?: number;
  /** Shown in pg_stat_activity; `dbadmin` by default. */
  applicationName?: string;
}

export type Servers = ReturnType<typeof createServers>;

/**
 * Opens sessions on the administered servers.
 * @throws {AppError} not_found for a connection that does not exist, bad_gateway for a server that cannot be reached or rejects the
 * login.
 */
export function createServers({ readLogin }: { readLogin: (connectionId: number) => Promise<ServerLogin> }) {
  const pools = new Map<number, { key: string; pool: SessionPool }>();

  /** Does some work in a session that is closed afterwards: idle sessions keep a database from being copied. */
  async function inDatabase<T>(
    connectionId: number,
    database: string,
    work: (client: pg.Client) => Promise<T>,
    choice: SessionChoice = {},
  ): Promise<T> {
    return inSessionOf(await readLogin(connectionId), database, work, choice);
  }

  /** Does some work in the maintenance database, on a pooled session. */
  async function ask<T>(connectionId: number, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const to = await readLogin(connectionId);
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
    // A connection that was changed, or whose host resolves to another address now, needs a new pool.
    const key = JSON.stringify(to);
    const existing = pools.get(to.connectionId);
    if (existing?.key === key) return existing.pool;
    forget(to.connectionId);
    const pool = createSessionPool(
      { ...to, database: MAINTENANCE },
      {
        at: to.address,
        applicationName: 'dbadmin',
        statementTimeoutMs: STATEMENT_MS,
        idleMs: POOL_IDLE_MS,
        settings: OWN_SETTINGS,
        // The key holds a password: drop the pool of an unused or deleted connection.
        onEmpty: () => void (pools.get(to.connectionId)?.pool === pool && forget(to.connectionId)),
      },
    );
    pools.set(to.connectionId, { key, pool });
    return pool;
  }

  function forget(connectionId: number): void {
    const existing = pools.get(connectionId);
    pools.delete(connectionId);
    void existing?.pool.close();
  }

  return {
    login: readLogin,
    inDatabase,
    ask,
    /** Closes the pooled sessions of a connection that was changed or deleted. */
    forget,
    async close(): Promise<void> {
      await Promise.all([...pools.values()].map(({ pool }) => pool.close()));
      pools.clear();
    },
  };
}

/** Does some work in a session that is opened with a given login. */
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

function unreachable(error: unknown, to: ServerLogin, database: string) {
  const { kind, sentence } = explainConnectionError(error, { ...to, database });
  return badGateway(`dbadmin.server_${kind}`, sentence);
}

/** Explains lost and slow sessions; the caller explains everything else. */
function explainServerError(error: unknown, to: ServerLogin, database: string): unknown {
  switch (classifySessionError(error)) {
    case 'lost':
      return unreachable(error, to, database);
    case 'slow':
      return badGateway(
        'dbadmin.server_slow',
        `${to.name} took too long to respond. Try again when it is less busy.`,
      );
    default:
      return error;
  }
}
