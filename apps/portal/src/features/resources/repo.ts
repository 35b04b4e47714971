import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db } from '../../db/handle.ts';
import type { PortalDatabase } from '../../db/schema.ts';
import type { AccessOverviewItem, OverviewFilter, Resource, ResourceFilter } from './types.ts';

type ResourceRow = Selectable<PortalDatabase['resources']>;

export async function findResources(db: Db, filter: ResourceFilter): Promise<Resource[]> {
  let query = db.selectFrom('resources').selectAll();
  if (filter.service !== undefined) query = query.where('service', '=', filter.service);
  if (filter.resourceType !== undefined) query = query.where('resource_type', '=', filter.resourceType);
  const rows = await query.orderBy('service').orderBy('resource_type').orderBy('resource_key').execute();
  return rows.map(toResource);
}

export async function findResource(db: Db, id: number): Promise<Resource | null> {
  const row = await db.selectFrom('resources').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toResource(row) : null;
}

/** All resources with owner, visibility and the groups that hold a permission, by one query. */
export async function findAccessOverview(db: Db, filter: OverviewFilter): Promise<AccessOverviewItem[]> {
  const isPublic = sql<boolean>`coalesce(a.is_public, false)`;
  let query = db
    .selectFrom('resources as r')
    .leftJoin('users as u', 'u.id', 'r.owner_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('permissions as p')
          .innerJoin('groups as g', 'g.id', 'p.group_id')
          .whereRef('p.resource_id', '=', 'r.id')
          .select([
            sql<boolean>`bool_or(g.kind IS NOT DISTINCT FROM 'public')`.as('is_public'),
            sql<string[]>`array_agg(DISTINCT g.name ORDER BY g.name)`.as('group_names'),
          ])
          .as('a'),
      (join) => join.onTrue(),
    )
    .selectAll('r')
    .select(['u.username as owner_name', 'a.group_names', isPublic.as('is_public')])
    .select(
      sql<string[]>`ARRAY(SELECT pu.username FROM user_permissions up JOIN users pu ON pu.id = up.user_id
        WHERE up.resource_id = r.id ORDER BY lower(pu.username))`.as('people'),
    );
  if (filter.service !== undefined) query = query.where('r.service', '=', filter.service);
  if (filter.resourceType !== undefined) query = query.where('r.resource_type', '=', filter.resourceType);
  if (filter.visibility) query = query.where(isPublic, '=', filter.visibility === 'public');
  if (filter.search) {
    query = query.where(
      sql<boolean>`position(lower(${filter.search}) IN lower(concat_ws(' ', r.display_name, r.resource_key, r.url))) > 0`,
    );
  }
  const rows = await query
    .orderBy('r.service')
    .orderBy('r.resource_type')
    .orderBy('r.resource_key')
    .execute();
  return rows.map((row) => ({
    resource: toResource(row),
    ownerName: row.owner_name,
    visibility: row.is_public ? 'public' : 'restricted',
    groupNames: row.group_names ?? [],
    people: row.people,
  }));
}

/** Adds the resource or updates its name, address and owner; an address or owner that is left out stays. */
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
    .returningAll()
    // A row that this statement inserted cannot have been deleted.
    .returning(sql<boolean>`xmax = 0`.as('created'))
    .executeTakeFirstOrThrow();
  return { resource: toResource(row), created: row.created };
}

export async function findResourceByKey(
  db: Db,
  resourceType: string,
  resourceKey: string,
): Promise<Resource | null> {
  const row = await db
    .selectFrom('resources')
    .selectAll()
    .where('resource_type', '=', resourceType)
    .where('resource_key', '=', resourceKey)
    .executeTakeFirst();
  return row ? toResource(row) : null;
}

/** The resource, locked until the transaction ends. */
export async function lockResourceByKey(
  trx: Db,
  resourceType: string,
  resourceKey: string,
): Promise<Resource | null> {
  const row = await trx
    .selectFrom('resources')
    .selectAll()
    .where('resource_type', '=', resourceType)
    .where('resource_key', '=', resourceKey)
    .forUpdate()
    .executeTakeFirst();
  return row ? toResource(row) : null;
}

/** Permissions refer to the id of the resource and stay. */
export async function updateResourceKey(trx: Db, id: number, resourceKey: string): Promise<void> {
  await trx.updateTable('resources').set({ resource_key: resourceKey }).where('id', '=', id).execute();
}

/** False when the resource does not exist. */
export async function deleteResource(db: Db, id: number): Promise<boolean> {
  const result = await db.deleteFrom('resources').where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

function toResource(row: ResourceRow): Resource {
  return {
    id: row.id,
    resourceType: row.resource_type,
    resourceKey: row.resource_key,
    displayName: row.display_name,
    service: row.service,
    ownerId: row.owner_id,
    url: row.url,
    createdAt: row.created_at,
  };
}
