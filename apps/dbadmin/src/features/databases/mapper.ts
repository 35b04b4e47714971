import type { DbadminSchemas } from '@cairn/contracts';
import { KINDS } from '../../server-jobs/kinds.ts';
import { toConnectionBody } from '../connections/mapper.ts';
import type { Connection } from '../connections/types.ts';
import type { ActiveJob, DatabaseView, Enqueued } from './types.ts';

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
    state: stateOf(view),
    owner: catalog?.owner ?? null,
    size_bytes: catalog?.sizeBytes ?? null,
    sessions: catalog?.sessions ?? null,
    spatialdb: contents ? { installed: contents.postgis !== null, version: contents.postgis } : null,
    table_count: contents?.tableCount ?? null,
    geometry: contents?.geometry ?? [],
    srids: contents?.srids ?? [],
    last_backup: lastBackup ?? null,
    job: job ? toJobBody(job) : null,
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

function toJobBody({ id, kind, status, progress, stage }: ActiveJob) {
  return { id: String(id), kind, status, progress, stage };
}

function stateOf({ database, catalog, serverVersion, job }: DatabaseView): Body['state'] {
  if (database.creation)
    return ['failed', 'cancelled'].includes(database.creation.status) ? 'failed' : 'creating';
  if (job?.kind === KINDS.delete) return 'deleting';
  if (serverVersion === null) return 'unknown';
  return catalog ? 'ready' : 'missing';
}
