import { sql } from 'kysely';
import type { Db } from '../../db/handle.ts';
import type { Grant, Level } from './types.ts';

export async function findGrants(db: Db, databaseId: number): Promise<Grant[]> {
  return db
    .selectFrom('grants')
    .select(['role_name as roleName', 'level', 'granted_by as grantedBy', 'granted_at as grantedAt'])
    .where('database_id', '=', databaseId)
    .orderBy('role_name')
    .execute();
}

export async function findGrant(db: Db, databaseId: number, roleName: string): Promise<Grant | null> {
  return (await findGrants(db, databaseId)).find((grant) => grant.roleName === roleName) ?? null;
}

export async function saveGrant(
  db: Db,
  grant: { databaseId: number; roleName: string; level: Level; grantedBy: string | null },
): Promise<void> {
  const { databaseId, roleName, level, grantedBy } = grant;
  await db
    .insertInto('grants')
    .values({ database_id: databaseId, role_name: roleName, level, granted_by: grantedBy })
    .onConflict((on) =>
      on
        .constraint('grants_role_key')
        .doUpdateSet({ level, granted_by: grantedBy, granted_at: sql<never>`now()` }),
    )
    .execute();
}

export async function deleteGrantRow(db: Db, databaseId: number, roleName: string): Promise<void> {
  await db
    .deleteFrom('grants')
    .where('database_id', '=', databaseId)
    .where('role_name', '=', roleName)
    .execute();
}

/** The registered databases of a connection with their access levels; role and level are null when there are none. */
export async function findLevels(
  db: Db,
  connectionId: number,
): Promise<{ databaseId: number; database: string; roleName: string | null; level: Level | null }[]> {
  return db
    .selectFrom('databases')
    .leftJoin('grants', 'grants.database_id', 'databases.id')
    .select(['databases.id as databaseId', 'databases.name as database'])
    .select(['grants.role_name as roleName', 'grants.level'])
    .where('databases.connection_id', '=', connectionId)
    .orderBy('grants.role_name')
    .execute();
}
