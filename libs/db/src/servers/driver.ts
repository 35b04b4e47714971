import { isIP } from 'node:net';
import { checkServerIdentity } from 'node:tls';
import type pg from 'pg';
import type { ServerAddress, SslMode } from './address.ts';
import type { ServerClientConfig } from './client.ts';

/** How long a server may take to let one in. */
export const CONNECT_MS = 10_000;

export interface DriverOptions {
  /** Where to connect to when the name was looked up before; the host itself otherwise. */
  at?: string;
  /** How to encrypt; what `sslmode` says otherwise, and `prefer` then means to encrypt. */
  ssl?: pg.ClientConfig['ssl'];
  /** Shown in pg_stat_activity. */
  applicationName: string;
}

/**
 * Settings of a session from its start on. They come before what ALTER DATABASE and ALTER ROLE say, with which the owner of a
 * database could otherwise choose the role that others act as there. Plain words: neither spaces nor backslashes.
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
    // As a function, so that an empty one does not send the driver to the service's own environment.
    password: () => address.password,
    ssl: options.ssl ?? tls(address.sslmode, address.host) ?? false,
    enableChannelBinding: true,
    // The other modes do not verify that this is the server of that name.
    isServerVerified: address.sslmode === 'verify-full',
    connectionTimeoutMillis: CONNECT_MS,
    application_name: options.applicationName,
  };
}

/** What libpq calls sslmode: `require` encrypts only, `verify-ca` checks the chain, `verify-full` the name too. */
export function tls(sslmode: SslMode, host: string): pg.ClientConfig['ssl'] {
  // Servers are asked for by name; an IP address is none (RFC 6066, section 3).
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
