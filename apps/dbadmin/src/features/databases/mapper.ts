import type { DbadminSchemas } from '@cairn/contracts';
import { toConnectionBody } from '../connections/mapper.ts';
import type { DatabaseDetail, DatabaseStats, JobUnderWay } from './types.ts';

type Body = DbadminSchemas['Database'];

/** What belongs to a line beside the facts of the server. */
export interface Beside {
  job: JobUnderWay | undefined;
  lastBackup: DbadminSchemas['Backup'] | undefined;
  seesServers: boolean;
}

export function toDatabaseBody(facts: DatabaseStats, { job, lastBackup, seesServers }: Beside): Body {
  const { database, catalog, seen, pending } = facts;
  const contents = seen?.contents;
  return {
    id: database.id,
    connection_id: database.connectionId,
    connection_name: database.connectionName,
    name: database.name,
    purpose: database.purpose,
    state: stateOf(facts, job),
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
    facts_at: seen?.at.toISOString() ?? null,
    ...(pending ? { pending } : {}),
    // It names the address of the server and its role.
    ...(facts.error === undefined || !seesServers ? {} : { error: facts.error }),
    created_at: database.createdAt.toISOString(),
  };
}

export function toDetailBody(facts: DatabaseDetail, beside: Beside): DbadminSchemas['DatabaseDetail'] {
  return {
    ...toDatabaseBody(facts, beside),
    connection: toConnectionBody(facts.connection, beside),
    encoding: facts.catalog?.encoding ?? null,
    collation: facts.catalog?.collation ?? null,
    server_version: facts.serverVersion,
  };
}

function stateOf(
  { database, catalog, serverVersion }: DatabaseStats,
  job: JobUnderWay | undefined,
): Body['state'] {
  if (database.creation) return isOver(database.creation.status) ? 'failed' : 'creating';
  if (job?.kind === 'delete') return 'deleting';
  if (serverVersion === null) return 'unknown';
  return catalog ? 'ready' : 'missing';
}

function isOver(status: string): boolean {
  return status === 'failed' || status === 'cancelled';
}
