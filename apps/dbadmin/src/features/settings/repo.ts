import { sql } from 'kysely';
import type { AuditContext } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { SettingChange } from './types.ts';

/** A change that is being made or taken back, or was when its process died. */
export interface Unsettled extends SettingChange {
  state: 'making' | 'undoing';
  cause: AuditContext;
}

/** The newest change of a connection that has not been taken back. */
export async function findLastChange(db: Db, connectionId: number): Promise<SettingChange | null> {
  const row = await standing(db, connectionId).where('state', '<>', 'making').limit(1).executeTakeFirst();
  return row ? toChange(row) : null;
}

/** What nobody has said the end of, oldest first. */
export async function findUnsettled(db: Db, connectionId: number): Promise<Unsettled[]> {
  const rows = await standing(db, connectionId).where('state', '<>', 'made').execute();
  return rows
    .map((row) => ({
      ...toChange(row),
      state: row.state as Unsettled['state'],
      cause: row.cause as AuditContext,
    }))
    .reverse();
}

export async function insertChange(
  db: Db,
  change: Pick<SettingChange, 'name' | 'previousValue' | 'value'> & {
    connectionId: number;
    cause: AuditContext;
  },
): Promise<Unsettled> {
  const row = await db
    .insertInto('setting_changes')
    .values({
      connection_id: change.connectionId,
      name: change.name,
      previous_value: change.previousValue,
      value: change.value,
      changed_by: change.cause.actorName,
      state: 'making',
      cause: JSON.stringify(change.cause),
      undone_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...toChange(row), state: 'making', cause: change.cause };
}

/** A change that the server did not make after all. */
export async function deleteChange(db: Db, id: number): Promise<void> {
  await db.deleteFrom('setting_changes').where('id', '=', id).execute();
}

export async function markUndoing(db: Db, id: number, cause: AuditContext): Promise<void> {
  await db
    .updateTable('setting_changes')
    .set({ state: 'undoing', cause: JSON.stringify(cause) })
    .where('id', '=', id)
    .execute();
}

export async function markCreated(db: Db, id: number): Promise<void> {
  await db.updateTable('setting_changes').set({ state: 'made', cause: null }).where('id', '=', id).execute();
}

export async function markUndone(db: Db, id: number): Promise<void> {
  await db
    .updateTable('setting_changes')
    .set({ state: 'made', cause: null, undone_at: sql<never>`now()` })
    .where('id', '=', id)
    .execute();
}

function standing(db: Db, connectionId: number) {
  return db
    .selectFrom('setting_changes')
    .selectAll()
    .where('connection_id', '=', connectionId)
    .where('undone_at', 'is', null)
    .orderBy('id', 'desc');
}

type Row = Awaited<ReturnType<ReturnType<typeof standing>['execute']>>[number];

function toChange(row: Row): SettingChange {
  return {
    id: row.id,
    name: row.name,
    previousValue: row.previous_value,
    value: row.value,
    changedBy: row.changed_by,
    changedAt: row.changed_at,
  };
}
