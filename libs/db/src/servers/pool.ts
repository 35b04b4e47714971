import type { Socket } from 'node:net';
import pg from 'pg';
import type { ServerAddress } from './address.ts';
import { cancelStatement } from './cancel.ts';
import { ServerClient } from './client.ts';
import type { ServerClientConfig } from './client.ts';
import { driverConfig, startupOptions } from './driver.ts';
import type { ServerSettings } from './driver.ts';
import { limitResponseBytes, MAX_RESPONSE_BYTES } from './limit-response-bytes.ts';
import { GRACE_MS, refusesTls } from './session.ts';
import { useServerSearchPath } from './search-path.ts';
import { stopWithClient } from './stop-with-client.ts';

/** Maximum number of sessions in one database, unless the pool has another. */
export const MAX_POOLED_SESSIONS = 4;

export interface SessionPoolOptions {
  /** Address to connect to when the name is already resolved; default the host. */
  at?: string;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  /** Maximum time of one statement, in milliseconds. The server ends it; a hanging server is disconnected 2 s later. */
  statementTimeoutMs: number;
  /** Maximum number of sessions; default 4. */
  maxSessions?: number;
  /** How long an unused session is kept, in milliseconds. */
  idleMs: number;
  /** Settings that override those of the database and the role, see `ServerSettings`. */
  settings?: ServerSettings;
  /** Called when no session is left, so that a caller can forget the pool. */
  onEmpty?(): void;
}

export interface PooledSessionOptions {
  /** Cancels the running statement and ends the session. */
  signal?: AbortSignal | undefined;
  /** Replaces the pool's limit for this use. */
  statementTimeoutMs?: number | undefined;
  /** Bytes that this use may receive before it is disconnected, default 64 MiB. Null: no limit, for streams. */
  maxBytes?: number | null | undefined;
}

export interface PooledSession {
  client: pg.PoolClient;
  /** Returns the session to the pool, or closes it after a failure, which may have left a transaction open. */
  release(failure?: Error): void;
  /** Closes the session, whose state the next user must not see. */
  destroy(): void;
}

export type SessionPool = ReturnType<typeof createSessionPool>;

/**
 * At most `maxSessions` sessions in one database of an external server, opened as by `openSession`. `connect` throws errors of the driver,
 * which `explainConnectionError` explains, or the reason of the signal.
 */
export function createSessionPool(address: ServerAddress, options: SessionPoolOptions) {
  const { at, applicationName, statementTimeoutMs, idleMs, settings = {}, onEmpty } = options;
  const { maxSessions = MAX_POOLED_SESSIONS } = options;
  const answerTimeoutMs = statementTimeoutMs + GRACE_MS;
  const prepared = new WeakSet<pg.PoolClient>();
  /** Statement timeouts of sessions that differ from that of the pool. */
  const timeouts = new WeakMap<pg.PoolClient, number>();
  let encrypts = true;
  let config = configOf(address);
  let pool = poolOf(config);
  let closing: Promise<void> | null = null;

  function configOf(to: ServerAddress): ServerClientConfig {
    return driverConfig(to, { applicationName, ...(at === undefined ? {} : { at }) });
  }

  function poolOf(ofClients: ServerClientConfig): pg.Pool {
    const newPool = new pg.Pool({
      Client: ServerClient,
      ...ofClients,
      options: startupOptions(settings),
      max: maxSessions,
      idleTimeoutMillis: idleMs,
      allowExitOnIdle: true,
      statement_timeout: statementTimeoutMs,
      query_timeout: answerTimeoutMs,
    });
    newPool.on('error', () => undefined);
    // The pool does not listen while a session is in use, and a broken connection would end the process.
    newPool.on('connect', (client) => client.on('error', () => undefined));
    newPool.on('remove', notifyWhenEmpty);
    return newPool;
  }

  function notifyWhenEmpty(): void {
    if (pool.totalCount + pool.waitingCount === 0) onEmpty?.();
  }

  /** `prefer` encrypts if the server can. */
  async function take(): Promise<pg.PoolClient> {
    try {
      return await pool.connect();
    } catch (error) {
      if (address.sslmode !== 'prefer' || !refusesTls(error)) throw error;
      if (encrypts) {
        encrypts = false;
        void pool.end();
        config = configOf({ ...address, sslmode: 'disable' });
        pool = poolOf(config);
      }
      return pool.connect();
    }
  }

  async function prepare(client: pg.PoolClient, timeoutMs: number): Promise<void> {
    if (!prepared.has(client)) {
      await useServerSearchPath(client, { answerTimeoutMs });
      await stopWithClient(client, { answerTimeoutMs });
    }
    prepared.add(client);
    if ((timeouts.get(client) ?? statementTimeoutMs) === timeoutMs) return;
    const text = "SELECT pg_catalog.set_config('statement_timeout', $1, false)";
    const statement: pg.QueryConfig & { query_timeout: number } = {
      text,
      values: [String(timeoutMs)],
      query_timeout: answerTimeoutMs,
    };
    await client.query(statement);
    timeouts.set(client, timeoutMs);
  }

  /** Ends a session and its statement on the server when the signal is aborted. Returns a function that stops listening. */
  function endOnAbort(client: pg.PoolClient, signal: AbortSignal | undefined): () => void {
    const { connection, processID, secretKey } = client as unknown as DriverClient;
    const onAbort = () => {
      void cancelStatement(config, { processId: processID, secretKey })
        .catch(() => undefined)
        .finally(() => connection.stream.destroy());
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    return () => signal?.removeEventListener('abort', onAbort);
  }

  return {
    async connect({
      signal,
      statementTimeoutMs: timeoutMs,
      maxBytes = MAX_RESPONSE_BYTES,
    }: PooledSessionOptions = {}): Promise<PooledSession> {
      const client = await take().catch((error: unknown) => {
        notifyWhenEmpty();
        throw error;
      });
      const unwatch = limitResponseBytes(client, maxBytes);
      const stopListening = endOnAbort(client, signal);
      const giveBack = (isClosed: Error | boolean): void => {
        unwatch();
        stopListening();
        client.release(isClosed);
      };
      const release = (failure?: Error): void => giveBack(failure ?? signal?.aborted ?? false);
      const destroy = (): void => giveBack(true);
      try {
        signal?.throwIfAborted();
        await prepare(client, timeoutMs ?? statementTimeoutMs);
        return { client, release, destroy };
      } catch (error) {
        release(error as Error);
        throw error;
      }
    },
    /** Ends unused sessions at once, and the others when they are released. */
    close: (): Promise<void> => (closing ??= pool.end()),
  };
}

/** Private members of the driver's client. */
interface DriverClient {
  connection: { stream: Socket };
  processID: number;
  secretKey: number;
}
