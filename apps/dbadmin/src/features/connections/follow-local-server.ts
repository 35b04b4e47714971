import type { SecretBox } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { recordAudit } from '../audit/repo.ts';
import { findConnections, findSealedConnection } from './repo.ts';
import { reencryptPasswords } from './reencrypt-passwords.ts';
import { passwordPurpose } from './types.ts';
import type { Connection } from './types.ts';

/**
 * Changes the port of connections to the platform's own server to its present one. Only of connections that `npm start` made,
 * which have its host, its role and its generated password. Returns their names.
 */
export async function followLocalServer(
  { db, secretBox }: { db: Db; secretBox: SecretBox },
  ownServer: URL,
): Promise<string[]> {
  // Passwords that an earlier version stored open only after this.
  await reencryptPasswords({ db, secretBox });
  const port = Number(ownServer.port);
  const moved: string[] = [];
  for (const connection of await findConnections(db)) {
    const { id, name, host, adminUsername } = connection;
    const isCandidate =
      host === ownServer.hostname &&
      connection.port !== port &&
      adminUsername === decodeURIComponent(ownServer.username);
    const password = isCandidate ? await storedPassword({ db, secretBox }, connection) : null;
    if (password === null || password !== decodeURIComponent(ownServer.password)) continue;
    const sealed = secretBox.seal(password, passwordPurpose({ host, port, adminUsername }));
    await db.transaction().execute(async (trx) => {
      await trx
        .updateTable('connections')
        .set({ port, sealed_password: sealed })
        .where('id', '=', id)
        .where('port', '=', connection.port)
        .execute();
      await recordAudit(trx, {
        event: 'connection.changed',
        cause: { actorId: null, actorName: 'npm start', ip: '127.0.0.1', requestId: '' },
        connectionId: id,
        subject: name,
        details: { host, port },
      });
    });
    moved.push(name);
  }
  return moved;
}

/** null for a password that no key decrypts. */
async function storedPassword(
  { db, secretBox }: { db: Db; secretBox: SecretBox },
  connection: Connection,
): Promise<string | null> {
  const found = await findSealedConnection(db, connection.id);
  try {
    return found && secretBox.open(found.sealedPassword, passwordPurpose(connection));
  } catch {
    return null;
  }
}
