import pg from 'pg';
import { conflict, outsideAddress } from '@cairn/service';
import type { AppError } from '@cairn/service';
import type { DatabaseAddress } from './request.ts';

const CONNECT_MS = 10_000;

/**
 * Opens a connection to a database. A host that a user named must be public or in an allowed network; one that an
 * administrator saved may be `any`. Throws AppError with a sentence that repeats neither the password nor what the server
 * said.
 */
export async function connectTo(
  address: DatabaseAddress,
  { allowedNetworks }: { allowedNetworks: string[] | 'any' },
): Promise<pg.Client> {
  const { host, sslmode } = address;
  const at = allowedNetworks === 'any' ? host : await outsideAddress(host, { allowedNetworks });
  const attempts = sslmode === 'prefer' ? [tls('require', host), false] : [tls(sslmode, host)];
  for (const [i, ssl] of attempts.entries()) {
    try {
      return await open(address, at, ssl);
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

async function open(address: DatabaseAddress, host: string, ssl: pg.ClientConfig['ssl']): Promise<pg.Client> {
  const client = new pg.Client({ ...driverConfig(address, host, ssl), options: '-c statement_timeout=0' });
  // A connection that breaks while nothing is asked of it must not end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
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
  const sentence = SENTENCES[String(code)];
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

const SENTENCES: Record<string, (at: { database: string; user: string }) => string> = {
  '28P01': ({ user }) => `The database server refuses the password of "${user}"; check user and password.`,
  '28000': ({ user }) => `The database server does not let "${user}" in from here; ask its administrator.`,
  '3D000': ({ database }) => `There is no database "${database}" on the server; check its name.`,
  '42501': ({ user, database }) => `"${user}" may not connect to "${database}"; ask its administrator.`,
  '53300': () => 'The database server has no connection left; try again later.',
};
