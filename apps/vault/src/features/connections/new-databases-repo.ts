import { sql } from 'kysely';
import type { Job } from '@cairn/jobs';
import type { Db } from '../../db/handle.ts';

/** A database that a job has database administration create. */
export interface NewDatabase {
  jobId: number;
  /** Names the request there. */
  requestId: string;
  serverId: number;
  name: string;
  userId: number;
  /** Its id in database administration; null before that is known. */
  databaseId: number | null;
  state: 'creating' | 'kept' | 'undoing' | 'undone';
  /** Why it was undone. */
  error: string | null;
}

/** The row of a job: that of an earlier attempt, else a new one. */
export async function reserveNewDatabase(
  db: Db,
  { jobId, serverId, name, userId }: Pick<NewDatabase, 'jobId' | 'serverId' | 'name' | 'userId'>,
): Promise<NewDatabase> {
  await db
    .insertInto('new_databases')
    .values({ job_id: jobId, server_id: serverId, name, user_id: userId })
    .onConflict((on) => on.doNothing())
    .execute();
  return selection(db).where('job_id', '=', jobId).executeTakeFirstOrThrow();
}

export async function saveDatabaseId(db: Db, jobId: number, databaseId: number): Promise<void> {
  await db
    .updateTable('new_databases')
    .set({ database_id: databaseId })
    .where('job_id', '=', jobId)
    .execute();
}

/** Whether the database of a job stays; false when another attempt owns the job, or has undone it. */
export async function markKept(db: Db, job: Pick<Job, 'id' | 'fence'>): Promise<boolean> {
  const kept = await db
    .updateTable('new_databases')
    .set({ state: 'kept' })
    .where('job_id', '=', job.id)
    .where('state', 'in', ['creating', 'kept'])
    .where(isOwner(job))
    .executeTakeFirst();
  return kept.numUpdatedRows > 0n;
}

/** Begins to undo what a job created; null when it stays, or another attempt owns the job. */
export async function markUndoing(
  db: Db,
  job: Pick<Job, 'id' | 'fence'>,
  error: string,
): Promise<NewDatabase | null> {
  await db
    .updateTable('new_databases')
    .set({ state: 'undoing', error })
    .where('job_id', '=', job.id)
    .where('state', '=', 'creating')
    .where(isOwner(job))
    .execute();
  const row = await selection(db)
    .where('job_id', '=', job.id)
    .where('state', '=', 'undoing')
    .executeTakeFirst();
  return row ?? null;
}

/** Databases to undo: those whose undoing did not end, and those of jobs that ended without keeping them. */
export async function takeAbandoned(db: Db): Promise<NewDatabase[]> {
  await db
    .updateTable('new_databases')
    .set({ state: 'undoing' })
    .where('state', '=', 'creating')
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM jobs j WHERE j.id = job_id AND j.status IN ('queued', 'running'))`,
    )
    .execute();
  return selection(db).where('state', '=', 'undoing').orderBy('job_id').limit(20).execute();
}

/** Deletes the connections to a dropped database, and notes that nothing of it is left. */
export async function markUndone(db: Db, { jobId, databaseId }: NewDatabase): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (databaseId !== null) {
      await sql`DELETE FROM connections c WHERE dbadmin_database_id = ${databaseId}
        AND NOT EXISTS (SELECT FROM versions v WHERE v.source ->> 'connection_id' = c.id::text)`.execute(trx);
    }
    await trx.updateTable('new_databases').set({ state: 'undone' }).where('job_id', '=', jobId).execute();
  });
}

/** Rows serve further attempts at their jobs, and jobs are deleted after a month. */
export async function deleteEndedNewDatabases(db: Db): Promise<void> {
  await sql`DELETE FROM new_databases n WHERE state IN ('kept', 'undone')
    AND NOT EXISTS (SELECT FROM jobs j WHERE j.id = n.job_id)`.execute(db);
}

/** An attempt that was presumed dead must change nothing any more. */
function isOwner({ id, fence }: Pick<Job, 'id' | 'fence'>) {
  return sql<boolean>`EXISTS (SELECT FROM jobs j WHERE j.id = ${id} AND j.fence = ${fence})`;
}

function selection(db: Db) {
  return db
    .selectFrom('new_databases')
    .select([
      'job_id as jobId',
      'request_id as requestId',
      'server_id as serverId',
      'name',
      'user_id as userId',
    ])
    .select(['database_id as databaseId', 'state', 'error']);
}
