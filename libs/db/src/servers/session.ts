import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { ServerAddress } from './address.ts';
import { ServerClient } from './client.ts';
import { CONNECT_MS, driverConfig, startupOptions, tls } from './driver.ts';
import type { ServerSettings } from './driver.ts';
import { MAX_RESPONSE_BYTES } from './limit-response-bytes.ts';
import { useServerSearchPath } from './search-path.ts';
import { stopWithClient } from './stop-with-client.ts';
import { watchSocket } from './watch-socket.ts';

const DISCONNECT_MS = 1_000;
/** Time after the statement timeout until a hanging server is disconnected. */
export const GRACE_MS = 2_000;

export interface SessionOptions {
  /** Address to connect to when the name is already resolved; default the host. */
  at?: string;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  /** Ends the session at once. */
  signal?: AbortSignal;
  /**
   * Maximum time of one statement, in milliseconds. The server ends the statement; a hanging server is disconnected 2 s later.
   * Default 0: no limit.
   */
  statementTimeoutMs?: number;
  /** Bytes that the session may receive before it is disconnected, default 64 MiB. Null: no limit, for streams. */
  maxBytes?: number | null;
  /** Settings that override those of the database and the role, see `ServerSettings`. */
  settings?: ServerSettings;
}

export interface Session {
  client: pg.Client;
  /** Milliseconds since anything was sent or received. */
  silentMs(): number;
  close(): Promise<void>;
}

/**
 * Opens a session on an external, untrusted server: bytes, silence and time are limited, and names without a schema are
 * looked up in pg_catalog only (`useServerSearchPath`). `prefer` encrypts if the server can. Throws errors of the driver, which
 * `explainConnectionError` explains.
 */
export async function openSession(address: ServerAddress, options: SessionOptions): Promise<Session> {
  const { host, sslmode } = address;
  if (sslmode !== 'prefer') return open(address, options, tls(sslmode, host));
  try {
    return await open(address, options, tls('require', host));
  } catch (error) {
    if (!refusesTls(error)) throw error;
    return open(address, options, false);
  }
}

/** Whether the driver failed because the server does not support TLS. */
export function refusesTls(error: unknown): boolean {
  return /does not support SSL/i.test(String(error));
}

async function open(
  address: ServerAddress,
  options: SessionOptions,
  ssl: pg.ClientConfig['ssl'],
): Promise<Session> {
  const socket = new Socket();
  const { statementTimeoutMs = 0, signal, maxBytes = MAX_RESPONSE_BYTES } = options;
  const answerTimeoutMs = statementTimeoutMs > 0 ? statementTimeoutMs + GRACE_MS : undefined;
  const client = new ServerClient({
    ...driverConfig(address, { ...options, ssl: ssl ?? false }),
    stream: () => socket,
    // As an option, so that 0 applies too: the role may have its own limit.
    options: startupOptions({ ...options.settings, statement_timeout: String(statementTimeoutMs) }),
    ...(answerTimeoutMs === undefined ? {} : { query_timeout: answerTimeoutMs }),
  });
  // A broken idle connection must not end the process.
  client.on('error', () => undefined);
  const watch = watchSocket(socket, { signal, maxBytes });
  async function close(): Promise<void> {
    // The server may never close the connection.
    await Promise.race([client.end().catch(() => undefined), delay(DISCONNECT_MS)]);
    watch.stop();
    socket.destroy();
  }
  try {
    await client.connect();
    const answer = { answerTimeoutMs: answerTimeoutMs ?? CONNECT_MS };
    await useServerSearchPath(client, answer);
    await stopWithClient(client, answer);
    return { client, silentMs: watch.silentMs, close };
  } catch (error) {
    await close();
    throw error;
  }
}
