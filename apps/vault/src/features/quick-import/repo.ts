import { sql } from 'kysely';
import type { Db } from '../../db/handle.ts';
import type { StoredQuickImport } from './types.ts';

export async function insertQuickImport(
  trx: Db,
  jobId: number,
  { sealedRequest, objectKey }: Pick<StoredQuickImport, 'sealedRequest' | 'objectKey'>,
): Promise<void> {
  await trx
    .insertInto('quick_imports')
    .values({ job_id: jobId, sealed_request: sealedRequest, object_key: objectKey })
    .execute();
}

export async function findQuickImport(db: Db, jobId: number): Promise<StoredQuickImport | null> {
  const row = await db.selectFrom('quick_imports').selectAll().where('job_id', '=', jobId).executeTakeFirst();
  if (!row) return null;
  return {
    sealedRequest: row.sealed_request,
    objectKey: row.object_key,
    committing:
      row.transaction_id === null ? null : { transactionId: row.transaction_id, tables: row.tables ?? [] },
  };
}

export async function saveCommit(
  db: Db,
  jobId: number,
  { transactionId, tables }: NonNullable<StoredQuickImport['committing']>,
): Promise<void> {
  await db
    .updateTable('quick_imports')
    .set({ transaction_id: transactionId, tables: JSON.stringify(tables) })
    .where('job_id', '=', jobId)
    .execute();
}

/** Requests of jobs that have ended, with the objects that were uploaded for them. */
export async function findEndedQuickImports(db: Db): Promise<{ jobId: number; objectKey: string | null }[]> {
  return db
    .selectFrom('quick_imports as q')
    .select(['q.job_id as jobId', 'q.object_key as objectKey'])
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM jobs j WHERE j.id = q.job_id AND j.status IN ('queued', 'running'))`,
    )
    .limit(500)
    .execute();
}

export async function deleteQuickImport(db: Db, jobId: number): Promise<void> {
  await db.deleteFrom('quick_imports').where('job_id', '=', jobId).execute();
}

/** Whether a job needs an object. Waits for open inserts, as the object may be saved before its row. */
export async function isQuickImportObject(db: Db, objectKey: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await sql`SET LOCAL lock_timeout = '5s'`.execute(trx);
    await sql`LOCK TABLE quick_imports IN SHARE MODE`.execute(trx);
    const row = await trx
      .selectFrom('quick_imports')
      .select('job_id')
      .where('object_key', '=', objectKey)
      .executeTakeFirst();
    return row !== undefined;
  });
}
