import type { Db } from '../../db/handle.ts';

interface NewRow {
  connectionId: number;
  name: string;
  purpose: string;
  createdBy: string | null;
}

/**
 * The row of a database that a job is about to make. It takes the place of one whose creation failed; null when the name stands
 * for a database that is there, or that another job is creation.
 */
export async function reserveDatabase(trx: Db, row: NewRow): Promise<number | null> {
  const found = await trx
    .selectFrom('databases')
    .leftJoin('jobs', 'jobs.id', 'databases.job_id')
    .select(['databases.id', 'databases.job_id', 'jobs.status'])
    .where('databases.connection_id', '=', row.connectionId)
    .where('databases.name', '=', row.name)
    .forUpdate('databases')
    .executeTakeFirst();
  if (!found) return insertRow(trx, row);
  const isFailed =
    found.job_id !== null && (found.status === null || ['failed', 'cancelled'].includes(found.status));
  if (!isFailed) return null;
  await trx
    .updateTable('databases')
    .set({ purpose: row.purpose, created_by: row.createdBy })
    .where('id', '=', found.id)
    .execute();
  return found.id;
}

async function insertRow(trx: Db, { connectionId, name, purpose, createdBy }: NewRow): Promise<number> {
  const { id } = await trx
    .insertInto('databases')
    .values({ connection_id: connectionId, name, purpose, created_by: createdBy, job_id: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function setCreatingJob(trx: Db, id: number, jobId: number): Promise<void> {
  await trx.updateTable('databases').set({ job_id: jobId }).where('id', '=', id).execute();
}

/** The database is there: nobody makes it any more. Harmless when it is said twice. */
export async function markCreated(db: Db, id: number, jobId: number): Promise<void> {
  await db
    .updateTable('databases')
    .set({ job_id: null })
    .where('id', '=', id)
    .where('job_id', '=', jobId)
    .execute();
}

export async function deleteDatabaseRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('databases').where('id', '=', id).execute();
}

/** Registers a database that a job left behind under another name; nothing when it is registered. */
export async function registerPreviousDatabase(db: Db, row: NewRow): Promise<void> {
  await db
    .insertInto('databases')
    .values({
      connection_id: row.connectionId,
      name: row.name,
      purpose: row.purpose,
      created_by: row.createdBy,
      job_id: null,
    })
    .onConflict((conflict) => conflict.columns(['connection_id', 'name']).doNothing())
    .execute();
}
