import { sql } from 'kysely';
import type { Db } from '../../db/handle.ts';
import type { Application } from './types.ts';

/** The newest application to a file that has neither failed nor been undone. */
export async function findLastApplication(
  db: Db,
  connectionId: number,
  filePath: string,
): Promise<Application | null> {
  return (await standing(db, connectionId, filePath).limit(1).execute()).map(toApplication)[0] ?? null;
}

/** Those before the newest so many. */
export async function findOldApplications(
  db: Db,
  { connectionId, filePath, keep }: { connectionId: number; filePath: string; keep: number },
): Promise<Application[]> {
  return (await standing(db, connectionId, filePath).offset(keep).limit(100).execute()).map(toApplication);
}

export async function insertApplication(
  db: Db,
  application: Omit<Application, 'id' | 'state' | 'appliedAt'> & { connectionId: number },
): Promise<Application> {
  const row = await db
    .insertInto('rule_applications')
    .values({
      connection_id: application.connectionId,
      state: 'applying',
      block: application.block,
      file_path: application.filePath,
      backup_path: application.backupPath,
      file_sha256: application.fileSha256,
      applied_by: application.appliedBy,
      undone_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toApplication(row);
}

export async function saveState(db: Db, id: number, state: Application['state']): Promise<void> {
  await db.updateTable('rule_applications').set({ state }).where('id', '=', id).execute();
}

export async function deleteApplications(db: Db, ids: number[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('rule_applications').where('id', 'in', ids).execute();
}

export async function markUndone(db: Db, id: number): Promise<void> {
  await db
    .updateTable('rule_applications')
    .set({ state: 'applied', undone_at: sql<never>`now()` })
    .where('id', '=', id)
    .execute();
}

function standing(db: Db, connectionId: number, filePath: string) {
  return db
    .selectFrom('rule_applications')
    .selectAll()
    .where('connection_id', '=', connectionId)
    .where('file_path', '=', filePath)
    .where('state', '<>', 'failed')
    .where('undone_at', 'is', null)
    .orderBy('id', 'desc');
}

type Row = Awaited<ReturnType<ReturnType<typeof standing>['execute']>>[number];

function toApplication(row: Row): Application {
  return {
    id: row.id,
    state: row.state,
    block: row.block,
    filePath: row.file_path,
    backupPath: row.backup_path,
    fileSha256: row.file_sha256,
    appliedBy: row.applied_by,
    appliedAt: row.applied_at,
  };
}
