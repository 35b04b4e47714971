import pg from 'pg';
import { driverConfig, openSession, serverReason } from '@cairn/db';
import type { SslMode } from '@cairn/db';
import { badGateway, notFound } from '@cairn/service';
import type { Sealer } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { findSealedConnection } from '../connections/repo.ts';
import { PASSWORD_PURPOSE } from '../connections/types.ts';
import { addressOf } from './host.ts';
import { limitAnswers } from './limit-answers.ts';

/** The database through which a server is administered; every cluster has it, and none of ours is made in it. */
export const MAINTENANCE = 'postgres';

/** Whatever a page waits for. Long work says its own limit, or 0. */
const STATEMENT_MS = 15_000;
/** The server ends a statement that takes too long; one that hangs does not, and is left to itself so much later. */
const GRACE_MS = 2_000;
const POOL_IDLE_MS = 20_000;
const POOL_MAX = 4;
/**
 * We come with the rights of an administrator into databases of others. Were names looked up in their schemas, a function or an
 * operator there that fits better than the server's own would run with our rights.
 */
const SEARCH_PATH = 'pg_catalog';

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
  sealer,
  allowedNetworks,
}: {
  db: Db;
  sealer: Sealer;
  allowedNetworks: string[];
}) {
  const pools = new Map<number, { key: string; plain: boolean; pool: pg.Pool }>();

  async function login(connectionId: number): Promise<ServerLogin> {
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
      password: sealer.open(sealedPassword, PASSWORD_PURPOSE),
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
    const client = await connect(to).catch((error: unknown) => {
      throw unreachable(error, to, MAINTENANCE);
    });
    let failure: Error | undefined;
    const unwatch = limitAnswers(client);
    try {
      return await work(client);
    } catch (error) {
      failure = error as Error;
      throw explainServerError(error, to, MAINTENANCE);
    } finally {
      unwatch();
      // A statement that failed may have left a transaction open.
      client.release(failure);
    }
  }

  /** `prefer` encrypts where the server can. */
  async function connect(to: ServerLogin): Promise<pg.PoolClient> {
    try {
      return await poolOf(to).connect();
    } catch (error) {
      if (to.sslmode !== 'prefer' || !/does not support SSL/i.test(String(error))) throw error;
      return poolOf(to, { plain: true }).connect();
    }
  }

  function poolOf(to: ServerLogin, { plain = false } = {}): pg.Pool {
    // A connection that was changed, or whose name stands for another address now, is another one.
    const key = JSON.stringify(to);
    const known = pools.get(to.connectionId);
    if (known?.key === key && (known.plain || !plain)) return known.pool;
    if (known) void known.pool.end();
    const address = { ...to, database: MAINTENANCE, ...(plain ? { sslmode: 'disable' as const } : {}) };
    const pool = new pg.Pool({
      ...driverConfig(address, { at: to.address, applicationName: 'dbadmin' }),
      max: POOL_MAX,
      idleTimeoutMillis: POOL_IDLE_MS,
      allowExitOnIdle: true,
      statement_timeout: STATEMENT_MS,
      query_timeout: STATEMENT_MS + GRACE_MS,
      options: `-c search_path=${SEARCH_PATH}`,
    });
    pool.on('error', () => undefined);
    // While it works for somebody the pool does not listen, and a connection that breaks then would end the process.
    pool.on('connect', (client) => client.on('error', () => undefined));
    pools.set(to.connectionId, { key, plain, pool });
    return pool;
  }

  return {
    login,
    inDatabase,
    ask,
    async close(): Promise<void> {
      await Promise.all([...pools.values()].map(({ pool }) => pool.end()));
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
      searchPath: SEARCH_PATH,
      ...(statementTimeoutMs > 0 ? { answerTimeoutMs: statementTimeoutMs + GRACE_MS } : {}),
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
  const { kind, sentence } = serverReason(error, { ...to, database });
  return badGateway(`dbadmin.server_${kind}`, sentence);
}

/** A session that broke is the server's doing; whatever else went wrong is for the caller to say. */
function explainServerError(error: unknown, to: ServerLogin, database: string): unknown {
  const { code, message = '' } = error as { code?: string; message?: string };
  const isBroken =
    /^(57P|08)/.test(code ?? '') ||
    /ECONNRESET|EPIPE|Connection terminated|connection was ended|not queryable/.test(`${code} ${message}`);
  if (isBroken) return unreachable(error, to, database);
  if (code === '57014' || message === 'Query read timeout')
    return badGateway(
      'dbadmin.server_slow',
      `${to.name} took too long to answer; try again when it has less to do.`,
    );
  return error;
}
