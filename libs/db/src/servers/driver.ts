import type pg from 'pg';
import type { ServerAddress, SslMode } from './address.ts';

const CONNECT_MS = 10_000;

export interface DriverOptions {
  /** Where to connect to when the name was looked up before; the host itself otherwise. */
  at?: string;
  /** How to encrypt; what `sslmode` says otherwise, and `prefer` then means to encrypt. */
  ssl?: pg.ClientConfig['ssl'];
  /** Shown in pg_stat_activity. */
  applicationName: string;
}

/** What the driver is told of a server. */
export function driverConfig(address: ServerAddress, options: DriverOptions): pg.ClientConfig {
  return {
    host: options.at ?? address.host,
    port: address.port,
    database: address.database,
    user: address.user,
    // As a function, so that an empty one does not send the driver to the service's own environment.
    password: () => address.password,
    ssl: options.ssl ?? tls(address.sslmode, address.host) ?? false,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: options.applicationName,
  };
}

/** What libpq calls sslmode: `require` encrypts only, `verify-ca` checks the chain, `verify-full` the name too. */
export function tls(sslmode: SslMode, host: string): pg.ClientConfig['ssl'] {
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
