import { sql } from 'kysely';
import type { Db } from '../../db/handle.ts';
import type { Permission, PermissionName, UserPermission } from './types.ts';

export interface Grant {
  resourceId: number;
  groupId: number;
  permission: PermissionName;
}

function selectPermissions(db: Db) {
  return db
    .selectFrom('permissions as p')
    .innerJoin('resources as r', 'r.id', 'p.resource_id')
    .innerJoin('groups as g', 'g.id', 'p.group_id')
    .select(['p.id', 'p.resource_id', 'p.group_id', 'p.permission', 'p.created_at'])
    .select([
      'r.resource_type',
      'r.resource_key',
      'r.display_name',
      'r.service',
      'g.name as group_name',
      'g.kind',
    ]);
}

type PermissionRow = Awaited<ReturnType<ReturnType<typeof selectPermissions>['execute']>>[number];

/** All permissions, or those on one resource. */
export async function findPermissions(db: Db, resourceId?: number): Promise<Permission[]> {
  let query = selectPermissions(db).orderBy('p.id');
  if (resourceId !== undefined) query = query.where('p.resource_id', '=', resourceId);
  return (await query.execute()).map(toPermission);
}

/** Permissions of single people: all of them, or those on one resource. */
export async function findUserPermissions(db: Db, resourceId?: number): Promise<UserPermission[]> {
  let query = db
    .selectFrom('user_permissions as p')
    .innerJoin('resources as r', 'r.id', 'p.resource_id')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['p.resource_id', 'p.user_id', 'p.permission', 'u.username'])
    .select(['r.resource_type', 'r.resource_key', 'r.display_name', 'r.service'])
    .orderBy('p.resource_id')
    .orderBy(sql`lower(u.username)`);
  if (resourceId !== undefined) query = query.where('p.resource_id', '=', resourceId);
  const rows = await query.execute();
  return rows.map((row) => ({
    resourceId: row.resource_id,
    userId: row.user_id,
    username: row.username,
    permission: row.permission,
    resourceType: row.resource_type,
    resourceKey: row.resource_key,
    resourceName: row.display_name,
    service: row.service,
  }));
}

export async function findPermission(db: Db, id: number): Promise<Permission | null> {
  const row = await selectPermissions(db).where('p.id', '=', id).executeTakeFirst();
  return row ? toPermission(row) : null;
}

/** The id of the permission, whether it is new or was there already. */
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

/** Gives the Public group view. */
export async function grantToPublic(db: Db, resourceId: number): Promise<void> {
  await db
    .insertInto('permissions')
    .columns(['resource_id', 'group_id', 'permission'])
    .expression((eb) =>
      eb
        .selectFrom('groups')
        .select((select) => [
          select.val(resourceId).as('resource_id'),
          'id',
          select.val<PermissionName>('view').as('permission'),
        ])
        .where('kind', '=', 'public'),
    )
    .onConflict((conflict) => conflict.constraint('permissions_grant_key').doNothing())
    .execute();
}

/** Puts exactly these permissions in place of all that the resource has. */
export async function replacePermissions(
  db: Db,
  resourceId: number,
  grants: Omit<Grant, 'resourceId'>[],
): Promise<void> {
  await db.deleteFrom('permissions').where('resource_id', '=', resourceId).execute();
  if (grants.length === 0) return;
  // Arrays are two parameters however many rows there are; the protocol ends at 65,535.
  const groupIds = grants.map((grant) => grant.groupId);
  const names = grants.map((grant) => grant.permission);
  await sql`INSERT INTO permissions (resource_id, group_id, permission)
    SELECT ${resourceId}::int, wanted.group_id, wanted.permission
    FROM unnest(${groupIds}::int[], ${names}::text[]) AS wanted (group_id, permission)
    ON CONFLICT DO NOTHING`.execute(db);
}

/** False when the permission does not exist. */
export async function deletePermission(db: Db, id: number): Promise<boolean> {
  const result = await db.deleteFrom('permissions').where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/**
 * Locks the resource: concurrent changes of its permissions wait, and it is not deleted before the
 * transaction ends. False when the resource does not exist.
 */
export async function lockResource(db: Db, resourceId: number): Promise<boolean> {
  const row = await db
    .selectFrom('resources')
    .select('id')
    .where('id', '=', resourceId)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

function toPermission(row: PermissionRow): Permission {
  return {
    id: row.id,
    resourceId: row.resource_id,
    groupId: row.group_id,
    permission: row.permission,
    resourceType: row.resource_type,
    resourceKey: row.resource_key,
    resourceName: row.display_name,
    service: row.service,
    groupName: row.group_name,
    groupKind: row.kind,
    createdAt: row.created_at,
  };
}
