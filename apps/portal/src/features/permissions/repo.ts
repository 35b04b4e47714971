import { sql } from 'kysely';
import type { Db } from '../../db/handle.ts';
import type { Permission, PermissionName, UserPermission } from './types.ts';

export interface Grant {
  resourceId: number;
  groupId: number;
  permission: PermissionName;
}

const RESOURCE_COLUMNS = [
  'r.resource_type as resourceType',
  'r.resource_key as resourceKey',
  'r.display_name as resourceName',
  'r.service',
] as const;

function selectPermissions(db: Db) {
  return db
    .selectFrom('permissions as p')
    .innerJoin('resources as r', 'r.id', 'p.resource_id')
    .innerJoin('groups as g', 'g.id', 'p.group_id')
    .select(['p.id', 'p.resource_id as resourceId', 'p.group_id as groupId', 'p.permission'])
    .select(['p.created_at as createdAt', 'g.name as groupName', 'g.kind as groupKind'])
    .select(RESOURCE_COLUMNS);
}

/** All permissions of groups, or those on one resource. */
export async function findPermissions(db: Db, resourceId?: number): Promise<Permission[]> {
  let query = selectPermissions(db).orderBy('p.id');
  if (resourceId !== undefined) query = query.where('p.resource_id', '=', resourceId);
  return query.execute();
}

/** All permissions of individual people, or those on one resource. */
export async function findUserPermissions(db: Db, resourceId?: number): Promise<UserPermission[]> {
  let query = db
    .selectFrom('user_permissions as p')
    .innerJoin('resources as r', 'r.id', 'p.resource_id')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['p.resource_id as resourceId', 'p.user_id as userId', 'p.permission', 'u.username'])
    .select(RESOURCE_COLUMNS)
    .orderBy('p.resource_id')
    .orderBy(sql`lower(u.username)`);
  if (resourceId !== undefined) query = query.where('p.resource_id', '=', resourceId);
  return query.execute();
}

export async function findPermission(db: Db, id: number): Promise<Permission | null> {
  return (await selectPermissions(db).where('p.id', '=', id).executeTakeFirst()) ?? null;
}

/** The id of the new or existing permission. */
export async function grantPermission(db: Db, grant: Grant): Promise<{ id: number; created: boolean }> {
  const inserted = await db
    .insertInto('permissions')
    .values({ resource_id: grant.resourceId, group_id: grant.groupId, permission: grant.permission })
    .onConflict((conflict) => conflict.constraint('permissions_grant_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted) return { id: inserted.id, created: true };
  const { id } = await db
    .selectFrom('permissions')
    .select('id')
    .where('resource_id', '=', grant.resourceId)
    .where('group_id', '=', grant.groupId)
    .where('permission', '=', grant.permission)
    .executeTakeFirstOrThrow();
  return { id, created: false };
}

/** Replaces all permissions of groups on a resource. */
export async function replacePermissions(
  db: Db,
  resourceId: number,
  grants: Omit<Grant, 'resourceId'>[],
): Promise<void> {
  await db.deleteFrom('permissions').where('resource_id', '=', resourceId).execute();
  if (grants.length === 0) return;
  // Two arrays instead of many parameters: the protocol allows 65,535.
  const groupIds = grants.map((grant) => grant.groupId);
  const names = grants.map((grant) => grant.permission);
  await sql`INSERT INTO permissions (resource_id, group_id, permission)
    SELECT ${resourceId}::int, granted.group_id, granted.permission
    FROM unnest(${groupIds}::int[], ${names}::text[]) AS granted (group_id, permission)
    ON CONFLICT DO NOTHING`.execute(db);
}

/** False when the permission does not exist. */
export async function deletePermission(db: Db, id: number): Promise<boolean> {
  const result = await db.deleteFrom('permissions').where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows > 0n;
}
