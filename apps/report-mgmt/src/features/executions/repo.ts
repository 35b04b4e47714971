import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';
import type { Execution, ExecutionEnd, Figures, StoredOutput } from './types.ts';

/** Kind of the job that executes; its payload is `{execution_id, title}`. */
export const RUN_KIND = 'execution.run';

export async function findExecution(db: Db, id: string): Promise<Execution | null> {
  const row = await db.selectFrom('executions').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    trigger: row.trigger,
    scheduleId: row.schedule_id,
    slot: row.slot,
    status: row.status,
    reportKey: row.report_key,
    reportTitle: row.report_title,
    datasource: row.datasource,
    format: row.format,
    parameters: row.parameters,
    requestedBy: row.requested_by,
    requestedByName: row.requested_by_name,
    timeZone: row.time_zone,
    jobId: row.job_id,
    outputName: row.output_name,
    retryUntil: row.retry_until,
    delivery: row.delivery,
  };
}

/** Says that an attempt begins. False where the execution has ended. */
export async function startExecution(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    UPDATE executions SET status = 'running', attempt = attempt + 1, started_at = now(),
           queued_ms = least(extract(epoch FROM now() - created_at) * 1000, 2147483647)
     WHERE id = ${id} AND status IN ('queued', 'running') RETURNING id`.execute(db);
  return rows.length > 0;
}

/** An execution whose attempt ended and which a worker takes up again. */
export async function requeueExecution(db: Db, id: string, reason: string | null): Promise<void> {
  await db
    .updateTable('executions')
    .set({ status: 'queued', error: reason })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute();
}

export async function succeedExecution(
  db: Db,
  id: string,
  {
    figures,
    output,
    engineExecutionId,
  }: { figures: Figures; output: StoredOutput; engineExecutionId: string | null },
): Promise<boolean> {
  const result = await db
    .updateTable('executions')
    .set({
      status: 'succeeded',
      rows: figures.rows,
      pages: figures.pages,
      db_ms: figures.dbMs,
      render_ms: figures.renderMs,
      warnings: JSON.stringify(figures.warnings),
      output_object: output.object,
      output_name: output.name,
      output_mime: output.mime,
      output_bytes: output.bytes,
      output_expires_at: output.expiresAt,
      engine_execution_id: engineExecutionId,
      error: null,
      error_code: null,
      ended_at: new Date(),
    })
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Ends an execution without a document; mail that was asked for has failed. False where it had ended before. */
export async function endExecution(db: Db, id: string, end: ExecutionEnd): Promise<boolean> {
  const { rows } = await sql`
    UPDATE executions SET status = ${end.status}, error_code = ${end.code}, error = ${end.message}, ended_at = now(),
           email_status = CASE email_status WHEN 'queued' THEN 'failed' ELSE email_status END
     WHERE id = ${id} AND status IN ('queued', 'running') RETURNING id`.execute(db);
  return rows.length > 0;
}

/** Counts how many slots in a row ended without a document, and returns the count. */
export async function countSlot(
  db: Db,
  { scheduleId, succeeded }: { scheduleId: number; succeeded: boolean },
): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    UPDATE schedules SET failures = CASE WHEN ${succeeded} THEN 0 ELSE failures + 1 END
     WHERE id = ${scheduleId} RETURNING failures`.execute(db);
  return rows[0]?.failures ?? 0;
}
