import type { Db } from '../../db/schema.ts';
import type { ExecutionStatus } from './types.ts';

/** A run that a viewer waits for. Its document is sent and not kept. */
export interface ViewerRun {
  reportKey: string;
  reportTitle: string;
  datasource: string;
  format: string;
  parameters: Readonly<Record<string, readonly string[]>>;
  /** Null for visitors. */
  requestedBy: number | null;
  requestedByName: string | null;
  timeZone: string;
  fileName: string | null;
}

export interface ViewerRunEnd {
  status: Extract<ExecutionStatus, 'succeeded' | 'failed' | 'cancelled'>;
  /** Sent to the viewer. */
  bytes: number;
  engineExecutionId: string | null;
  rows: number | null;
  pages: number | null;
  queuedMs: number | null;
  dbMs: number | null;
  renderMs: number | null;
  warnings: string[];
  errorCode: string | null;
  /** A sentence. */
  error: string | null;
}

/** Records the start of a run and returns its id. */
export async function startViewerRun(db: Db, run: ViewerRun): Promise<string> {
  const { id } = await db
    .insertInto('executions')
    .values({
      trigger: 'viewer',
      status: 'running',
      report_key: run.reportKey,
      report_title: run.reportTitle,
      datasource: run.datasource,
      format: run.format,
      parameters: JSON.stringify(run.parameters),
      requested_by: run.requestedBy,
      requested_by_name: run.requestedByName,
      time_zone: run.timeZone,
      output_name: run.fileName,
      started_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Whether nobody has ended it yet. */
export async function isViewerRunOpen(db: Db, id: string): Promise<boolean> {
  const run = await db.selectFrom('executions').select('status').where('id', '=', id).executeTakeFirst();
  return run?.status === 'running';
}

/** Records the end of a run, unless it was cancelled before. */
export async function endViewerRun(db: Db, id: string, end: ViewerRunEnd): Promise<void> {
  await db
    .updateTable('executions')
    .set({
      status: end.status,
      output_bytes: end.bytes,
      engine_execution_id: end.engineExecutionId,
      rows: end.rows,
      pages: end.pages,
      queued_ms: end.queuedMs,
      db_ms: end.dbMs,
      render_ms: end.renderMs,
      warnings: JSON.stringify(end.warnings),
      error_code: end.errorCode,
      error: end.error,
      ended_at: new Date(),
    })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute();
}

/** Ends runs whose process died, since a viewer waits for no other. */
export async function endInterruptedViewerRuns(db: Db, startedBefore: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('executions')
    .set({
      status: 'failed',
      error_code: 'report-mgmt.run_interrupted',
      error: 'The service stopped during the run. Run the report again.',
      ended_at: new Date(),
    })
    .where('trigger', '=', 'viewer')
    .where('job_id', 'is', null)
    .where('status', '=', 'running')
    .where('started_at', '<', startedBefore)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
