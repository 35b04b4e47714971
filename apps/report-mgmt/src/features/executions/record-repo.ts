import type { Selectable } from 'kysely';
import type { Db, ExecutionsTable } from '../../db/schema.ts';
import type { ExecutionRecord } from './types.ts';

export function selectRecords(db: Db) {
  return db.selectFrom('executions as e').selectAll('e');
}

export async function findRecord(db: Db, id: string): Promise<ExecutionRecord | null> {
  const row = await selectRecords(db).where('e.id', '=', id).executeTakeFirst();
  return row ? toRecord(row) : null;
}

export function toRecord(row: Selectable<ExecutionsTable>): ExecutionRecord {
  return {
    id: row.id,
    jobId: row.job_id,
    scheduleId: row.schedule_id,
    trigger: row.trigger,
    slot: row.slot,
    timeZone: row.time_zone,
    status: row.status,
    missedCount: row.missed_count,
    reportKey: row.report_key,
    reportTitle: row.report_title || row.report_key,
    datasource: row.datasource,
    format: row.format,
    parameters: row.parameters,
    requestedBy: row.requested_by,
    requestedByName: row.requested_by_name,
    attempt: row.attempt,
    rows: row.rows,
    pages: row.pages,
    queuedMs: row.queued_ms,
    dbMs: row.db_ms,
    renderMs: row.render_ms,
    fileName: row.output_name,
    outputObject: row.output_object,
    outputBytes: row.output_bytes,
    outputExpiresAt: row.output_expires_at,
    error: row.error,
    errorCode: row.error_code,
    warnings: row.warnings,
    delivery: row.delivery,
    emailStatus: row.email_status,
    createdAt: row.created_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
  };
}
