import { mayKeepPassword, parseServerHost } from '@cairn/db';
import { OutboundError, resolveOutboundAddress } from '@cairn/service';
import { checkTitle } from '../access/title.ts';
import { badText, cannotSignIn, hostNotAllowed, passwordNeeded } from './errors.ts';
import type { DatasourceFields } from './types.ts';

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
  if (!mayKeepPassword({ ...before, user: before.username }, { ...now, user: now.username }))
    throw passwordNeeded();
}

/** The purpose of a sealed password: one role of one server, so that a row with another address cannot open it. */
export function passwordPurpose({ host, port, username }: Omit<Login, 'sslmode'>): string {
  return `report-server.datasources ${JSON.stringify([host, port, username])}`;
}

function readLine(field: string, value: string): string {
  const text = value.trim();
  if (text === '' || /\p{Cc}/u.test(text)) throw badText(field);
  return text;
}

function readHost(text: string): string {
  const host = parseServerHost(text);
  if (host === null) throw hostNotAllowed();
  return host;
}
