import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Logger } from '@cairn/service';
import { guardedPool } from './guarded-pool.ts';
import { ident } from './ident.ts';
import { ServerClient, verifiesServer } from './servers/client.ts';
import type { ServerClientConfig } from './servers/client.ts';

const CONNECT_TIMEOUT_MS = 3000;
const STATEMENT_TIMEOUT_MS = 10_000;
/** Time after the server's own limit until a query counts as lost. */
const ANSWER_GRACE_MS = 1000;

const INT8 = 20;
const DATE = 1082;

export interface DatabaseOptions {
  /** postgres://user:password@host:port/database */
  url: string;
  /** The schema that the service owns; first on the search_path, before public (PostGIS). */
  schema: string;
  /** Maximum number of connections; default 10. */
  max?: number;
  /** Limit of one statement on the server; default 10,000; 0 means no limit. */
  statementTimeoutMs?: number;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  logger?: Pick<Logger, 'warn'>;
}

export interface Database<DB> {
  db: Kysely<DB>;
  pool: pg.Pool;
  /** Ends all connections; may be called twice. */
  close(): Promise<void>;
}

/**
 * A pool and its query builder. Nothing connects until the first query, so a process can start without its database. bigint is
 * returned as a number, date as YYYY-MM-DD, timestamptz as Date. Through `db`, an unreachable, full or hanging database is AppError
 * `unavailable`, within 3 s if there is no connection.
 */
export function createDatabase<DB>(options: DatabaseOptions): Database<DB> {
  const statementTimeout = options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS;
  const config: pg.PoolConfig & ServerClientConfig = {
    Client: ServerClient,
    connectionString: options.url,
    isServerVerified: verifiesServer(options.url),
    max: options.max ?? 10,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: statementTimeout,
    idle_in_transaction_session_timeout: 60_000,
    application_name: options.applicationName,
    options: `-c search_path=${ident(options.schema)},public`,
    types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
  };
  const pool = new pg.Pool(config);
  // Without these listeners a backend that dies ends the process; the pool replaces the connection.
  const onLost = (error: Error): void => options.logger?.warn({ err: error }, 'database connection lost');
  pool.on('error', onLost);
  pool.on('connect', (client) => client.on('error', onLost));

  const db = new Kysely<DB>({
    dialect: new PostgresDialect({
      pool: guardedPool(pool, statementTimeout === 0 ? 0 : statementTimeout + ANSWER_GRACE_MS),
    }),
  });
  let closing: Promise<void> | undefined;
  return {
    db,
    pool,
    close: () => (closing ??= pool.ended ? Promise.resolve() : pool.end()),
  };
}

function typeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (format !== 'binary') {
    if (oid === INT8) return Number;
    if (oid === DATE) return (value) => value;
  }
  return pg.types.getTypeParser(oid, format as 'text');
}
