import type { DbadminSchemas } from '@cairn/contracts';
import { toConnectionBody } from '../connections/mapper.ts';
import type { Connection } from '../connections/types.ts';
import type { ActiveJob, DatabaseStats, DatabaseView, Enqueued } from './types.ts';

type Body = DbadminSchemas['Database'];

export function toDatabaseBody(view: DatabaseView): Body {
  const { database, catalog, inspected, pending, job, lastBackup, seesServers, error } = view;
  const contents = inspected?.contents;
  return {
    id: database.id,
    connection_id: database.connectionId,
    connection_name: database.connectionName,
    name: database.name,
    purpose: database.purpose,
    state: stateOf(view, job),
    owner: catalog?.owner ?? null,
    size_bytes: catalog?.sizeBytes ?? null,
    sessions: catalog?.sessions ?? null,
    spatialdb: contents ? { installed: contents.postgis !== null, version: contents.postgis } : null,
    table_count: contents?.tableCount ?? null,
    geometry: contents?.geometry ?? [],
    srids: contents?.srids ?? [],
    last_backup: lastBackup ?? null,
    job: job
      ? {
          id: String(job.id),
          kind: job.kind,
          status: job.status,
          progress: job.progress,
          stage: job.stage,
        }
      : null,
    facts_at: inspected?.at.toISOString() ?? null,
    ...(pending ? { pending } : {}),
    // Names the address of the server and its role.
    ...(error === undefined || !seesServers ? {} : { error }),
    created_at: database.createdAt.toISOString(),
  };
}

export function toDetailBody(view: DatabaseView, connection: Connection): DbadminSchemas['DatabaseDetail'] {
  return {
    ...toDatabaseBody(view),
    connection: toConnectionBody({ connection, seesServers: view.seesServers }),
    encoding: view.catalog?.encoding ?? null,
    collation: view.catalog?.collation ?? null,
    server_version: view.serverVersion,
  };
}

export function toEnqueuedBody({ databaseId, jobId }: Enqueued) {
  return { database_id: databaseId, job_id: String(jobId) };
}

function stateOf(
  { database, catalog, serverVersion }: DatabaseStats,
  job: ActiveJob | undefined,
): Body['state'] {
  if (database.creation) return isEnded(database.creation.status) ? 'failed' : 'creating';
  if (job?.kind === 'delete') return 'deleting';
  if (serverVersion === null) return 'unknown';
  return catalog ? 'ready' : 'missing';
}

function isEnded(status: string): boolean {
  return status === 'failed' || status === 'cancelled';
}
