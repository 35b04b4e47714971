import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { ServerAddress } from './address.ts';
import { ServerClient } from './client.ts';
import { CONNECT_MS, driverConfig, startupOptions, tls } from './driver.ts';
import type { ServerSettings } from './driver.ts';
import { useServerSearchPath } from './search-path.ts';
import { watchSocket } from './watch-socket.ts';

const GOODBYE_MS = 1_000;
/** The server ends a statement that takes too long; one that hangs does not, and is left to itself so much later. */
export const GRACE_MS = 2_000;

export interface SessionOptions {
  /** Where to connect to when the name was looked up before; the host itself otherwise. */
  at?: string;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  /** Ends the session at once. */
  signal?: AbortSignal;
  /**
   * Longest time of one statement, in milliseconds; the server ends it, and one that hangs is left to itself 2 s later.
   * 0, the default, for none.
   */
  statementTimeoutMs?: number;
  /** Settings that hold whatever the database or the role says, see `ServerSettings`. */
  settings?: ServerSettings;
}

export interface Session {
  client: pg.Client;
  close(): Promise<void>;
}

/**
 * Opens a session on an external server, which may be anything: what it sends and how long it is silent are limited, and
 * names without a schema are the server's own (`useServerSearchPath`). `prefer` encrypts where the server can. Throws what the
 * driver throws; `explainConnectionError` says it in a sentence.
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

/** Whether the driver failed because the server speaks no TLS at all. */
export function refusesTls(error: unknown): boolean {
  return /does not support SSL/i.test(String(error));
}

async function open(
  address: ServerAddress,
  options: SessionOptions,
  ssl: pg.ClientConfig['ssl'],
): Promise<Session> {
  const socket = new Socket();
  const { statementTimeoutMs = 0, signal } = options;
  const answerTimeoutMs = statementTimeoutMs > 0 ? statementTimeoutMs + GRACE_MS : undefined;
  const client = new ServerClient({
    ...driverConfig(address, { ...options, ssl: ssl ?? false }),
    stream: () => socket,
    // As an option, so that 0 counts too: the role may have a limit of its own.
    options: startupOptions({ ...options.settings, statement_timeout: String(statementTimeoutMs) }),
    ...(answerTimeoutMs === undefined ? {} : { query_timeout: answerTimeoutMs }),
  });
  // A connection that breaks while nothing is asked of it must not end the process.
  client.on('error', () => undefined);
  const unwatch = watchSocket(socket, signal);
  async function close(): Promise<void> {
    // A server may never answer a goodbye.
    await Promise.race([client.end().catch(() => undefined), delay(GOODBYE_MS)]);
    unwatch();
    socket.destroy();
  }
  try {
    await client.connect();
    await useServerSearchPath(client, { answerTimeoutMs: answerTimeoutMs ?? CONNECT_MS });
    return { client, close };
  } catch (error) {
    await close();
    throw error;
  }
}
