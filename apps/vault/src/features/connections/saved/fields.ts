import { mayKeepPassword, parseServerHost } from '@cairn/db';
import type { ServerAddress } from '@cairn/db';
import { badField, passwordNeeded } from '../errors.ts';

/** What a person enters for a connection, besides the password. */
export interface ConnectionFields extends Omit<ServerAddress, 'password'> {
  name: string;
}

/** PostgreSQL cuts longer names. */
const MAX_NAME_BYTES = 63;

/** Checks the fields of a connection. @throws {AppError} bad_request */
export function readFields(sent: ConnectionFields): ConnectionFields {
  return {
    name: readLine('name', sent.name),
    host: readHost(sent.host),
    port: sent.port,
    database: readIdentifier('database', sent.database),
    user: readIdentifier('user', sent.user),
    sslmode: sent.sslmode,
  };
}

/** @throws {AppError} bad_request */
export function readPassword(password: string): string {
  if (password.includes('\0')) throw badField('password', 'text without NUL characters');
  return password;
}

/** Requires that a stored password may be used for the fields. @throws {AppError} bad_request */
export function requireSameLogin(before: Omit<ConnectionFields, 'name'>, now: ConnectionFields): void {
  if (!mayKeepPassword(before, now)) throw passwordNeeded();
}

function readHost(text: string): string {
  const host = parseServerHost(text);
  if (host === null) throw badField('host', 'the name or the IP address of one server');
  return host;
}

function readLine(field: string, value: string): string {
  const text = value.trim();
  if (text === '' || /\p{Cc}/u.test(text)) throw badField(field, 'a single line of text');
  return text;
}

function readIdentifier(field: string, value: string): string {
  const name = readLine(field, value);
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) throw badField(field, `at most ${MAX_NAME_BYTES} bytes long`);
  return name;
}
