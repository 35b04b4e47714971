import { sql } from 'kysely';
import type { Db } from '../../db/handle.ts';
import type { AccessOverviewItem, NewGrant, OverviewFilter, Resource, ResourceFilter } from './types.ts';

const COLUMNS = [
  'resources.id',
  'resources.resource_type as resourceType',
  'resources.resource_key as resourceKey',
  'resources.display_name as displayName',
  'resources.service',
  'resources.owner_id as ownerId',
  'resources.url',
  'resources.created_at as createdAt',
] as const;

const selectResources = (db: Db) => db.selectFrom('resources').select(COLUMNS);

export async function findResources(db: Db, filter: ResourceFilter): Promise<Resource[]> {
  let query = selectResources(db);
  if (filter.service !== undefined) query = query.where('resources.service', '=', filter.service);
  if (filter.resourceType !== undefined)
    query = query.where('resources.resource_type', '=', filter.resourceType);
  return query
    .orderBy('resources.service')
    .orderBy('resources.resource_type')
    .orderBy('resources.resource_key')
    .execute();
}

export async function findResource(db: Db, id: number): Promise<Resource | null> {
  return (await selectResources(db).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Resources with owner, visibility, and groups and people with a permission, in one query. */
export async function findAccessOverview(db: Db, filter: OverviewFilter): Promise<AccessOverviewItem[]> {
  const isPublic = sql<boolean>`coalesce(a.is_public, false)`;
  let query = db
    .selectFrom('resources')
    .leftJoin('users as u', 'u.id', 'resources.owner_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('permissions as p')
          .innerJoin('groups as g', 'g.id', 'p.group_id')
          .whereRef('p.resource_id', '=', 'resources.id')
          .select([
            sql<boolean>`bool_or(g.kind IS NOT DISTINCT FROM 'public')`.as('is_public'),
            sql<string[]>`array_agg(DISTINCT g.name ORDER BY g.name)`.as('group_names'),
          ])
          .as('a'),
      (join) => join.onTrue(),
    )
    .select(COLUMNS)
    .select(['u.username as owner_name', 'a.group_names', isPublic.as('is_public')])
    .select(
      sql<string[]>`ARRAY(SELECT pu.username FROM user_permissions up JOIN users pu ON pu.id = up.user_id
        WHERE up.resource_id = resources.id ORDER BY lower(pu.username))`.as('people'),
    );
  if (filter.service !== undefined) query = query.where('resources.service', '=', filter.service);
  if (filter.resourceType !== undefined)
    query = query.where('resources.resource_type', '=', filter.resourceType);
  if (filter.visibility) query = query.where(isPublic, '=', filter.visibility === 'public');
  if (filter.search) {
    query = query.where(
      sql<boolean>`position(lower(${filter.search}) IN lower(concat_ws(' ', resources.display_name, resources.resource_key, resources.url))) > 0`,
    );
  }
  const rows = await query
    .orderBy('resources.service')
    .orderBy('resources.resource_type')
    .orderBy('resources.resource_key')
    .execute();
  return rows.map(({ owner_name: ownerName, is_public: isPublic, group_names, people, ...resource }) => ({
    resource,
    ownerName,
    visibility: isPublic ? 'public' : 'restricted',
    groupNames: group_names ?? [],
    people,
  }));
}

/** Inserts a resource or updates its name, address and owner; a missing address or owner is unchanged. */
export async function upsertResource(
  db: Db,
  resource: Omit<Resource, 'id' | 'createdAt' | 'ownerId' | 'url'> & {
    ownerId?: number | null;
    url?: string;
  },
): Promise<{ resource: Resource; created: boolean }> {
  const values = {
    resource_type: resource.resourceType,
    resource_key: resource.resourceKey,
    display_name: resource.displayName,
    service: resource.service,
    owner_id: resource.ownerId ?? null,
    url: resource.url ?? null,
  };
  const row = await db
    .insertInto('resources')
    .values(values)
    .onConflict((conflict) =>
      conflict.constraint('resources_type_key_key').doUpdateSet({
        display_name: values.display_name,
        ...(resource.ownerId === undefined ? {} : { owner_id: values.owner_id }),
        ...(resource.url === undefined ? {} : { url: values.url }),
      }),
    )
    .returning(COLUMNS)
    // Only inserted rows have no deleting transaction.
    .returning(sql<boolean>`xmax = 0`.as('created'))
    .executeTakeFirstOrThrow();
  const { created, ...saved } = row;
  return { resource: saved, created };
}

function selectByKey(db: Db, resourceType: string, resourceKey: string) {
  return selectResources(db)
    .where('resource_type', '=', resourceType)
    .where('resource_key', '=', resourceKey);
}

export async function findResourceByKey(db: Db, type: string, key: string): Promise<Resource | null> {
  return (await selectByKey(db, type, key).executeTakeFirst()) ?? null;
}

/** The resource, locked until the transaction ends. */
export async function lockResourceByKey(trx: Db, type: string, key: string): Promise<Resource | null> {
  return (await selectByKey(trx, type, key).forUpdate().executeTakeFirst()) ?? null;
}

export async function updateResourceKey(trx: Db, id: number, resourceKey: string): Promise<void> {
  await trx.updateTable('resources').set({ resource_key: resourceKey }).where('id', '=', id).execute();
}

/** The resource, locked against deletion and changes of its permissions until the transaction ends. */
export async function lockResource(trx: Db, id: number): Promise<Resource | null> {
  return (await selectResources(trx).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null;
}

/** Makes a resource public: the Public group gets view. */
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
          select.val<'view' | 'edit' | 'admin'>('view').as('permission'),
        ])
        .where('kind', '=', 'public'),
    )
    .onConflict((conflict) => conflict.constraint('permissions_grant_key').doNothing())
    .execute();
}

/** Id of a group by its name or id, or of the group of everybody by `public`; null when there is none. */
export async function findGroupId(db: Db, group: string | number): Promise<number | null> {
  const found = await db
    .selectFrom('groups')
    .select('id')
    .where((eb) =>
      typeof group === 'number'
        ? eb('id', '=', group)
        : group === 'public'
          ? eb('kind', '=', 'public')
          : eb('name', '=', group),
    )
    .executeTakeFirst();
  return found?.id ?? null;
}

/** Gives a group a permission on a resource, unless it has it. */
export async function grantToGroup(
  db: Db,
  grant: { resourceId: number; groupId: number; permission: NewGrant['permission'] },
): Promise<void> {
  await db
    .insertInto('permissions')
    .values({ resource_id: grant.resourceId, group_id: grant.groupId, permission: grant.permission })
    .onConflict((conflict) => conflict.constraint('permissions_grant_key').doNothing())
    .execute();
}

/** False when the resource does not exist. */
export async function deleteResource(db: Db, id: number): Promise<boolean> {
  const result = await db.deleteFrom('resources').where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows > 0n;
}
