import { sql } from 'kysely';
import type { Db } from '../../db/handle.ts';
import type { PermissionName } from '../permissions/types.ts';
import { SERVICE_TYPE } from '../resources/service.ts';
import type { GroupAccess, Person, PersonAccess } from './types.ts';

/** Admin implies edit implies view: the highest of several permissions is the level. */
const HIGHEST = sql<PermissionName>`CASE max(CASE p.permission WHEN 'view' THEN 1 WHEN 'edit' THEN 2 ELSE 3 END)
  WHEN 1 THEN 'view' WHEN 2 THEN 'edit' ELSE 'admin' END`;

/** Users with a direct permission, by name. */
export async function findPeopleWithAccess(db: Db, resourceId: number): Promise<PersonAccess[]> {
  return db
    .selectFrom('user_permissions as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['u.id', 'u.username', 'p.permission as level'])
    .where('p.resource_id', '=', resourceId)
    .orderBy(sql`lower(u.username)`)
    .execute();
}

/** Groups with a permission, by name, without Public and Administrators. */
export async function findGroupsWithAccess(db: Db, resourceId: number): Promise<GroupAccess[]> {
  return db
    .selectFrom('permissions as p')
    .innerJoin('groups as g', 'g.id', 'p.group_id')
    .select(['g.id', 'g.name', HIGHEST.as('level')])
    .where('p.resource_id', '=', resourceId)
    .where('g.kind', 'is', null)
    .groupBy('g.id')
    .orderBy(sql`lower(g.name)`)
    .execute();
}

/** The groups that a user may share with: the user's own groups, or all for administrators. */
export async function findShareableGroups(
  db: Db,
  { userId, isAdmin }: { userId: number | null; isAdmin: boolean },
): Promise<{ id: number; name: string }[]> {
  let query = db.selectFrom('groups as g').select(['g.id', 'g.name']).where('g.kind', 'is', null);
  if (!isAdmin) {
    query = query.where((eb) =>
      eb.exists(
        eb
          .selectFrom('group_members as m')
          .select('m.user_id')
          .whereRef('m.group_id', '=', 'g.id')
          .where('m.user_id', '=', userId),
      ),
    );
  }
  return query.orderBy(sql`lower(g.name)`).execute();
}

/** Whether a user can share something: has admin on a resource that is not a service. */
export async function administersAny(
  db: Db,
  { userId, groupIds }: { userId: number | null; groupIds: number[] },
): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM auth_grants WHERE level = 3 AND resource_type <> ${SERVICE_TYPE}
    AND (user_id = ${userId}::int OR group_id = ANY(${groupIds}::int[])) LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Enabled users whose name contains the text; those whose name starts with it come first. */
export async function searchPeople(db: Db, text: string, limit: number): Promise<Person[]> {
  const position = sql<number>`position(lower(${text}) IN lower(username))`;
  return db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('enabled', '=', true)
    .where(position, '>', 0)
    .orderBy(sql`${position} > 1`)
    .orderBy(sql`lower(username)`)
    .limit(limit)
    .execute();
}

export async function findPeople(db: Db, ids: number[]): Promise<Person[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('id', '=', sql<number>`ANY(${ids}::int[])`)
    .where('enabled', '=', true)
    .execute();
}

/** Whether the group Public has a permission on a resource. */
export async function isPublic(db: Db, resourceId: number): Promise<boolean> {
  const row = await db
    .selectFrom('permissions as p')
    .innerJoin('groups as g', 'g.id', 'p.group_id')
    .select('p.id')
    .where('p.resource_id', '=', resourceId)
    .where('g.kind', '=', 'public')
    .executeTakeFirst();
  return row !== undefined;
}

export async function revokeFromPublic(trx: Db, resourceId: number): Promise<void> {
  await sql`DELETE FROM permissions p USING groups g
    WHERE p.resource_id = ${resourceId} AND g.id = p.group_id AND g.kind = 'public'`.execute(trx);
}

export async function savePersonLevel(
  trx: Db,
  resourceId: number,
  { id, level }: { id: number; level: PermissionName },
): Promise<void> {
  await trx
    .insertInto('user_permissions')
    .values({ resource_id: resourceId, user_id: id, permission: level })
    .onConflict((conflict) => conflict.columns(['resource_id', 'user_id']).doUpdateSet({ permission: level }))
    .execute();
}

export async function removePerson(trx: Db, resourceId: number, userId: number): Promise<void> {
  await trx
    .deleteFrom('user_permissions')
    .where('resource_id', '=', resourceId)
    .where('user_id', '=', userId)
    .execute();
}

/** Replaces the permissions of a group on a resource; null removes them. */
export async function saveGroupLevel(
  trx: Db,
  resourceId: number,
  { id, level }: { id: number; level: PermissionName | null },
): Promise<void> {
  await trx
    .deleteFrom('permissions')
    .where('resource_id', '=', resourceId)
    .where('group_id', '=', id)
    .execute();
  if (level === null) return;
  await trx
    .insertInto('permissions')
    .values({ resource_id: resourceId, group_id: id, permission: level })
    .execute();
}
