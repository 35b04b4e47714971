import type { Db, ExecutionsTable } from '../../db/schema.ts';
import { sql } from 'kysely';
import type { Insertable, Selectable } from 'kysely';
import type { Execution, RunFigures, RunRequest, Via } from './types.ts';

export interface NewExecution {
  request: Pick<RunRequest, 'report' | 'format' | 'parameters'>;
  reportId: number;
  version: number | null;
  datasource: string | null;
  requestedBy: number | null;
  requestedByName: string | null;
  via: Via;
  status: 'queued' | 'running';
  queuedMs?: number;
}

export async function insertExecution(db: Db, execution: NewExecution): Promise<Execution> {
  const { request, status } = execution;
  const row: Insertable<ExecutionsTable> = {
    report_id: execution.reportId,
    report_key: request.report,
    version: execution.version,
    format: request.format,
    parameters: JSON.stringify(request.parameters),
    requested_by: execution.requestedBy,
    requested_by_name: execution.requestedByName,
    via: execution.via,
    datasource_key: execution.datasource,
    status,
    queued_ms: execution.queuedMs ?? null,
    started_at: status === 'running' ? new Date() : null,
  };
  return toExecution(await db.insertInto('executions').values(row).returningAll().executeTakeFirstOrThrow());
}

export async function setJob(db: Db, id: string, jobId: number): Promise<void> {
  await db.updateTable('executions').set({ job_id: jobId }).where('id', '=', id).execute();
}

export async function findExecution(db: Db, id: string): Promise<Execution | null> {
  const row = await db.selectFrom('executions').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toExecution(row) : null;
}

export interface ExecutionFilter {
  requestedBy: number | null;
  report?: string | undefined;
  status?: Execution['status'] | undefined;
  before?: Date | undefined;
  limit: number;
}

/** Newest first; `requestedBy: null` means those of everybody. */
export async function listExecutions(db: Db, filter: ExecutionFilter): Promise<Execution[]> {
  let query = db.selectFrom('executions').selectAll().orderBy('created_at', 'desc').limit(filter.limit);
  if (filter.requestedBy !== null) query = query.where('requested_by', '=', filter.requestedBy);
  if (filter.report) query = query.where('report_key', '=', filter.report);
  if (filter.status) query = query.where('status', '=', filter.status);
  if (filter.before) query = query.where('created_at', '<', filter.before);
  return (await query.execute()).map(toExecution);
}

export async function startExecution(db: Db, id: string): Promise<void> {
  await db
    .updateTable('executions')
    .set({
      status: 'running',
      started_at: new Date(),
      queued_ms: sql`extract(epoch FROM now() - created_at) * 1000`,
    })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .execute();
}

export interface StoredOutput {
  object: string;
  name: string;
  mime: string;
  expiresAt: Date;
}

export async function finishExecution(
  db: Db,
  id: string,
  { figures, output }: { figures: RunFigures; output?: StoredOutput },
): Promise<void> {
  await db
    .updateTable('executions')
    .set({
      status: 'succeeded',
      rows: figures.rows,
      pages: figures.pages,
      bytes: figures.bytes,
      db_ms: figures.dbMs,
      render_ms: figures.renderMs,
      warnings: JSON.stringify(figures.warnings),
      ended_at: new Date(),
      ...(output
        ? {
            output_object: output.object,
            output_name: output.name,
            output_mime: output.mime,
            expires_at: output.expiresAt,
          }
        : {}),
    })
    .where('id', '=', id)
    .execute();
}

export async function failExecution(
  db: Db,
  id: string,
  end: { status: 'failed' | 'cancelled'; code: string; message: string },
): Promise<void> {
  await db
    .updateTable('executions')
    .set({ status: end.status, error_code: end.code, error: end.message, ended_at: new Date() })
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'running'])
    .execute();
}

/** A run whose attempt ended and which a worker takes up again. */
export async function requeueExecution(db: Db, id: string): Promise<void> {
  await db
    .updateTable('executions')
    .set({ status: 'queued', started_at: null })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute();
}

/** Takes the output from a run, for its removal. */
export async function forgetOutput(db: Db, id: string): Promise<void> {
  await db
    .updateTable('executions')
    .set({ output_object: null, output_name: null, output_mime: null, expires_at: null })
    .where('id', '=', id)
    .execute();
}

export async function insertPicture(
  db: Db,
  picture: { executionId: string; name: string; object: string; mime: string; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('run_assets')
    .values({
      execution_id: picture.executionId,
      name: picture.name,
      object: picture.object,
      mime: picture.mime,
      expires_at: picture.expiresAt,
    })
    .execute();
}

export interface Picture {
  object: string;
  mime: string;
  requestedBy: number | null;
}

/** A picture of a run, while it is kept. */
export async function findPicture(db: Db, executionId: string, name: string): Promise<Picture | null> {
  const row = await db
    .selectFrom('run_assets as a')
    .innerJoin('executions as e', 'e.id', 'a.execution_id')
    .select(['a.object', 'a.mime', 'e.requested_by'])
    .where('a.execution_id', '=', executionId)
    .where('a.name', '=', name)
    .where('a.expires_at', '>', new Date())
    .executeTakeFirst();
  return row ? { object: row.object, mime: row.mime, requestedBy: row.requested_by } : null;
}

/** Removes what is kept too long and returns the objects that no row names any more. */
export async function deleteExpired(db: Db, { keepDays }: { keepDays: number }): Promise<string[]> {
  const now = new Date();
  const pictures = await db
    .deleteFrom('run_assets')
    .where('expires_at', '<', now)
    .returning('object')
    .execute();
  const { rows: outputs } = await sql<{ object: string }>`
    UPDATE executions e SET output_object = NULL, output_name = NULL, output_mime = NULL
      FROM (SELECT id, output_object FROM executions WHERE expires_at < ${now} AND output_object IS NOT NULL) old
     WHERE e.id = old.id RETURNING old.output_object AS object`.execute(db);
  await db
    .deleteFrom('executions')
    .where('created_at', '<', new Date(now.getTime() - keepDays * 86_400_000))
    .where('output_object', 'is', null)
    .execute();
  return [...pictures, ...outputs].map(({ object }) => object);
}

/**
 * Runs whose process ended in the middle: nothing runs longer than the limit, and a run in the background ends with its job at the
 * latest.
 */
export async function failAbandoned(db: Db, olderThan: Date): Promise<void> {
  const lost = {
    code: 'report-server.run_lost',
    text: 'The process that ran the report ended. Run it again.',
  };
  const cancelled = { code: 'report-server.run_cancelled', text: 'The run was cancelled.' };
  await sql`
    UPDATE executions e SET ended_at = now(),
           status = CASE WHEN j.status = 'cancelled' THEN 'cancelled' ELSE 'failed' END,
           error_code = CASE WHEN j.status = 'cancelled' THEN ${cancelled.code} ELSE ${lost.code} END,
           error = CASE WHEN j.status = 'cancelled' THEN ${cancelled.text} ELSE ${lost.text} END
      FROM executions o LEFT JOIN jobs j ON j.id = o.job_id
     WHERE o.id = e.id AND o.status IN ('queued', 'running')
       AND CASE WHEN o.job_id IS NULL THEN o.started_at < ${olderThan}
                ELSE j.id IS NULL OR j.status NOT IN ('queued', 'running') END`.execute(db);
}

function toExecution(row: Selectable<ExecutionsTable>): Execution {
  return {
    id: row.id,
    jobId: row.job_id,
    report: row.report_key,
    version: row.version,
    format: row.format,
    status: row.status,
    parameters: row.parameters as Record<string, string[]>,
    requestedBy: row.requested_by,
    requestedByName: row.requested_by_name,
    via: row.via,
    datasource: row.datasource_key,
    rows: row.rows,
    pages: row.pages,
    bytes: row.bytes,
    queuedMs: row.queued_ms,
    dbMs: row.db_ms,
    renderMs: row.render_ms,
    errorCode: row.error_code,
    error: row.error,
    warnings: row.warnings,
    outputObject: row.output_object,
    outputName: row.output_name,
    outputMime: row.output_mime,
    createdAt: row.created_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    expiresAt: row.expires_at,
  };
}
