import type { ServerAddress } from '@cairn/db';

/** What needs no quotes: the manual quotes empty values and values with spaces, and quotes and backslashes are escaped. */
const PLAIN = /^[A-Za-z0-9_.:/@%+-]+$/;

/**
 * Keywords and values for libpq and all that is made of it. Values are quoted as section 34.1.1.1 of the PostgreSQL manual says:
 * single quotes around them, and a backslash before single quotes and backslashes within.
 */
export function connectionString({ host, port, database, user, password, sslmode }: ServerAddress): string {
  const keywords = { host, port: String(port), dbname: database, user, password, sslmode };
  return Object.entries(keywords)
    .map(([keyword, value]) => `${keyword}=${quote(value)}`)
    .join(' ');
}

function quote(value: string): string {
  return PLAIN.test(value) ? value : `'${value.replace(/[\\']/g, '\\$&')}'`;
}
