import { sql } from 'kysely';
import type { Db } from '../../db/handle.ts';
import type { Group } from './types.ts';

function selectGroups(db: Db) {
  return db.selectFrom('groups as g').select([
    'g.id',
    'g.name',
    'g.description',
    'g.kind',
    'g.created_at as createdAt',
    sql<number>`CASE WHEN g.kind = 'public' THEN (SELECT count(*)::int FROM users)
        ELSE (SELECT count(*)::int FROM group_members m WHERE m.group_id = g.id) END`.as('memberCount'),
  ]);
}

/** Built-in groups first, then by name. */
export async function findGroups(db: Db): Promise<Group[]> {
  return selectGroups(db)
    .orderBy(sql`g.kind IS NULL`)
    .orderBy(sql`lower(g.name)`)
    .execute();
}

export async function findGroup(db: Db, id: number): Promise<Group | null> {
  return (await selectGroups(db).where('g.id', '=', id).executeTakeFirst()) ?? null;
}

export async function insertGroup(db: Db, group: { name: string; description: string }): Promise<number> {
  const { id } = await db.insertInto('groups').values(group).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** False when the group does not exist. */
export async function updateGroup(
  db: Db,
  id: number,
  group: { name: string; description: string },
): Promise<boolean> {
  const result = await db.updateTable('groups').set(group).where('id', '=', id).executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** False when the group does not exist. */
export async function deleteGroup(db: Db, id: number): Promise<boolean> {
  const result = await db.deleteFrom('groups').where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** False when the user already was a member. */
export async function addMember(db: Db, groupId: number, userId: number): Promise<boolean> {
  const result = await db
    .insertInto('group_members')
    .values({ group_id: groupId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** False when the user was not a member. */
export async function removeMember(db: Db, groupId: number, userId: number): Promise<boolean> {
  const result = await db
    .deleteFrom('group_members')
    .where('group_id', '=', groupId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Sets the groups of a user. */
export async function replaceMemberships(db: Db, userId: number, groupIds: number[]): Promise<void> {
  let removal = db.deleteFrom('group_members').where('user_id', '=', userId);
  if (groupIds.length > 0) removal = removal.where('group_id', 'not in', groupIds);
  await removal.execute();
  if (groupIds.length === 0) return;
  await db
    .insertInto('group_members')
    .values(groupIds.map((groupId) => ({ group_id: groupId, user_id: userId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Locks the Administrators group, so that concurrent changes cannot remove the last two administrators. */
export async function lockAdministrators(db: Db): Promise<void> {
  await db.selectFrom('groups').select('id').where('kind', '=', 'administrators').forUpdate().execute();
}

export async function countEnabledAdministrators(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('auth_users')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('is_admin', '=', true)
    .where('enabled', '=', true)
    .executeTakeFirstOrThrow();
  return count;
}
