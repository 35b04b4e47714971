import { sql } from 'kysely';
import type { Db } from '../../db/handle.ts';

/** Those of the datasets with these ids that are published to the GIS runtime. */
export async function findPublishedDatasets(
  db: Db,
  ids: number[],
): Promise<Map<number, { name: string; publicationId: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('tile_publications as p')
    .innerJoin('datasets as d', 'd.id', 'p.dataset_id')
    .select(['d.id', 'd.name', 'p.id as publicationId'])
    .where('p.server', '=', 'qgis')
    .where('d.id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, ...dataset }) => [id, dataset]));
}

/** Which of these datasets are published to the GIS runtime, archived ones included. */
export async function listPublishedDatasetIds(db: Db, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('tile_publications')
    .select('dataset_id')
    .where('server', '=', 'qgis')
    .where('dataset_id', 'in', ids)
    .execute();
  return new Set(rows.map((row) => row.dataset_id));
}

/** The publication of a dataset to the GIS runtime. */
export async function findGisPublication(
  db: Db,
  datasetId: number,
): Promise<{ id: string; versionId: number | null } | null> {
  const row = await db
    .selectFrom('tile_publications')
    .select(['id', 'version_id as versionId'])
    .where('dataset_id', '=', datasetId)
    .where('server', '=', 'qgis')
    .executeTakeFirst();
  return row ?? null;
}

/** Says which version is drawn, and as which layer, unless that version was deleted. */
export async function pinGisPublication(
  db: Db,
  { datasetId, versionId, layer }: { datasetId: number; versionId: number; layer: string },
): Promise<void> {
  await sql`UPDATE tile_publications SET version_id = v.id, layer = ${layer} FROM versions v
    WHERE server = 'qgis' AND tile_publications.dataset_id = ${datasetId} AND v.id = ${versionId}
      AND v.dataset_id = ${datasetId}`.execute(db);
}
