import { isIP } from 'node:net';
import { SSL_MODES } from '@cairn/db';
import type { SslMode } from '@cairn/db';
import { badText, hostNotAllowed, passwordNeeded } from './errors.ts';
import { resolveHost } from './login.ts';
import type { ConnectionFields } from './types.ts';

/** RFC 1123, and underscores, which private networks use. Excludes lists of hosts, socket paths and user names. */
const NAME = /^(?=.{1,253}$)[A-Za-z0-9_]([A-Za-z0-9_-]{0,62})(\.[A-Za-z0-9_]([A-Za-z0-9_-]{0,62}))*$/;
/** Numbers that the system resolver takes for an address: 2130706433, 0x7f.1. */
const DISGUISED = /^(0x[0-9a-f]+|\d+)(\.(0x[0-9a-f]+|\d+)){0,3}$/i;

/** Checks the fields that a user sent. @throws {AppError} bad_request */
export async function readFields(
  sent: ConnectionFields,
  allowedNetworks: string[],
): Promise<ConnectionFields> {
  const fields = {
    ...sent,
    name: readLine('name', sent.name),
    host: readHost(sent.host),
    adminUsername: readLine('user', sent.adminUsername),
  };
  // A host that does not resolve yet is saved; one in a forbidden network is refused at once.
  await resolveHost(fields.host, allowedNetworks).catch((error: { kind?: string }) => {
    if (error.kind !== 'bad_gateway') throw error;
  });
  return fields;
}

/**
 * Requires that a stored password is used for the server, role and encryption that it was entered for: another server, or one that
 * pretends to be it, could get a proof of it.
 * @throws {AppError} bad_request
 */
export function requireSameLogin(before: ConnectionFields, now: ConnectionFields): void {
  const isSame =
    now.host === before.host && now.port === before.port && now.adminUsername === before.adminUsername;
  if (!isSame || isWeaker(now.sslmode, before.sslmode)) throw passwordNeeded();
}

/** Whether an SSL mode verifies less than another one. */
function isWeaker(mode: SslMode, than: SslMode): boolean {
  return SSL_MODES.indexOf(mode) < SSL_MODES.indexOf(than);
}

function readLine(field: string, value: string): string {
  const text = value.trim();
  // eslint-disable-next-line no-control-regex
  if (text === '' || /[\u0000-\u001f\u007f]/.test(text)) throw badText(field);
  return text;
}

/** Checks a host that a user typed: one plain name or one plain address. @throws {AppError} bad_request */
function readHost(text: string): string {
  const host = text.trim().replace(/^\[(.*)\]$/, '$1');
  const isPlainAddress = isIP(host) === 4 || (isIP(host) === 6 && !isMapped(host) && !host.includes('%'));
  const isName = isIP(host) === 0 && NAME.test(host) && !DISGUISED.test(host);
  if (isPlainAddress || isName) return host;
  throw hostNotAllowed();
}

function isMapped(address: string): boolean {
  return /^::(ffff:)?(\d+\.){3}\d+$|^::ffff:|^64:ff9b:/i.test(address);
}
