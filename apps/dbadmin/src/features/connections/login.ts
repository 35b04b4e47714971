import { OutboundError, resolveOutboundAddress } from '@cairn/service';
import type { SecretBox } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { ServerLogin } from '../servers/service.ts';
import { hostNotAllowed, noSuchConnection, unknownHost } from './errors.ts';
import { findConnections, findSealedConnection, replaceSealedPassword } from './repo.ts';
import type { ConnectionFields } from './types.ts';

/** The purpose for which earlier versions encrypted every password. */
const EARLIER_PURPOSE = 'dbadmin.connections';

interface Secrets {
  db: Db;
  secretBox: SecretBox;
}

/** Reads how to sign in to the server of a connection. @throws {AppError} not_found */
export function createLoginReader({ allowedNetworks, ...secrets }: Secrets & { allowedNetworks: string[] }) {
  const { db, secretBox } = secrets;
  let reencrypted: Promise<void> | null = null;

  /** Before the first password is decrypted, all that an earlier version stored are bound to their servers. */
  function reencryptOnce(): Promise<void> {
    reencrypted ??= reencryptPasswords(secrets).catch((error: unknown) => {
      reencrypted = null;
      throw error;
    });
    return reencrypted;
  }

  return async function readLogin(connectionId: number): Promise<ServerLogin> {
    await reencryptOnce();
    const connection = await findSealedConnection(db, connectionId);
    if (!connection) throw noSuchConnection(connectionId);
    const { name, host, port, sslmode, adminUsername: user, sealedPassword } = connection;
    const address = await resolveHost(host, allowedNetworks);
    const password = secretBox.open(sealedPassword, passwordPurpose(connection));
    return { connectionId, name, host, address, port, sslmode, user, password };
  };
}

/** The IP address to connect to. Names are looked up for each connection, and all their addresses must be in allowed networks. */
export async function resolveHost(host: string, allowedNetworks: string[]): Promise<string> {
  try {
    return await resolveOutboundAddress(host, { allowedNetworks });
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    if (error.reason === 'refused') throw hostNotAllowed();
    throw unknownHost(host);
  }
}

/** Encrypts the passwords that an earlier version stored once more, bound to their server and role. */
export async function reencryptPasswords({ db, secretBox }: Secrets): Promise<void> {
  for (const { id } of await findConnections(db)) {
    const row = await findSealedConnection(db, id);
    const password = row && tryOpen(secretBox, row.sealedPassword, EARLIER_PURPOSE);
    if (!row || password === null) continue;
    const sealed = secretBox.seal(password, passwordPurpose(row));
    await replaceSealedPassword(db, id, { from: row.sealedPassword, to: sealed });
  }
}

/** null for another purpose, or when no key decrypts the password. */
export function tryOpen(secretBox: SecretBox, sealed: string, purpose: string): string | null {
  try {
    return secretBox.open(sealed, purpose);
  } catch {
    return null;
  }
}

/**
 * The purpose that a connection's password is encrypted for: one role of one server. It cannot be decrypted after host, port or role
 * of its row were changed in the database.
 */
export function passwordPurpose({
  host,
  port,
  adminUsername,
}: Omit<ConnectionFields, 'name' | 'sslmode'>): string {
  return `dbadmin.connections ${JSON.stringify([host, port, adminUsername])}`;
}
