import type { DbadminSchemas } from '@cairn/contracts';
import type { Job } from '@cairn/jobs';
import type { Actor } from '@cairn/service';
import { summaryOf } from './summary.ts';

/** Members of every payload, which the answer has in fields of their own. */
interface Payload extends Record<string, unknown> {
  title?: unknown;
  connection_id?: unknown;
  database_id?: unknown;
  requested_by?: unknown;
}

/** What a caller may see and do of all jobs. */
export interface JobRights {
  seesServers: boolean;
  /** Whether also those of others. */
  mayCancelAll: boolean;
  /** Connections whose jobs the caller may not cancel, whichever user requested them. */
  closedConnections: ReadonlySet<number>;
}

/** A job as a caller sees it. Of other people's jobs, only people who see servers get details. */
export function toJobBody(
  job: Job,
  actor: Actor,
  { seesServers, mayCancelAll, closedConnections }: JobRights,
): DbadminSchemas['Job'] {
  const payload = job.payload as Payload;
  const isOwn = actor.id !== null && job.requestedBy === String(actor.id);
  const seesDetails = isOwn || seesServers;
  const errors = seesDetails ? job.errors.map(({ message }) => message) : [];
  const connectionId = numberOrNull(payload.connection_id);
  const isClosed = connectionId !== null && closedConnections.has(connectionId);
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
    payload: seesDetails ? payload : {},
    result: seesDetails ? (job.result as Record<string, unknown> | null) : null,
    connection_id: connectionId,
    database_id: numberOrNull(payload.database_id),
    requested_by: typeof payload.requested_by === 'string' ? payload.requested_by : null,
    may_cancel: seesServers && (isOwn || mayCancelAll) && !isClosed && job.finishedAt === null,
    created_at: job.createdAt.toISOString(),
    started_at: job.startedAt?.toISOString() ?? null,
    finished_at: job.finishedAt?.toISOString() ?? null,
  };
}

function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
