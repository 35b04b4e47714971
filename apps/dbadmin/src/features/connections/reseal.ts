import type { Sealer } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { findConnections, findSealedConnection, replaceSealedPassword } from './repo.ts';
import { passwordPurpose } from './types.ts';

/** The purpose that earlier versions encrypted every password for. */
const EARLIER_PURPOSE = 'dbadmin.connections';

/** Binds passwords that an earlier version stored to the server and role that they were entered for. */
export async function resealPasswords({ db, sealer }: { db: Db; sealer: Sealer }): Promise<void> {
  for (const { id } of await findConnections(db)) {
    const found = await findSealedConnection(db, id);
    const password = found && openEarlier(sealer, found.sealedPassword);
    if (!found || password === null) continue;
    const sealed = sealer.seal(password, passwordPurpose(found.connection));
    await replaceSealedPassword(db, id, { from: found.sealedPassword, to: sealed });
  }
}

/** null for a password that is bound already, or that no key decrypts. */
function openEarlier(sealer: Sealer, sealed: string): string | null {
  try {
    return sealer.open(sealed, EARLIER_PURPOSE);
  } catch {
    return null;
  }
}
