import { sql } from 'kysely';
import type { Db } from '../../db/handle.ts';
import type { SettingChange } from './types.ts';

/** The newest change of a connection that has not been taken back. */
export async function findLastChange(db: Db, connectionId: number): Promise<SettingChange | null> {
  const row = await db
    .selectFrom('setting_changes')
    .selectAll()
    .where('connection_id', '=', connectionId)
    .where('undone_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    name: row.name,
    previousValue: row.previous_value,
    value: row.value,
    changedBy: row.changed_by,
    changedAt: row.changed_at,
  };
}

export async function insertChange(
  db: Db,
  change: Omit<SettingChange, 'id' | 'changedAt'> & { connectionId: number },
): Promise<number> {
  const { id } = await db
    .insertInto('setting_changes')
    .values({
      connection_id: change.connectionId,
      name: change.name,
      previous_value: change.previousValue,
      value: change.value,
      changed_by: change.changedBy,
      undone_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A change that the server did not make after all. */
export async function deleteChange(db: Db, id: number): Promise<void> {
  await db.deleteFrom('setting_changes').where('id', '=', id).execute();
}

export async function markUndone(db: Db, id: number): Promise<void> {
  await db
    .updateTable('setting_changes')
    .set({ undone_at: sql<never>`now()` })
    .where('id', '=', id)
    .execute();
}
