import { sql } from 'kysely';
import type { Db } from '../../db/handle.ts';
import type { TechnicalInfo } from '@cairn/geo';
import type { Dataset, DatasetOutline, Description, OutlineFilter } from './types.ts';

function datasets(db: Db) {
  return db
    .selectFrom('datasets as d')
    .leftJoin('folders as f', 'f.id', 'd.folder_id')
    .select([
      'd.id',
      'd.name',
      'd.type',
      'd.title',
      'd.description',
      'd.tags',
      'd.citation',
      'd.attribution',
      'd.keywords',
      'd.notes',
      'd.folder_id',
      'f.name as folder',
      'd.owner_id',
      'd.owner',
      'd.created_at',
      'd.updated_at',
      'd.described_at',
      'd.described_by',
      'd.archived_at',
    ]);
}

type DatasetRow = Awaited<ReturnType<ReturnType<typeof datasets>['executeTakeFirstOrThrow']>>;

export async function findDataset(db: Db, name: string): Promise<Dataset | null> {
  const row = await datasets(db).where('d.name', '=', name).executeTakeFirst();
  return row ? toDataset(row) : null;
}

export async function findFolderName(db: Db, id: number): Promise<string | null> {
  const row = await db.selectFrom('folders').select('name').where('id', '=', id).executeTakeFirst();
  return row?.name ?? null;
}

/** Datasets with what a list shows of them, last changed first. */
export async function listOutlines(db: Db, filter: OutlineFilter): Promise<DatasetOutline[]> {
  let query = datasets(db)
    .innerJoin('versions as v', 'v.id', 'd.latest_version_id')
    .leftJoin('file_facts as x', 'x.sha256', 'v.sha256')
    .select(['v.id as version_id', 'v.version', 'v.file_name', 'v.size', 'v.sha256', 'v.format'])
    .select((eb) => [
      eb
        .selectFrom('versions as n')
        .whereRef('n.dataset_id', '=', 'd.id')
        .select((e) => e.fn.countAll<number>().as('n'))
        .as('version_count'),
      sql<TechnicalInfo['extentWgs84'] | null>`x.facts -> 'extentWgs84'`.as('extent_wgs84'),
      sql<string | null>`x.facts -> 'layers' -> 0 ->> 'geometryType'`.as('geometry_type'),
      sql<number | null>`jsonb_array_length(x.facts -> 'layers')`.as('layer_count'),
      sql<
        number | null
      >`(SELECT sum((l ->> 'featureCount')::bigint)::bigint FROM jsonb_array_elements(x.facts -> 'layers') AS l)`.as(
        'feature_count',
      ),
    ])
    .orderBy('d.updated_at', 'desc')
    .orderBy('d.id', 'desc');
  if (filter.visible !== 'all')
    query = query.where('d.name', '=', sql<string>`ANY(${filter.visible}::text[])`);
  if (filter.type !== undefined) query = query.where('d.type', '=', filter.type.toLowerCase() as 'vector');
  if (filter.folderId !== undefined) query = query.where('d.folder_id', '=', filter.folderId);
  if (filter.archived === 'only') query = query.where('d.archived_at', 'is not', null);
  if (filter.archived === 'exclude') query = query.where('d.archived_at', 'is', null);
  const rows = await query.execute();
  return rows.map((row) => ({
    ...toDataset(row),
    latest: {
      id: row.version_id,
      version: row.version,
      fileName: row.file_name,
      size: row.size,
      sha256: row.sha256,
      format: row.format,
    },
    versionCount: row.version_count ?? 0,
    extentWgs84: row.extent_wgs84 ?? null,
    geometryType: row.geometry_type,
    layerCount: row.layer_count,
    featureCount: row.feature_count,
  }));
}

/** Replaces what people wrote; null when there is no such dataset. */
export async function saveDescription(
  db: Db,
  name: string,
  { by, ...fields }: Description & { by: string | null },
): Promise<Dataset | null> {
  const now = sql<Date>`now()`;
  const saved = await db
    .updateTable('datasets')
    .set({ ...fields, described_at: now, described_by: by, updated_at: now })
    .where('name', '=', name)
    .executeTakeFirst();
  return saved.numUpdatedRows === 0n ? null : findDataset(db, name);
}

/** Datasets that the portal has not been told of. */
export async function findUnregistered(db: Db, id: number): Promise<Dataset | null> {
  const row = await datasets(db)
    .where('d.id', '=', id)
    .where('d.registered_at', 'is', null)
    .executeTakeFirst();
  return row ? toDataset(row) : null;
}

export async function markRegistered(db: Db, id: number): Promise<boolean> {
  const result = await db
    .updateTable('datasets')
    .set({ registered_at: sql<Date>`now()` })
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

function toDataset(row: DatasetRow): Dataset {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    title: row.title,
    description: row.description,
    tags: row.tags,
    citation: row.citation,
    attribution: row.attribution,
    keywords: row.keywords,
    notes: row.notes,
    folderId: row.folder_id,
    folder: row.folder,
    ownerId: row.owner_id,
    owner: row.owner,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    describedAt: row.described_at,
    describedBy: row.described_by,
    archivedAt: row.archived_at,
  };
}
