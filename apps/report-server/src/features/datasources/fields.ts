import { isIP } from 'node:net';
import { SSL_MODES } from '@cairn/db';
import type { SslMode } from '@cairn/db';
import { OutboundError, resolveOutboundAddress } from '@cairn/service';
import { checkTitle } from '../access/title.ts';
import { badText, cannotSignIn, hostNotAllowed, passwordNeeded } from './errors.ts';
import type { DatasourceFields } from './types.ts';

/** RFC 1123, and underscores, which private networks use. Excludes lists of hosts, paths of sockets and user names. */
const NAME = /^(?=.{1,253}$)[A-Za-z0-9_]([A-Za-z0-9_-]{0,62})(\.[A-Za-z0-9_]([A-Za-z0-9_-]{0,62}))*$/;
/** Numbers that the system resolver takes for an address: 2130706433, 0x7f.1. */
const DISGUISED = /^(0x[0-9a-f]+|\d+)(\.(0x[0-9a-f]+|\d+)){0,3}$/i;
const MAPPED = /^::(ffff:)?(\d+\.){3}\d+$|^::ffff:|^64:ff9b:/i;

/** Checks the fields that an administrator sent. @throws {AppError} bad_request */
export function readFields(sent: DatasourceFields): DatasourceFields {
  return {
    ...sent,
    title: checkTitle(sent.title),
    host: readHost(sent.host),
    database: readLine('database', sent.database),
    username: readLine('user', sent.username),
    schemas: [...new Set(sent.schemas.map((schema) => readLine('schema', schema)))],
  };
}

/** The IP address to connect to: all addresses of the host are public or in allowed networks. @throws {AppError} bad_request */
export async function resolveHost(host: string, allowedNetworks: string[]): Promise<string> {
  try {
    return await resolveOutboundAddress(host, { allowedNetworks });
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    if (error.reason === 'refused') throw hostNotAllowed();
    throw cannotSignIn(`The host ${host} could not be found. Check its name.`);
  }
}

type Login = Pick<DatasourceFields, 'host' | 'port' | 'username' | 'sslmode'>;

/** A stored password is used for the server, role and encryption it was entered for only. @throws {AppError} bad_request */
export function requireSameLogin(before: Login, now: Login): void {
  const isSame = now.host === before.host && now.port === before.port && now.username === before.username;
  if (!isSame || isWeaker(now.sslmode, before.sslmode)) throw passwordNeeded();
}

/** The purpose of a sealed password: one role of one server, so that a row with another address cannot open it. */
export function passwordPurpose({ host, port, username }: Omit<Login, 'sslmode'>): string {
  return `report-server.datasources ${JSON.stringify([host, port, username])}`;
}

function isWeaker(mode: SslMode, than: SslMode): boolean {
  return SSL_MODES.indexOf(mode) < SSL_MODES.indexOf(than);
}

function readLine(field: string, value: string): string {
  const text = value.trim();
  if (text === '' || /\p{Cc}/u.test(text)) throw badText(field);
  return text;
}

function readHost(text: string): string {
  const host = text.trim().replace(/^\[(.*)\]$/, '$1');
  const version = isIP(host);
  if (version === 4 || (version === 6 && !MAPPED.test(host) && !host.includes('%'))) return host;
  if (version === 0 && NAME.test(host) && !DISGUISED.test(host)) return host;
  throw hostNotAllowed();
}
