import { sql } from 'kysely';
import type { Db } from '../../db/handle.ts';
import { isVisible } from '../access/dataset-guard.ts';
import type { VisibleDatasets } from '../access/dataset-guard.ts';
import type { Version } from './types.ts';

function versions(db: Db) {
  return db
    .selectFrom('versions as v')
    .innerJoin('datasets as d', 'd.id', 'v.dataset_id')
    .leftJoin('file_facts as x', 'x.sha256', 'v.sha256')
    .select([
      'v.id',
      'v.dataset_id',
      'd.name as dataset',
      'd.type',
      'v.version',
      'd.latest_version_id',
      'v.project_id',
      'v.operation',
      'v.parent_id',
      'v.clipped_by_id',
      'v.parameters',
      'v.datasource_type',
      'v.source',
      'v.label',
      'v.format',
      'v.file_name',
      'v.size',
      'v.sha256',
      'v.object_key',
      'v.created_by_id',
      'v.created_by',
      'v.created_at',
      'v.numbered_in_id',
      'v.removed_rows_hash',
      'v.next_rows',
      'x.feature_count',
    ]);
}

type VersionRow = Awaited<ReturnType<ReturnType<typeof versions>['executeTakeFirstOrThrow']>>;

export async function findVersionById(db: Db, id: number): Promise<Version | null> {
  const row = await versions(db).where('v.id', '=', id).executeTakeFirst();
  return row ? toVersion(row) : null;
}

export async function findVersion(db: Db, dataset: string, number: number): Promise<Version | null> {
  const row = await versions(db)
    .where('d.name', '=', dataset)
    .where('v.version', '=', number)
    .executeTakeFirst();
  return row ? toVersion(row) : null;
}

export async function findLatestVersion(db: Db, dataset: string): Promise<Version | null> {
  const row = await versions(db)
    .where('d.name', '=', dataset)
    .whereRef('v.id', '=', 'd.latest_version_id')
    .executeTakeFirst();
  return row ? toVersion(row) : null;
}

/** Newest first. */
export async function listVersionsOfDatasets(db: Db, ids: number[]): Promise<Version[]> {
  if (ids.length === 0) return [];
  const rows = await versions(db)
    .where(isVisible('v.dataset_id', ids))
    .orderBy('v.dataset_id')
    .orderBy('v.version', 'desc')
    .execute();
  return rows.map(toVersion);
}

/** Newest first. */
export async function listVersionsOfProject(
  db: Db,
  projectId: number,
  visible: VisibleDatasets,
): Promise<Version[]> {
  const rows = await versions(db)
    .where('v.project_id', '=', projectId)
    .where(isVisible('v.dataset_id', visible))
    .orderBy('v.id', 'desc')
    .execute();
  return rows.map(toVersion);
}

/** Unpublished edits of a dataset, and who made them. */
export async function findOpenEdits(db: Db, datasetId: number): Promise<{ count: number; people: string[] }> {
  const row = await db
    .selectFrom('edits as e')
    .innerJoin('edit_sessions as s', 's.id', 'e.session_id')
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<
        string[]
      >`coalesce(array_agg(DISTINCT e.by ORDER BY e.by) FILTER (WHERE e.by IS NOT NULL), '{}')`.as('people'),
    ])
    .where('s.dataset_id', '=', datasetId)
    .where('s.sealed_at', 'is', null)
    .where('s.discarded_at', 'is', null)
    .where('e.undone_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row;
}

export async function deleteVersionRow(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('versions').where('id', '=', id).execute();
}

function toVersion(row: VersionRow): Version {
  return {
    id: row.id,
    datasetId: row.dataset_id,
    dataset: row.dataset,
    version: row.version,
    latest: row.latest_version_id === row.id,
    projectId: row.project_id,
    operation: row.operation,
    parentId: row.parent_id,
    clippedById: row.clipped_by_id,
    parameters: row.parameters,
    datasourceType: row.datasource_type,
    source: row.source,
    label: row.label,
    type: row.type,
    format: row.format,
    fileName: row.file_name,
    size: row.size,
    sha256: row.sha256,
    objectKey: row.object_key,
    createdById: row.created_by_id,
    createdBy: row.created_by,
    createdAt: row.created_at,
    numberedInId: row.numbered_in_id ?? row.id,
    removedRowsHash: row.removed_rows_hash,
    nextRows: row.next_rows ?? {},
    featureCount: row.feature_count,
  };
}
