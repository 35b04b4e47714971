import { SSL_MODES } from '@cairn/db';
import type { SslMode } from '@cairn/db';
import { readHost, resolveHost } from '../servers/host.ts';
import { badText, passwordNeeded } from './errors.ts';
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
