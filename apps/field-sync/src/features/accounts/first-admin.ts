import { hashPassword, passwordProblem } from '@cairn/auth';
import type { Logger } from '@cairn/service';
import type { Db } from '../../db/schema.ts';
import { recordAudit } from '../audit/repo.ts';
import { hasUsers, insertUser, lockUsers } from './user-repo.ts';

interface FirstAdmin {
  email: string;
  password: string;
}

/** Creates the first administrator when there is no user. A failure is logged and does not stop the service. */
export async function prepareFirstAdmin(
  { db, logger }: { db: Db; logger: Logger },
  admin: FirstAdmin | null,
): Promise<void> {
  if (!admin) return;
  try {
    if (await createFirstAdmin(db, admin)) logger.info({ email: admin.email }, 'first administrator created');
  } catch (err) {
    logger.error({ err }, 'first administrator not created; is the database up and migrated?');
  }
}

/** Whether there was no user. Processes that start at the same time create one. @throws {Error} for a bad password */
export async function createFirstAdmin(db: Db, { email, password }: FirstAdmin): Promise<boolean> {
  if (await hasUsers(db)) return false;
  const problem = await passwordProblem(password, email);
  if (problem !== null) throw new Error(`SYNC_ADMIN_PASSWORD: ${problem}`);
  const passwordHash = await hashPassword(password);
  return db.transaction().execute(async (trx) => {
    await lockUsers(trx);
    if (await hasUsers(trx)) return false;
    const name = email.split('@', 1)[0]!;
    const user = { name, email, accesslevel: 'Admin' as const, passwordHash, ownerId: null };
    const id = await insertUser(trx, { ...user, isSuperAdmin: true });
    await recordAudit(trx, {
      event: 'administrator.bootstrapped',
      ...{ cause: { actorId: null, actorName: null }, objectId: id, subject: name },
    });
    return true;
  });
}
