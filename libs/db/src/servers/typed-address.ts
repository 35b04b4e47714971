import { isIP } from 'node:net';
import { SSL_MODES } from './address.ts';
import type { ServerAddress } from './address.ts';

/** RFC 1123, and underscores, which private networks use. Excludes lists of hosts, paths of sockets and user names. */
const NAME = /^(?=.{1,253}$)[A-Za-z0-9_]([A-Za-z0-9_-]{0,62})(\.[A-Za-z0-9_]([A-Za-z0-9_-]{0,62}))*$/;
/** Numbers that the system resolver takes for an address: 2130706433, 0x7f.1. */
const DISGUISED = /^(0x[0-9a-f]+|\d+)(\.(0x[0-9a-f]+|\d+)){0,3}$/i;
/** IPv6 addresses that contain an IPv4 address. */
const MAPPED = /^::(ffff:)?(\d+\.){3}\d+$|^::ffff:|^64:ff9b:/i;

/** The host that a person typed: one plain name or one plain address; null for anything else. */
export function parseServerHost(text: string): string | null {
  const host = text.trim().replace(/^\[(.*)\]$/, '$1');
  const version = isIP(host);
  if (version === 4 || (version === 6 && !MAPPED.test(host) && !host.includes('%'))) return host;
  return version === 0 && NAME.test(host) && !DISGUISED.test(host) ? host : null;
}

type Login = Pick<ServerAddress, 'host' | 'port' | 'user' | 'sslmode'>;

/**
 * Whether a stored password may be used for an address. It belongs to the server, the role and at least the encryption for which it
 * was entered: another server, or one that pretends to be it, could get a proof of it.
 */
export function mayKeepPassword(before: Login, now: Login): boolean {
  const isSame = now.host === before.host && now.port === before.port && now.user === before.user;
  return isSame && SSL_MODES.indexOf(now.sslmode) >= SSL_MODES.indexOf(before.sslmode);
}
