import { sql } from 'kysely';
import type { Db } from '../../db/handle.ts';
import type { MapLayerSource } from '../mapserver/import/fetch-layer.ts';
import type { PublishSettings } from '../mapserver/publications/types.ts';
import type { ObjectLocation } from './remote/object-location.ts';
import type { ImportRequest, ImportSource } from './types.ts';

/** A request with its secrets sealed, if it has any. */
export type StoredRequest = Omit<ImportRequest, 'secrets'> & { sealed: string | null };

/** The column `what`. Rows of an earlier release may be waiting, so its fields keep their names. */
interface StoredSource {
  what:
    | Extract<ImportSource, { kind: 'url' | 'mapserver' }>
    | { kind: 's3'; place: ObjectLocation; mode: 'import' | 'remote' };
  publish?: PublishSettings | null;
}

export async function insertImportRequest(db: Db, jobId: number, request: StoredRequest): Promise<void> {
  const { source, publish } = request;
  const what =
    source.kind === 's3' ? { kind: source.kind, place: source.location, mode: source.mode } : source;
  await db
    .insertInto('import_requests')
    .values({
      job_id: jobId,
      dataset_name: request.dataset,
      dataset_exists: request.exists,
      project_id: request.projectId,
      folder_id: request.folderId,
      label: request.label,
      base_path: request.basePath,
      requested_by_id: request.requestedById,
      what: JSON.stringify({ what, publish } satisfies StoredSource),
      sealed: request.sealed,
    })
    .execute();
}

export async function findImportRequest(db: Db, jobId: number): Promise<StoredRequest | null> {
  const row = await db
    .selectFrom('import_requests')
    .selectAll()
    .where('job_id', '=', jobId)
    .executeTakeFirst();
  if (!row) return null;
  const { what, publish = null } = row.what as unknown as StoredSource;
  return {
    dataset: row.dataset_name,
    exists: row.dataset_exists,
    projectId: row.project_id,
    folderId: row.folder_id,
    label: row.label,
    basePath: row.base_path,
    requestedById: row.requested_by_id,
    source: what.kind === 's3' ? { kind: what.kind, location: what.place, mode: what.mode } : what,
    publish,
    sealed: row.sealed,
  };
}

/** Secrets are deleted as soon as their job has ended. */
export async function deleteEndedImportRequests(db: Db): Promise<number> {
  const deleted = await db
    .deleteFrom('import_requests as r')
    .using('jobs as j')
    .whereRef('j.id', '=', 'r.job_id')
    .where('j.status', 'in', ['succeeded', 'failed', 'cancelled'])
    .executeTakeFirst();
  return Number(deleted.numDeletedRows);
}

/** Whether a version of the dataset was imported from this layer. */
export async function isImportOfLayer(
  db: Db,
  datasetId: number,
  { serverUrl, workspace, layer }: MapLayerSource,
): Promise<boolean> {
  const origin = JSON.stringify({ url: serverUrl, workspace, layer });
  const row = await db
    .selectFrom('versions')
    .select('id')
    .where('dataset_id', '=', datasetId)
    .where('operation', '=', 'import_mapserver')
    .where(sql<boolean>`parameters @> ${origin}::jsonb`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
