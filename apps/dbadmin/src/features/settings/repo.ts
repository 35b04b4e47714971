import { sql } from 'kysely';
import type { AuditContext } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { SettingChange } from './types.ts';

/** A change that is being applied or undone, or that was when its process died. */
export interface UnfinishedChange extends SettingChange {
  state: 'making' | 'undoing';
  cause: AuditContext;
}

const CHANGE = [
  'id',
  'name',
  'previous_value as previousValue',
  'value',
  'changed_by as changedBy',
  'changed_at as changedAt',
] as const;

/** The newest change of a connection that was not undone. */
export async function findLastChange(db: Db, connectionId: number): Promise<SettingChange | null> {
  const change = activeChanges(db, connectionId).where('state', '<>', 'making').limit(1);
  return (await change.executeTakeFirst()) ?? null;
}

/** Changes whose result is unknown, oldest first. */
export async function findUnfinishedChanges(db: Db, connectionId: number): Promise<UnfinishedChange[]> {
  const changes = activeChanges(db, connectionId).select(['state', 'cause']).where('state', '<>', 'made');
  return ((await changes.execute()) as UnfinishedChange[]).reverse();
}

export async function insertChange(
  db: Db,
  change: Pick<SettingChange, 'name' | 'previousValue' | 'value'> & {
    connectionId: number;
    cause: AuditContext;
  },
): Promise<UnfinishedChange> {
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
    .returning(CHANGE)
    .executeTakeFirstOrThrow();
  return { ...row, state: 'making', cause: change.cause };
}

/** Deletes a change that the server did not apply. */
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

export async function markApplied(db: Db, id: number): Promise<void> {
  await db.updateTable('setting_changes').set({ state: 'made', cause: null }).where('id', '=', id).execute();
}

export async function markUndone(db: Db, id: number): Promise<void> {
  await db
    .updateTable('setting_changes')
    .set({ state: 'made', cause: null, undone_at: sql<never>`now()` })
    .where('id', '=', id)
    .execute();
}

function activeChanges(db: Db, connectionId: number) {
  return db
    .selectFrom('setting_changes')
    .select(CHANGE)
    .where('connection_id', '=', connectionId)
    .where('undone_at', 'is', null)
    .orderBy('id', 'desc');
}
