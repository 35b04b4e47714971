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

/** Roles of all logins that were issued for a database, by what they may do. */
export async function findIssuedRoles(
  db: Db,
  databaseId: number,
): Promise<{ writers: string[]; readers: string[] }> {
  const logins = await db
    .selectFrom('handed_logins')
    .select(['role_name', 'level'])
    .where('database_id', '=', databaseId)
    .execute();
  const names = (isReader: boolean) =>
    logins.filter(({ level }) => (level === 'readonly') === isReader).map(({ role_name }) => role_name);
  return { writers: names(false), readers: names(true) };
}
