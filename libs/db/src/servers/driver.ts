import { isIP } from 'node:net';
import { checkServerIdentity } from 'node:tls';
import type pg from 'pg';
import type { ServerAddress, SslMode } from './address.ts';
import type { ServerClientConfig } from './client.ts';

/** Timeout for connecting and signing in. */
export const CONNECT_MS = 10_000;
/** Silence until the system asks whether the other side is there, which it then does ten times within 10 s. */
const KEEPALIVE_MS = 30_000;

export interface DriverOptions {
  /** Address to connect to when the name is already resolved; default the host. */
  at?: string;
  /** TLS options; by default those of `sslmode`, where `prefer` means to encrypt. */
  ssl?: pg.ClientConfig['ssl'];
  /** Shown in pg_stat_activity. */
  applicationName: string;
}

/**
 * Settings of a session from its start. They override those of ALTER DATABASE and ALTER ROLE, with which the owner of a
 * database could otherwise choose the role of other sessions. Plain words, without spaces and backslashes.
 */
export type ServerSettings = Record<string, string>;

/** The same as options of a start-up packet. */
export function startupOptions(settings: ServerSettings): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/** The config of a ServerClient. With TLS, SCRAM is bound to the server's certificate if the server supports that. */
export function driverConfig(address: ServerAddress, options: DriverOptions): ServerClientConfig {
  return {
    host: options.at ?? address.host,
    port: address.port,
    database: address.database,
    user: address.user,
    // A function, because for an empty password the driver would use the service's environment.
    password: () => address.password,
    ssl: options.ssl ?? tls(address.sslmode, address.host) ?? false,
    enableChannelBinding: true,
    // The other modes do not verify the name of the server.
    isServerVerified: address.sslmode === 'verify-full',
    connectionTimeoutMillis: CONNECT_MS,
    // A peer that is gone without a word ends the connection.
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_MS,
    application_name: options.applicationName,
  };
}

/** libpq's sslmode: `require` only encrypts, `verify-ca` checks the chain, `verify-full` also the name. */
export function tls(sslmode: SslMode, host: string): pg.ClientConfig['ssl'] {
  // SNI takes names, not IP addresses (RFC 6066, section 3).
  const servername = isIP(host) ? {} : { servername: host };
  switch (sslmode) {
    case 'disable':
      return false;
    case 'verify-full':
      return {
        ...servername,
        rejectUnauthorized: true,
        checkServerIdentity: (_name, certificate) => checkServerIdentity(host, certificate),
      };
    case 'verify-ca':
      return { ...servername, rejectUnauthorized: true, checkServerIdentity: () => undefined };
    default:
      return { ...servername, rejectUnauthorized: false };
  }
}
