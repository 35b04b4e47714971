import { sql } from 'kysely';
import type { Db } from '../../db/handle.ts';
import { isVisible } from '../access/repo.ts';
import type { VisibleDatasets } from '../access/repo.ts';
import type { UsedCrs } from './types.ts';

const MAX_SYSTEMS = 12;

/** EPSG codes of earlier versions of a dataset, then those of the other visible datasets, the most frequent first. */
export async function listUsedCrs(
  db: Db,
  { datasetId, visible }: { datasetId: number; visible: VisibleDatasets },
): Promise<UsedCrs[]> {
  const srid = sql<number>`(x.facts -> 'crs' ->> 'srid')::int`;
  return db
    .selectFrom('versions as v')
    .innerJoin('datasets as d', 'd.id', 'v.dataset_id')
    .innerJoin('file_facts as x', 'x.sha256', 'v.sha256')
    .select([
      srid.as('srid'),
      sql<number>`count(DISTINCT d.id) FILTER (WHERE v.id = d.latest_version_id)::int`.as('datasets'),
    ])
    .where(sql<boolean>`x.facts -> 'crs' ->> 'srid' IS NOT NULL`)
    .where(sql<boolean>`x.facts -> 'crs' -> 'assumed' IS NULL`)
    .where((or) => or.or([or('v.id', '=', or.ref('d.latest_version_id')), or('d.id', '=', datasetId)]))
    .where((or) => or.or([isVisible('d.id', visible), or('d.id', '=', datasetId)]))
    .groupBy(srid)
    .orderBy(sql`bool_or(d.id = ${datasetId})`, 'desc')
    .orderBy('datasets', 'desc')
    .orderBy('srid')
    .limit(MAX_SYSTEMS)
    .execute();
}
