import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { conflict, outsideAddress } from '@cairn/service';
import type { AppError } from '@cairn/service';
import type { DatabaseAddress } from './request.ts';
import { watchSocket } from './watch-socket.ts';

const CONNECT_MS = 10_000;
const GOODBYE_MS = 1_000;

interface ConnectOptions {
  /** A host that a user named must be public or in one of these; one that an administrator saved may be `any`. */
  allowedNetworks: string[] | 'any';
  signal: AbortSignal;
}

interface Session {
  client: pg.Client;
  close(): Promise<void>;
}

/**
 * Does some work in a database and leaves it, however the work ends. The server may be anything: what it sends and how long
 * it is silent are limited, and `signal` ends the connection at once. Throws AppError with a sentence that repeats neither
 * the password nor what the server said when there is no connection to be had.
 */
export async function inDatabase<T>(
  address: DatabaseAddress,
  options: ConnectOptions,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const { client, close } = await connectTo(address, options);
  try {
    return await work(client);
  } finally {
    await close();
  }
}

async function connectTo(
  address: DatabaseAddress,
  { allowedNetworks, signal }: ConnectOptions,
): Promise<Session> {
  const { host, sslmode } = address;
  const at = allowedNetworks === 'any' ? host : await outsideAddress(host, { allowedNetworks });
  const attempts = sslmode === 'prefer' ? [tls('require', host), false] : [tls(sslmode, host)];
  for (const [i, ssl] of attempts.entries()) {
    try {
      return await open(driverConfig(address, at, ssl), signal);
    } catch (error) {
      const mayTryPlain = i < attempts.length - 1 && /does not support SSL/i.test(String(error));
      if (!mayTryPlain) throw explain(error, address);
    }
  }
  throw explain(null, address);
}

/** What the driver is told; `host` is where it connects to. */
export function driverConfig(
  address: DatabaseAddress,
  host: string,
  ssl: pg.ClientConfig['ssl'],
): pg.ClientConfig {
  return {
    host,
    port: address.port,
    database: address.database,
    user: address.user,
    // As a function, so that an empty one does not send the driver to the service's own environment.
    password: () => address.password,
    ssl: ssl ?? false,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'cairn vault',
  };
}

async function open(config: pg.ClientConfig, signal: AbortSignal): Promise<Session> {
  const socket = new Socket();
  const client = new pg.Client({ ...config, stream: () => socket, options: '-c statement_timeout=0' });
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
    return { client, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What libpq calls sslmode: `require` encrypts only, `verify-ca` checks the chain, `verify-full` the name too. */
export function tls(sslmode: DatabaseAddress['sslmode'], host: string): pg.ClientConfig['ssl'] {
  switch (sslmode) {
    case 'disable':
      return false;
    case 'verify-full':
      return { rejectUnauthorized: true, servername: host };
    case 'verify-ca':
      return { rejectUnauthorized: true, servername: host, checkServerIdentity: () => undefined };
    default:
      return { rejectUnauthorized: false, servername: host };
  }
}

export function explain(error: unknown, { host, port, database, user }: DatabaseAddress): AppError {
  const code = (error as { code?: unknown } | null)?.code;
  const sentence = SENTENCES.get(String(code));
  if (sentence) return conflict('vault.database_refused', sentence({ database, user }));
  if (/SSL|TLS|certificate/i.test(String(error))) {
    return conflict(
      'vault.database_tls',
      `${host} cannot be reached with this sslmode; check it, and the server's certificate.`,
    );
  }
  return conflict(
    'vault.database_unreachable',
    `No database answers at ${host}:${port}; check the address and the server.`,
  );
}

const SENTENCES = new Map<string, (at: { database: string; user: string }) => string>([
  ['28P01', ({ user }) => `The database server refuses the password of "${user}"; check user and password.`],
  ['28000', ({ user }) => `The database server does not let "${user}" in from here; ask its administrator.`],
  ['3D000', ({ database }) => `There is no database "${database}" on the server; check its name.`],
  ['42501', ({ user, database }) => `"${user}" may not connect to "${database}"; ask its administrator.`],
  ['53300', () => 'The database server has no connection left; try again later.'],
]);
