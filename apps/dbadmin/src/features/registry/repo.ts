import type { Db } from '../../db/handle.ts';
import type { LoginLevel } from './types.ts';

/** The name of the role for a service, a user and a level in a database: that of an earlier login, else `newName`. */
export async function reserveRoleName(
  db: Db,
  login: { databaseId: number; service: string; userId: number; level: LoginLevel; newName: string },
): Promise<string> {
  const { databaseId, service, userId, level, newName } = login;
  await db
    .insertInto('handed_logins')
    .values({ database_id: databaseId, service, user_id: userId, level, role_name: newName })
    .onConflict((on) => on.doNothing())
    .execute();
  const { role_name } = await db
    .selectFrom('handed_logins')
    .select('role_name')
    .where('database_id', '=', databaseId)
    .where('service', '=', service)
    .where('user_id', '=', userId)
    .where('level', '=', level)
    .executeTakeFirstOrThrow();
  return role_name;
}
