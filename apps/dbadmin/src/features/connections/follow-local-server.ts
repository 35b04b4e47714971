import type { SecretBox } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { recordAudit } from '../audit/repo.ts';
import { passwordPurpose, reencryptPasswords, tryOpen } from './login.ts';
import { changePort, findConnections, findSealedConnection } from './repo.ts';

/**
 * Updates the port of connections to the platform's own server. Only of connections that `npm start` created: those with its host,
 * role and generated password. Returns their names.
 */
export async function followLocalServer(
  { db, secretBox }: { db: Db; secretBox: SecretBox },
  localServer: URL,
): Promise<string[]> {
  // Passwords of earlier versions cannot be decrypted before this.
  await reencryptPasswords({ db, secretBox });
  const port = Number(localServer.port);
  const moved: string[] = [];
  for (const connection of await findConnections(db)) {
    const { id, name, host, adminUsername } = connection;
    const isCandidate =
      host === localServer.hostname &&
      connection.port !== port &&
      adminUsername === decodeURIComponent(localServer.username);
    const row = isCandidate ? await findSealedConnection(db, id) : null;
    const password = row && tryOpen(secretBox, row.sealedPassword, passwordPurpose(connection));
    if (password === null || password !== decodeURIComponent(localServer.password)) continue;
    const sealed = secretBox.seal(password, passwordPurpose({ host, port, adminUsername }));
    await db.transaction().execute(async (trx) => {
      await changePort(trx, id, { from: connection.port, to: port, sealedPassword: sealed });
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
