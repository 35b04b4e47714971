import type { SecretBox } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { resolveHost } from '../servers/host.ts';
import type { ServerLogin } from '../servers/service.ts';
import { noSuchConnection } from './errors.ts';
import { reencryptPasswords } from './reencrypt-passwords.ts';
import { findSealedConnection } from './repo.ts';
import { passwordPurpose } from './types.ts';

interface LoginDeps {
  db: Db;
  secretBox: SecretBox;
  allowedNetworks: string[];
}

/** Reads how to sign in to the server of a connection. @throws {AppError} not_found */
export function createLoginReader({ db, secretBox, allowedNetworks }: LoginDeps) {
  let reencrypted: Promise<void> | null = null;

  /** Before the first password is decrypted, all that an earlier version stored are bound to their servers. */
  function reencryptOnce(): Promise<void> {
    reencrypted ??= reencryptPasswords({ db, secretBox }).catch((error: unknown) => {
      reencrypted = null;
      throw error;
    });
    return reencrypted;
  }

  return async function readLogin(connectionId: number): Promise<ServerLogin> {
    await reencryptOnce();
    const row = await findSealedConnection(db, connectionId);
    if (!row) throw noSuchConnection(connectionId);
    const { connection, sealedPassword } = row;
    return {
      connectionId,
      name: connection.name,
      host: connection.host,
      address: await resolveHost(connection.host, allowedNetworks),
      port: connection.port,
      sslmode: connection.sslmode,
      user: connection.adminUsername,
      password: secretBox.open(sealedPassword, passwordPurpose(connection)),
    };
  };
}
