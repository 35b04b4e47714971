import { sql } from 'kysely';
import type { Db } from '../../db/handle.ts';

/** A dataset as it is registered with the portal. */
export interface Registration {
  id: number;
  name: string;
  title: string;
  ownerId: number | null;
  isRegistered: boolean;
  /** Names under which the portal may still have the dataset. */
  legacyKeys: string[];
}

/** An id that no other dataset gets. */
export async function nextDatasetId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    SELECT nextval(pg_get_serial_sequence('datasets', 'id')) AS id`.execute(db);
  return rows[0]!.id;
}

export async function findRegistration(db: Db, id: number): Promise<Registration | null> {
  const row = await db
    .selectFrom('datasets')
    .select(['id', 'name', 'title', 'owner_id as ownerId', 'legacy_keys as legacyKeys'])
    .select(sql<boolean>`registered_at IS NOT NULL`.as('isRegistered'))
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Records that the portal has exactly this registration. False when the dataset has changed since it was read. */
export async function confirmRegistration(db: Db, { id, name, title }: Registration): Promise<boolean> {
  const { rows } = await sql`
    WITH same AS (SELECT id FROM datasets WHERE id = ${id} AND name = ${name} AND title = ${title}),
      updated AS (UPDATE datasets SET registered_at = coalesce(registered_at, now()), legacy_keys = '{}'
        WHERE id IN (SELECT id FROM same) AND (registered_at IS NULL OR legacy_keys <> '{}'))
    SELECT id FROM same`.execute(db);
  return rows.length > 0;
}

/** Datasets that the portal does not have by their ids. */
export async function listUnregistered(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('datasets')
    .select('id')
    .where((eb) => eb.or([eb('registered_at', 'is', null), eb('legacy_keys', '<>', sql<string[]>`'{}'`)]))
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
