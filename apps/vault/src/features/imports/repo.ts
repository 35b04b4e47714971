import type { Db } from '../../db/handle.ts';
import type { ImportRequest, ImportWhat } from './types.ts';

/** A request as it lies in the database: its secrets sealed, if it has any. */
export type StoredRequest = Omit<ImportRequest, 'secrets'> & { sealed: string | null };

interface StoredWhat {
  what: ImportWhat;
  publishes: boolean;
}

export async function insertImportRequest(db: Db, jobId: number, request: StoredRequest): Promise<void> {
  const { what, publishes } = request;
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
      what: JSON.stringify({ what, publishes } satisfies StoredWhat),
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
  const { what, publishes } = row.what as unknown as StoredWhat;
  return {
    dataset: row.dataset_name,
    exists: row.dataset_exists,
    projectId: row.project_id,
    folderId: row.folder_id,
    label: row.label,
    basePath: row.base_path,
    requestedById: row.requested_by_id,
    what,
    publishes,
    sealed: row.sealed,
  };
}

/** Secrets are kept no longer than somebody needs them. */
export async function deleteEndedRequests(db: Db): Promise<number> {
  const gone = await db
    .deleteFrom('import_requests as r')
    .using('jobs as j')
    .whereRef('j.id', '=', 'r.job_id')
    .where('j.status', 'in', ['succeeded', 'failed', 'cancelled'])
    .executeTakeFirst();
  return Number(gone.numDeletedRows);
}
