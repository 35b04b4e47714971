import { sql } from 'kysely';
import type { Db } from '../../db/handle.ts';
import type { Author } from '../versions/types.ts';
import type { Publication } from './types.ts';

function publications(db: Db) {
  return db
    .selectFrom('tile_publications as p')
    .innerJoin('datasets as d', 'd.id', 'p.dataset_id')
    .innerJoin('versions as v', (join) =>
      join.on(sql<boolean>`v.id = coalesce(p.version_id, d.latest_version_id)`),
    )
    .select(['p.id', 'd.id as datasetId', 'd.name as dataset', 'd.title', 'd.attribution'])
    .select(['d.archived_at as archivedAt', 'p.layer', 'p.server', 'p.source_id as sourceId'])
    .select(['p.version_id as pinnedId', 'v.id as versionId', 'v.version'])
    .select(['p.published_by as publishedBy', 'p.published_at as publishedAt']);
}

export async function findPublication(db: Db, id: string): Promise<Publication | null> {
  return (await publications(db).where('p.id', '=', id).executeTakeFirst()) ?? null;
}

/** Oldest first. */
export function listPublications(db: Db, datasetId: number): Promise<Publication[]> {
  return publications(db)
    .where('p.dataset_id', '=', datasetId)
    .orderBy('p.published_at')
    .orderBy('p.id')
    .execute();
}

/** The dataset of a publication, also of one whose version is missing. */
export async function findPublishedDatasetId(db: Db, id: string): Promise<number | null> {
  const row = await db
    .selectFrom('tile_publications')
    .select('dataset_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.dataset_id ?? null;
}

interface Layer {
  datasetId: number;
  layer: string;
  /** Null: the latest version. */
  pinnedId: number | null;
}

export async function findPublicationId(
  trx: Db,
  { datasetId, layer, pinnedId }: Layer,
): Promise<string | null> {
  const row = await trx
    .selectFrom('tile_publications')
    .select('id')
    .where('dataset_id', '=', datasetId)
    .where('layer', '=', layer)
    .where('version_id', 'is not distinct from', pinnedId)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The caller holds the lock of the dataset. */
export async function insertPublication(
  trx: Db,
  {
    datasetId,
    layer,
    pinnedId,
    server,
    sourceId,
    author,
  }: Layer & Pick<Publication, 'server' | 'sourceId'> & { author: Author },
): Promise<string> {
  const row = await trx
    .insertInto('tile_publications')
    .values({
      dataset_id: datasetId,
      layer,
      version_id: pinnedId,
      server,
      source_id: sourceId,
      published_by_id: author.id,
      published_by: author.username,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** The caller holds the lock of the dataset. */
export async function pinPublication(trx: Db, id: string, versionId: number | null): Promise<void> {
  await trx.updateTable('tile_publications').set({ version_id: versionId }).where('id', '=', id).execute();
}

export async function deletePublication(trx: Db, id: string): Promise<void> {
  await trx.deleteFrom('tile_publications').where('id', '=', id).execute();
}
