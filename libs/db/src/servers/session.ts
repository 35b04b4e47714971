import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { ServerAddress } from './address.ts';
import { driverConfig, tls } from './driver.ts';
import { watchSocket } from './watch-socket.ts';

const GOODBYE_MS = 1_000;

export interface SessionOptions {
  /** Where to connect to when the name was looked up before; the host itself otherwise. */
  at?: string;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  /** Ends the session at once. */
  signal?: AbortSignal;
  /** Longest time of one statement, in milliseconds; 0, the default, for none. */
  statementTimeoutMs?: number;
  /** Longest time to wait for the answer to a statement, in milliseconds, whatever the server does; for ever by default. */
  answerTimeoutMs?: number;
  /** Schemas in which names without one are looked up, as SQL writes them; whatever the server says otherwise. */
  searchPath?: string;
}

export interface Session {
  client: pg.Client;
  close(): Promise<void>;
}

/**
 * Opens a session on somebody else's server, which may be anything: what it sends and how long it is silent are limited.
 * `prefer` encrypts where the server can. Throws what the driver throws; `serverReason` says it in a sentence.
 */
export async function openSession(address: ServerAddress, options: SessionOptions): Promise<Session> {
  const { host, sslmode } = address;
  if (sslmode !== 'prefer') return open(address, options, tls(sslmode, host));
  try {
    return await open(address, options, tls('require', host));
  } catch (error) {
    if (!/does not support SSL/i.test(String(error))) throw error;
    return open(address, options, false);
  }
}

async function open(
  address: ServerAddress,
  options: SessionOptions,
  ssl: pg.ClientConfig['ssl'],
): Promise<Session> {
  const socket = new Socket();
  const client = new pg.Client({
    ...driverConfig(address, { ...options, ssl: ssl ?? false }),
    stream: () => socket,
    ...(options.answerTimeoutMs === undefined ? {} : { query_timeout: options.answerTimeoutMs }),
    options: [
      `-c statement_timeout=${options.statementTimeoutMs ?? 0}`,
      ...(options.searchPath === undefined ? [] : [`-c search_path=${options.searchPath}`]),
    ].join(' '),
  });
  // A connection that breaks while nothing is asked of it must not end the process.
  client.on('error', () => undefined);
  const unwatch = watchSocket(socket, options.signal);
  async function close(): Promise<void> {
    // A server may never answer a goodbye.
    await Promise.race([client.end().catch(() => undefined), delay(GOODBYE_MS)]);
    unwatch();
    socket.destroy();
  }
  try {
    await client.connect();
    return { client, close };
  } catch (error) {
    await close();
    throw error;
  }
}
