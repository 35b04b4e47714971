import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';
import type { Owner } from '../access/owner.ts';
import type { View, ViewFields } from './types.ts';

const COLUMNS = [
  'id',
  'owner_id as ownerId',
  'owner',
  'key',
  'title',
  'description',
  'kind',
  'source',
  'query',
  'visual',
  'is_default as isDefault',
  'is_widget as isWidget',
  'revision',
  'updated_at as updatedAt',
] as const;

/** A person's views, by title. */
export function listViews(db: Db, ownerId: number, only: { widgets?: boolean } = {}): Promise<View[]> {
  let query = db.selectFrom('views').select(COLUMNS).where('owner_id', '=', ownerId);
  if (only.widgets) query = query.where('is_widget', '=', true);
  return query
    .orderBy(sql`lower(title)`)
    .orderBy('key')
    .execute();
}

export async function findView(db: Db, ownerId: number, key: string): Promise<View | null> {
  const view = await db
    .selectFrom('views')
    .select(COLUMNS)
    .where('owner_id', '=', ownerId)
    .where('key', '=', key)
    .executeTakeFirst();
  return view ?? null;
}

/** A view by the username of its owner. */
export async function findViewByOwner(
  db: Db,
  { owner, key }: { owner: string; key: string },
): Promise<View | null> {
  const view = await db
    .selectFrom('views')
    .select(COLUMNS)
    .where('owner', '=', owner)
    .where('key', '=', key)
    .executeTakeFirst();
  return view ?? null;
}

/** Lets one transaction at a time change the views of a person, until it ends. */
export async function lockViewsOf(trx: Db, ownerId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`report-server.views:${ownerId}`}, 0))`.execute(
    trx,
  );
}

export async function clearDefaultView(trx: Db, ownerId: number): Promise<void> {
  await trx
    .updateTable('views')
    .set({ is_default: false })
    .where('owner_id', '=', ownerId)
    .where('is_default', '=', true)
    .execute();
}

export function insertView(trx: Db, owner: Owner, view: ViewFields & { key: string }): Promise<View> {
  return trx
    .insertInto('views')
    .values({ owner_id: owner.id, owner: owner.username, key: view.key, ...toColumns(view) })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Replaces what a person writes of a view, and counts its revision up. */
export function updateView(trx: Db, id: number, fields: ViewFields): Promise<View> {
  return trx
    .updateTable('views')
    .set({ ...toColumns(fields), ...changed() })
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Returns null when the person has no such view. */
export async function setWidget(
  trx: Db,
  ownerId: number,
  change: { key: string; isWidget: boolean },
): Promise<View | null> {
  const view = await trx
    .updateTable('views')
    .set({ is_widget: change.isWidget })
    .where('owner_id', '=', ownerId)
    .where('key', '=', change.key)
    .returning(COLUMNS)
    .executeTakeFirst();
  return view ?? null;
}

/** Returns the id of the deleted view; null when the person has no such view. */
export async function deleteView(trx: Db, ownerId: number, key: string): Promise<number | null> {
  const view = await trx
    .deleteFrom('views')
    .where('owner_id', '=', ownerId)
    .where('key', '=', key)
    .returning('id')
    .executeTakeFirst();
  return view?.id ?? null;
}

function toColumns({ title, description, kind, source, query, visual, isDefault }: ViewFields) {
  return {
    ...{ title, description, kind },
    source: JSON.stringify(source),
    query: JSON.stringify(query),
    visual: JSON.stringify(visual),
    is_default: isDefault,
  };
}

function changed() {
  return { revision: sql<number>`revision + 1`, updated_at: sql<never>`now()` };
}
