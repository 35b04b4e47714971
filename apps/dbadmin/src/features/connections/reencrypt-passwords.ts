import type { SecretBox } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { findConnections, findSealedConnection, replaceSealedPassword } from './repo.ts';
import { passwordPurpose } from './types.ts';

/** The purpose for which earlier versions encrypted every password. */
const EARLIER_PURPOSE = 'dbadmin.connections';

/** Encrypts the passwords that an earlier version stored once more, bound to their server and role. */
export async function reencryptPasswords({ db, secretBox }: { db: Db; secretBox: SecretBox }): Promise<void> {
  for (const { id } of await findConnections(db)) {
    const row = await findSealedConnection(db, id);
    const password = row && openEarlier(secretBox, row.sealedPassword);
    if (!row || password === null) continue;
    const sealed = secretBox.seal(password, passwordPurpose(row.connection));
    await replaceSealedPassword(db, id, { from: row.sealedPassword, to: sealed });
  }
}

/** null when the password is already bound, or when no key decrypts it. */
function openEarlier(secretBox: SecretBox, sealed: string): string | null {
  try {
    return secretBox.open(sealed, EARLIER_PURPOSE);
  } catch {
    return null;
  }
}
