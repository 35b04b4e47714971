import { hashPassword, passwordProblem } from '@cairn/auth';
import type { Context } from './context.ts';
import type { Db } from './db/handle.ts';
import { recordAudit } from './features/audit/repo.ts';
import {
  addMember,
  countEnabledAdministrators,
  findGroups,
  lockAdministrators,
} from './features/groups/repo.ts';
import { findPassword, insertUser } from './features/users/repo.ts';

const USERNAME = 'admin';

/** Creates the first administrator if configured. A failure is logged and does not stop the portal. */
export async function prepareAdministrator({
  db,
  config,
  logger,
}: Pick<Context, 'db' | 'config' | 'logger'>) {
  if (!config.databaseUrl || !config.bootstrapAdminPassword) return;
  try {
    const created = await bootstrapAdministrator(db, config.bootstrapAdminPassword);
    if (created) logger.info('created user admin');
  } catch (err) {
    logger.error({ err }, 'could not create first administrator; is the database up and migrated?');
  }
}

/**
 * Creates the user `admin` when there is no administrator yet, and returns whether it did. Otherwise the password is ignored.
 * Processes that start at the same time create one user.
 */
export async function bootstrapAdministrator(db: Db, password: string): Promise<boolean> {
  if ((await countAdministrators(db)) > 0) return false;
  const problem = await passwordProblem(password, USERNAME);
  if (problem !== null) throw new Error(`BOOTSTRAP_ADMIN_PASSWORD: ${problem}`);
  const passwordHash = await hashPassword(password);
  return db.transaction().execute(async (trx) => {
    await lockAdministrators(trx);
    if ((await countAdministrators(trx)) > 0) return false;
    if (await findPassword(trx, { username: USERNAME })) return false;
    const administrators = (await findGroups(trx)).find((group) => group.kind === 'administrators');
    if (!administrators) throw new Error('The group Administrators is missing. Run the migrations.');
    const id = await insertUser(trx, { username: USERNAME, email: null, passwordHash, enabled: true });
    await addMember(trx, administrators.id, id);
    await recordAudit(trx, {
      event: 'administrator.bootstrapped',
      cause: { actorId: null, actorName: null, ip: '', requestId: '' },
      subject: { type: 'user', id, name: USERNAME },
    });
    return true;
  });
}

/** Including disabled administrators: with one, the platform is set up. */
async function countAdministrators(db: Db): Promise<number> {
  const enabled = await countEnabledAdministrators(db);
  if (enabled > 0) return enabled;
  const rows = await db
    .selectFrom('auth_users')
    .select('user_id')
    .where('is_admin', '=', true)
    .limit(1)
    .execute();
  return rows.length;
}
