import type { DbadminSchemas } from '@cairn/contracts';
import type { Job } from '@cairn/jobs';
import type { Actor } from '@cairn/service';
import { summaryOf } from './summary.ts';

/** What belongs to the house and not to the work: told in fields of its own. */
interface Payload extends Record<string, unknown> {
  title?: unknown;
  connection_id?: unknown;
  database_id?: unknown;
  requested_by?: unknown;
}

/** A job as callers see it. Payloads hold ids and names, never secrets, so all of it is told. */
export function toJobBody(job: Job, actor: Actor, mayCancelAll: boolean): DbadminSchemas['Job'] {
  const payload = job.payload as Payload;
  const isOwn = mayCancelAll || (actor.id !== null && job.requestedBy === String(actor.id));
  const errors = job.errors.map(({ message }) => message);
  const error = job.status === 'failed' ? errors.at(-1) : undefined;
  return {
    id: String(job.id),
    kind: job.kind,
    ...(typeof payload.title === 'string' ? { title: payload.title } : {}),
    ...summaryOf(job),
    status: job.status,
    progress: job.progress,
    stage: job.stage,
    errors,
    ...(error === undefined ? {} : { error }),
    payload,
    result: job.result as Record<string, unknown> | null,
    connection_id: numberOrNull(payload.connection_id),
    database_id: numberOrNull(payload.database_id),
    requested_by: typeof payload.requested_by === 'string' ? payload.requested_by : null,
    may_cancel: isOwn && job.finishedAt === null,
    created_at: job.createdAt.toISOString(),
    started_at: job.startedAt?.toISOString() ?? null,
    finished_at: job.finishedAt?.toISOString() ?? null,
  };
}

function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
