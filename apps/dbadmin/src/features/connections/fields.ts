import { mayKeepPassword, parseServerHost } from '@cairn/db';
import { badText, hostNotAllowed, passwordNeeded } from './errors.ts';
import { resolveHost } from './login.ts';
import type { ConnectionFields } from './types.ts';

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

/** Requires that a stored password may be used for the server, role and encryption. @throws {AppError} bad_request */
export function requireSameLogin(before: ConnectionFields, now: ConnectionFields): void {
  if (!mayKeepPassword(toLogin(before), toLogin(now))) throw passwordNeeded();
}

function toLogin({ host, port, sslmode, adminUsername: user }: ConnectionFields) {
  return { host, port, sslmode, user };
}

function readLine(field: string, value: string): string {
  const text = value.trim();
  // eslint-disable-next-line no-control-regex
  if (text === '' || /[\u0000-\u001f\u007f]/.test(text)) throw badText(field);
  return text;
}

/** @throws {AppError} bad_request */
function readHost(text: string): string {
  const host = parseServerHost(text);
  if (host === null) throw hostNotAllowed();
  return host;
}
