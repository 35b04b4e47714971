import type { Db } from '../../db/handle.ts';

/** The name of the role for a service and a user in a database: that of an earlier login, else `newName`. */
export async function reserveRoleName(
  db: Db,
  login: { databaseId: number; service: string; userId: number; newName: string },
): Promise<string> {
  const { databaseId, service, userId, newName } = login;
  await db
    .insertInto('handed_logins')
    .values({ database_id: databaseId, service, user_id: userId, role_name: newName })
    .onConflict((on) => on.doNothing())
    .execute();
  const { role_name } = await db
    .selectFrom('handed_logins')
    .select('role_name')
    .where('database_id', '=', databaseId)
    .where('service', '=', service)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return role_name;
}
