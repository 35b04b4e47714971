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
  let query = db.selectFrom('dashboards').select(COLUMNS).select(layoutColumns());
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
    .onConflict((conflict) => conflict.columns(['owner_id', 'key']).doNothing())
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
    .returning(COLUMNS)
    .returning(layoutColumns())
    .executeTakeFirst();
  return dashboard ?? null;
}

export async function deleteDashboard(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('dashboards').where('id', '=', id).execute();
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
