import type { SecretBox } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { findConnections, findSealedConnection, replaceSealedPassword } from './repo.ts';
import { passwordPurpose } from './types.ts';

/** The purpose that earlier versions encrypted every password for. */
const EARLIER_PURPOSE = 'dbadmin.connections';

/** Binds passwords that an earlier version stored to the server and role that they were entered for. */
export async function reencryptPasswords({ db, secretBox }: { db: Db; secretBox: SecretBox }): Promise<void> {
  for (const { id } of await findConnections(db)) {
    const found = await findSealedConnection(db, id);
    const password = found && openEarlier(secretBox, found.sealedPassword);
    if (!found || password === null) continue;
    const sealed = secretBox.seal(password, passwordPurpose(found.connection));
    await replaceSealedPassword(db, id, { from: found.sealedPassword, to: sealed });
  }
}

/** null for a password that is bound already, or that no key decrypts. */
function openEarlier(secretBox: SecretBox, sealed: string): string | null {
  try {
    return secretBox.open(sealed, EARLIER_PURPOSE);
  } catch {
    return null;
  }
}
