import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';
import type { Group, ListedGroup } from './types.ts';

/** By name. */
export async function listGroups(db: Db): Promise<ListedGroup[]> {
  return db
    .selectFrom('groups as g')
    .select(['g.id', 'g.name', 'g.owner_id as ownerId'])
    .select([
      sql<
        number[]
      >`ARRAY(SELECT u.user_id FROM group_users AS u WHERE u.group_id = g.id ORDER BY u.user_id)`.as(
        'userIds',
      ),
      sql<
        number[]
      >`ARRAY(SELECT p.project_id FROM group_projects AS p WHERE p.group_id = g.id ORDER BY p.project_id)`.as(
        'projectIds',
      ),
    ])
    .orderBy(sql`lower(g.name)`)
    .execute();
}

/** Until the end of the transaction nobody else changes it. */
export async function lockGroup(trx: Db, id: number): Promise<Group | null> {
  const row = await trx
    .selectFrom('groups')
    .select(['id', 'name', 'owner_id as ownerId'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function insertGroup(trx: Db, name: string, ownerId: number | null): Promise<number> {
  const { id } = await trx
    .insertInto('groups')
    .values({ name, owner_id: ownerId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function renameGroup(trx: Db, id: number, name: string): Promise<void> {
  await trx.updateTable('groups').set({ name, updated_at: new Date() }).where('id', '=', id).execute();
}

/** Its members stay, and so do its projects. */
export async function deleteGroup(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('groups').where('id', '=', id).execute();
}

/** Those of the ids that there are, until the end of the transaction. */
export async function lockExisting(
  trx: Db,
  table: 'users' | 'groups' | 'projects',
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await trx
    .selectFrom(table)
    .select('id')
    .where('id', 'in', [...ids])
    .forKeyShare()
    .execute();
  return rows.map(({ id }) => id);
}

export async function replaceProjectsOfGroup(trx: Db, groupId: number, projectIds: number[]): Promise<void> {
  await trx.deleteFrom('group_projects').where('group_id', '=', groupId).execute();
  if (projectIds.length === 0) return;
  const rows = projectIds.map((projectId) => ({ group_id: groupId, project_id: projectId }));
  await trx.insertInto('group_projects').values(rows).execute();
}

export async function replaceUsersOfGroup(trx: Db, groupId: number, userIds: number[]): Promise<void> {
  await trx.deleteFrom('group_users').where('group_id', '=', groupId).execute();
  if (userIds.length === 0) return;
  const rows = userIds.map((userId) => ({ group_id: groupId, user_id: userId }));
  await trx.insertInto('group_users').values(rows).execute();
}

export async function replaceGroupsOfUser(trx: Db, userId: number, groupIds: number[]): Promise<void> {
  await trx.deleteFrom('group_users').where('user_id', '=', userId).execute();
  if (groupIds.length === 0) return;
  const rows = groupIds.map((groupId) => ({ group_id: groupId, user_id: userId }));
  await trx.insertInto('group_users').values(rows).execute();
}
