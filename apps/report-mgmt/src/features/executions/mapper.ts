import type { ReportMgmtSchemas } from '@cairn/contracts';
import type { Actor } from '@cairn/service';
import { formatLocal } from '../deliveries/format.ts';
import { toDeliveryBody } from '../deliveries/mapper.ts';
import { isOwnerOf } from './service.ts';
import type { ExecutionDetails } from './service.ts';
import type { ExecutionRecord } from './types.ts';

interface Reader {
  actor: Actor;
  basePath: string;
}

export function toExecutionBody(
  run: ExecutionRecord,
  { actor, basePath }: Reader,
): ReportMgmtSchemas['Execution'] {
  const isKept = run.outputObject !== null;
  return {
    id: run.id,
    job_id: run.jobId,
    schedule_id: run.scheduleId,
    trigger: run.trigger,
    slot: run.slot?.toISOString() ?? null,
    slot_local: run.slot && formatLocal(run.slot, run.timeZone),
    time_zone: run.timeZone,
    status: run.status,
    missed_count: run.missedCount,
    report: run.reportKey,
    report_title: run.reportTitle,
    datasource: run.datasource,
    format: run.format,
    parameters: run.parameters,
    requested_by: run.requestedByName,
    attempt: run.attempt,
    rows: run.rows,
    pages: run.pages,
    bytes: run.outputBytes,
    queued_ms: run.queuedMs,
    db_ms: run.dbMs,
    render_ms: run.renderMs,
    output: isKept && isOwnerOf(actor, run) ? `${basePath}/api/v1/executions/${run.id}/output` : null,
    output_name: isKept ? run.fileName : null,
    output_expires_at: isKept ? (run.outputExpiresAt?.toISOString() ?? null) : null,
    error: run.error,
    error_code: run.errorCode,
    warnings: run.warnings,
    email_status: run.emailStatus,
    created_at: run.createdAt.toISOString(),
    started_at: run.startedAt?.toISOString() ?? null,
    ended_at: run.endedAt?.toISOString() ?? null,
  };
}

export function toDetailsBody(
  { run, mayCancel, mayMail, deliveries }: ExecutionDetails,
  reader: Reader,
): ReportMgmtSchemas['ExecutionDetails'] {
  return {
    ...toExecutionBody(run, reader),
    may_cancel: mayCancel,
    may_mail: mayMail,
    deliveries: deliveries && deliveries.map(toDeliveryBody),
  };
}
