import type { ReportServerSchemas } from '@cairn/contracts';
import type { Execution } from './types.ts';

export function toExecutionBody(execution: Execution): ReportServerSchemas['Execution'] {
  const hasOutput = execution.outputObject !== null;
  return {
    id: execution.id,
    job_id: execution.jobId === null ? null : String(execution.jobId),
    report: execution.report,
    version: execution.version,
    format: execution.format,
    status: execution.status,
    parameters: execution.parameters,
    requested_by: execution.requestedByName,
    via: execution.via,
    datasource: execution.datasource,
    rows: execution.rows,
    pages: execution.pages,
    bytes: execution.bytes,
    queued_ms: execution.queuedMs,
    db_ms: execution.dbMs,
    render_ms: execution.renderMs,
    error: execution.error,
    error_code: execution.errorCode,
    warnings: execution.warnings,
    output: hasOutput ? `/api/v1/executions/${execution.id}/output` : null,
    output_expires_at: hasOutput ? (execution.expiresAt?.toISOString() ?? null) : null,
    created_at: execution.createdAt.toISOString(),
    started_at: execution.startedAt?.toISOString() ?? null,
    ended_at: execution.endedAt?.toISOString() ?? null,
  };
}
