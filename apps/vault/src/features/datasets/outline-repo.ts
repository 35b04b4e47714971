import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../db/handle.ts';
import { opensTo } from '../folders/repo.ts';
import { isVisible } from '../access/dataset-guard.ts';
import { portalKey } from './repo.ts';
import type { DatasetOutline, OutlineFilter } from './types.ts';

/** Datasets of a list in its order, and the state of each: PostgreSQL changes xmin with the row. */
export interface OutlineStates {
  ids: number[];
  states: number[];
  /** A hash that is another one whenever any of this is. */
  digest: string;
}

/** Which datasets a list shows, last changed first. */
export async function listOutlineStates(db: Db, filter: OutlineFilter): Promise<OutlineStates> {
  let query = db
    .selectFrom('datasets as d')
    .select(['d.id', sql`d.xmin`.as('state')])
    .where('d.latest_version_id', 'is not', null)
    .orderBy('d.updated_at', 'desc')
    .orderBy('d.id', 'desc');
  if (filter.visible !== 'all') query = query.where(isVisible('d.id', filter.visible));
  if (filter.type !== undefined) query = query.where('d.type', '=', filter.type.toLowerCase() as 'vector');
  if (filter.archived === 'only') query = query.where('d.archived_at', 'is not', null);
  if (filter.archived === 'exclude') query = query.where('d.archived_at', 'is', null);
  const { folder } = filter;
  if (folder) {
    query = query
      .where('d.folder_id', '=', folder.id)
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('folders as f')
            .select('f.id')
            .where('f.id', '=', folder.id)
            .where(opensTo(folder.viewer)),
        ),
      );
  }
  // Two texts instead of tens of thousands of rows, which would cost more than all the rest.
  const listed = await db
    .selectFrom(query.as('listed'))
    .select([
      sql<string | null>`string_agg(id::text, ',')`.as('ids'),
      sql<string | null>`string_agg(state::text, ',')`.as('states'),
    ])
    .executeTakeFirstOrThrow();
  const digest = createHash('sha256').update(`${listed.ids} ${listed.states}`).digest('base64');
  return { ids: numbersIn(listed.ids), states: numbersIn(listed.states), digest };
}

function numbersIn(text: string | null): number[] {
  return JSON.parse(`[${text ?? ''}]`) as number[];
}

/** In any order; ids that are gone by now are left out. */
export async function readOutlines(db: Db, ids: number[]): Promise<DatasetOutline[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('datasets as d')
    .innerJoin('versions as v', 'v.id', 'd.latest_version_id')
    .leftJoin('file_facts as x', 'x.sha256', 'v.sha256')
    .select(['d.id', 'd.name', 'd.type', 'd.title', 'd.description', 'd.tags', 'd.folder_id', 'd.owner_id'])
    .select(['d.owner', 'd.created_at', 'd.updated_at', 'd.archived_at', 'd.version_count', 'd.legacy_keys'])
    .select(['v.id as version_id', 'v.version', 'v.file_name', 'v.size', 'v.sha256', 'v.format'])
    .select(['v.datasource_type', 'x.extent_wgs84', 'x.geometry_type', 'x.layer_count', 'x.feature_count'])
    .select(['x.sha256 as inspected', sql<number>`d.xmin::text::bigint`.as('state')])
    .where('d.id', '=', sql<number>`ANY(${ids}::bigint[])`)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    type: row.type,
    title: row.title,
    description: row.description,
    tags: row.tags,
    folderId: row.folder_id,
    ownerId: row.owner_id,
    owner: row.owner,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    archivedAt: row.archived_at,
    latest: {
      id: row.version_id,
      version: row.version,
      fileName: row.file_name,
      size: row.size,
      sha256: row.sha256,
      format: row.format,
      datasourceType: row.datasource_type,
    },
    versionCount: row.version_count,
    extentWgs84: row.extent_wgs84,
    geometryType: row.geometry_type,
    layerCount: row.layer_count,
    featureCount: row.feature_count,
    inspected: row.inspected !== null,
    state: row.state,
    resourceKey: portalKey(row.id, row.legacy_keys),
  }));
}

/** The outlines of a list, last changed first. */
export async function listOutlines(db: Db, filter: OutlineFilter): Promise<DatasetOutline[]> {
  const { ids } = await listOutlineStates(db, filter);
  const outlines = await readOutlines(db, ids);
  const byId = new Map(outlines.map((outline) => [outline.id, outline]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
