import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';

const LOST = {
  code: 'report-mgmt.run_lost',
  message: 'The process that ran the report ended again and again. Run the report again.',
};
const CANCELLED = { code: 'report-mgmt.run_cancelled', message: 'The run was cancelled.' };
/** Rows of one statement: short enough that nobody waits for its locks. */
const BATCH = 1_000;

/** Ends runs whose job ended without them: it was cancelled, or its workers died too often. Returns how many. */
export async function endLostExecutions(db: Db): Promise<number> {
  const { rows } = await sql`
    UPDATE executions e SET ended_at = now(),
           status = CASE WHEN lost.job = 'cancelled' THEN 'cancelled' ELSE 'failed' END,
           error_code = CASE WHEN lost.job = 'cancelled' THEN ${CANCELLED.code} ELSE ${LOST.code} END,
           error = CASE WHEN lost.job = 'cancelled' THEN ${CANCELLED.message} ELSE ${LOST.message} END,
           email_status = CASE e.email_status WHEN 'queued' THEN 'failed' ELSE e.email_status END
      FROM (SELECT o.id, j.status AS job FROM executions o LEFT JOIN jobs j ON j.id = o.job_id
             WHERE o.status IN ('queued', 'running') AND o.job_id IS NOT NULL
               AND (j.id IS NULL OR j.status NOT IN ('queued', 'running')) LIMIT ${BATCH}) lost
     WHERE e.id = lost.id AND e.status IN ('queued', 'running') RETURNING e.id`.execute(db);
  return rows.length;
}

/** Takes documents whose time is over from their runs, and returns their objects for removal. */
export async function forgetExpiredOutputs(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ object: string }>`
    UPDATE executions e SET output_object = NULL
      FROM (SELECT id, output_object FROM executions
             WHERE output_expires_at <= ${now} AND output_object IS NOT NULL LIMIT ${BATCH}) old
     WHERE e.id = old.id RETURNING old.output_object AS object`.execute(db);
  return rows.map(({ object }) => object);
}

/** Deletes runs that ended long ago, with their mails. Returns how many. */
export async function deleteOldExecutions(db: Db, olderThan: Date): Promise<number> {
  const { rows } = await sql`
    DELETE FROM executions WHERE id IN (
      SELECT id FROM executions
       WHERE created_at < ${olderThan} AND output_object IS NULL AND status NOT IN ('queued', 'running')
       ORDER BY created_at LIMIT ${BATCH}) RETURNING id`.execute(db);
  return rows.length;
}
