import { sql } from 'kysely';
import type { Db } from '../../db/handle.ts';
import { isVisible, opensTo } from '../access/repo.ts';
import type { FolderViewer } from '../access/repo.ts';
import { portalKey } from '../access/dataset-guard.ts';
import type { DatasetSummary, SummaryFilter } from './types.ts';

/** A dataset of a list. PostgreSQL changes `state`, the xmin of the row, with every change of the dataset. */
export interface ListedDataset {
  id: number;
  state: string;
  folderId: number | null;
  /** Name of the folder; null when the viewer may not open it. */
  folder: string | null;
}

/** Which datasets a list shows, last changed first. */
export async function listDatasets(
  db: Db,
  viewer: FolderViewer,
  filter: SummaryFilter,
): Promise<ListedDataset[]> {
  let query = db
    .selectFrom('datasets as d')
    .leftJoin('folders as f', (join) => join.onRef('f.id', '=', 'd.folder_id').on(opensTo(viewer)))
    .select(['d.id', sql<string>`d.xmin::text`.as('state'), 'd.folder_id as folderId', 'f.name as folder'])
    .where('d.latest_version_id', 'is not', null)
    .where(isVisible('d.id', filter.visible))
    .orderBy('d.updated_at', 'desc')
    .orderBy('d.id', 'desc');
  if (filter.type !== undefined) query = query.where('d.type', '=', filter.type.toLowerCase() as 'vector');
  if (filter.archived === 'only') query = query.where('d.archived_at', 'is not', null);
  if (filter.archived === 'exclude') query = query.where('d.archived_at', 'is', null);
  if (filter.folderId !== undefined) query = query.where('f.id', '=', filter.folderId);
  return query.execute();
}

/** In any order; ids of datasets that were deleted are left out. */
export async function readSummaries(db: Db, ids: number[]): Promise<DatasetSummary[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('datasets as d')
    .innerJoin('versions as v', 'v.id', 'd.latest_version_id')
    .leftJoin('file_facts as x', 'x.sha256', 'v.sha256')
    .select(['d.id', 'd.name', 'd.type', 'd.title', 'd.description', 'd.tags', 'd.owner_id as ownerId'])
    .select(['d.owner', 'd.created_at as createdAt', 'd.updated_at as updatedAt', 'v.size', 'v.sha256'])
    .select(['d.archived_at as archivedAt', 'd.version_count as versionCount', 'v.format'])
    .select(['v.id as versionId', 'v.version', 'v.file_name as fileName', 'x.layer_count as layerCount'])
    .select(['v.datasource_type as datasourceType', 'x.extent_wgs84 as extentWgs84'])
    .select(['x.geometry_type as geometryType', 'x.feature_count as featureCount'])
    .select(['d.legacy_keys as legacyKeys', sql<string>`d.xmin::text`.as('state')])
    .select(sql<boolean>`x.sha256 IS NOT NULL`.as('isInspected'))
    .where('d.id', '=', sql<number>`ANY(${ids}::bigint[])`)
    .execute();
  return rows.map(({ legacyKeys, ...row }) => ({ ...row, resourceKey: portalKey(row.id, legacyKeys) }));
}

/** The datasets of a list, last changed first. */
export async function listSummaries(
  db: Db,
  viewer: FolderViewer,
  filter: SummaryFilter,
): Promise<DatasetSummary[]> {
  const listed = await listDatasets(db, viewer, filter);
  const summaries = await readSummaries(
    db,
    listed.map(({ id }) => id),
  );
  const byId = new Map(summaries.map((summary) => [summary.id, summary]));
  return listed.flatMap(({ id }) => byId.get(id) ?? []);
}
