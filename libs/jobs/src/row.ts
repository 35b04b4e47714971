import type { Job, JobError, JobStatus } from './types.ts';

/** A row as the driver returns it; bigint is text unless the pool parses it. */
export interface JobRow {
  id: string | number;
  kind: string;
  payload: unknown;
  status: JobStatus;
  progress: number;
  stage: string | null;
  errors: JobError[];
  result: unknown;
  attempts: number;
  max_attempts: number;
  requested_by: string | null;
  idempotency_key: string | null;
  fence: string | number;
  lease_until: Date | null;
  heartbeat_at: Date | null;
  dispatched_at: Date | null;
  cancel_requested_at: Date | null;
  run_after: Date;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
}

export function toJob(row: JobRow): Job {
  return {
    id: Number(row.id),
    kind: row.kind,
    payload: row.payload,
    status: row.status,
    progress: row.progress,
    stage: row.stage,
    errors: row.errors,
    result: row.result,
    attempts: row.attempts,
    maxAttempts: row.max_attempts,
    requestedBy: row.requested_by,
    idempotencyKey: row.idempotency_key,
    fence: Number(row.fence),
    leaseUntil: row.lease_until,
    heartbeatAt: row.heartbeat_at,
    dispatchedAt: row.dispatched_at,
    cancelRequestedAt: row.cancel_requested_at,
    runAfter: row.run_after,
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  };
}
