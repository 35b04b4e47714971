import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';
import type { Owner } from '../access/owner.ts';
import type { Dashboard, DashboardFields } from './types.ts';

const COLUMNS = [
  'id',
  'owner_id as ownerId',
  'owner',
  'key',
  'title',
  'description',
  'revision',
  'updated_at as updatedAt',
] as const;

/** Dashboards with these ids, or all of them, by title. */
export async function listDashboards(db: Db, ids: 'all' | number[]): Promise<Dashboard[]> {
  let query = db
    .selectFrom('dashboards')
    .select(COLUMNS)
    .select(layoutColumns())
    .where('deleted_at', 'is', null);
  if (ids !== 'all') query = query.where('id', '=', sql<number>`ANY(${ids}::integer[])`);
  return query
    .orderBy(sql`lower(title)`)
    .orderBy('id')
    .execute();
}

export async function findDashboard(db: Db, owner: string, key: string): Promise<Dashboard | null> {
  const dashboard = await db
    .selectFrom('dashboards')
    .select(COLUMNS)
    .select(layoutColumns())
    .where('owner', '=', owner)
    .where('key', '=', key)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return dashboard ?? null;
}

/** Null when the owner has a dashboard with the key already. */
export async function insertDashboard(
  trx: Db,
  owner: Owner,
  { key, ...fields }: DashboardFields & { key: string },
): Promise<Dashboard | null> {
  const dashboard = await trx
    .insertInto('dashboards')
    .values({ owner_id: owner.id, owner: owner.username, key, ...toColumns(fields) })
    .onConflict((conflict) =>
      conflict.columns(['owner_id', 'key']).where('deleted_at', 'is', null).doNothing(),
    )
    .returning(COLUMNS)
    .returning(layoutColumns())
    .executeTakeFirst();
  return dashboard ?? null;
}

/** Null when the dashboard is not at the revision. */
export async function updateDashboard(
  trx: Db,
  { id, revision }: { id: number; revision: number },
  fields: DashboardFields,
): Promise<Dashboard | null> {
  const dashboard = await trx
    .updateTable('dashboards')
    .set({ ...toColumns(fields), revision: sql<number>`revision + 1`, updated_at: sql<never>`now()` })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .where('deleted_at', 'is', null)
    .returning(COLUMNS)
    .returning(layoutColumns())
    .executeTakeFirst();
  return dashboard ?? null;
}

export async function markDeleted(trx: Db, id: number): Promise<void> {
  await trx
    .updateTable('dashboards')
    .set({ deleted_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Of those with the key the one that was deleted last. */
export async function findDeletedDashboard(db: Db, owner: string, key: string): Promise<Dashboard | null> {
  const dashboard = await db
    .selectFrom('dashboards')
    .select(COLUMNS)
    .select(layoutColumns())
    .where('owner', '=', owner)
    .where('key', '=', key)
    .where('deleted_at', 'is not', null)
    .orderBy('deleted_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return dashboard ?? null;
}

/** @throws the error of the database when the owner has since made another dashboard with the key */
export async function unmarkDeleted(trx: Db, id: number): Promise<void> {
  await trx.updateTable('dashboards').set({ deleted_at: null }).where('id', '=', id).execute();
}

/** Ids of dashboards that were deleted so long ago. */
export async function listDeletedBefore(db: Db, days: number): Promise<number[]> {
  const rows = await db
    .selectFrom('dashboards')
    .select('id')
    .where('deleted_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .limit(100)
    .execute();
  return rows.map(({ id }) => id);
}

export async function deleteDashboard(db: Db, id: number): Promise<void> {
  await db.deleteFrom('dashboards').where('id', '=', id).where('deleted_at', 'is not', null).execute();
}

function layoutColumns() {
  return [
    sql<Dashboard['layout']>`layout`.as('layout'),
    sql<Dashboard['filters']>`filters`.as('filters'),
    sql<Dashboard['parameters']>`parameters`.as('parameters'),
  ];
}

function toColumns({ title, description, layout, filters, parameters }: DashboardFields) {
  return {
    ...{ title, description },
    layout: JSON.stringify(layout),
    filters: JSON.stringify(filters),
    parameters: JSON.stringify(parameters),
  };
}
