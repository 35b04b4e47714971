import { sql } from 'kysely';
import type { Db } from '../../../db/handle.ts';
import type { ObjectLocation } from './object-location.ts';

/** An object as it was registered. */
export interface RemoteSource extends ObjectLocation {
  etag: string;
  size: number;
  sealedKeys: string | null;
  /** The dataset for which it was registered. */
  datasetId: number | null;
  /** Who saved the keys. */
  ownerId: number | null;
}

export async function insertRemoteSource(db: Db, source: RemoteSource): Promise<number> {
  const row = await db
    .insertInto('remote_sources')
    .values({
      endpoint: source.endpoint,
      region: source.region,
      bucket: source.bucket,
      key: source.key,
      path_style: source.pathStyle,
      etag: source.etag,
      size: source.size,
      sealed_credentials: source.sealedKeys,
      dataset_id: source.datasetId,
      owner_id: source.ownerId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function findRemoteSource(db: Db, id: number): Promise<RemoteSource | null> {
  const row = await db
    .selectFrom('remote_sources')
    .select(['endpoint', 'region', 'bucket', 'key', 'path_style as pathStyle', 'etag', 'size'])
    .select(['sealed_credentials as sealedKeys', 'dataset_id as datasetId', 'owner_id as ownerId'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Whether the data of one of the versions is read with saved keys. */
export async function usesKeys(db: Db, versions: { id: number }[]): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM versions v JOIN remote_sources r ON r.id = (v.source ->> 'remote_source_id')::bigint
    WHERE v.id = ANY(${versions.map(({ id }) => id)}::int[]) AND v.datasource_type = 'remote'
      AND r.sealed_credentials IS NOT NULL LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Deletes locations that no version uses, and their keys. */
export async function deleteUnusedRemoteSources(db: Db): Promise<number> {
  const deleted = await db
    .deleteFrom('remote_sources as r')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('versions as v')
            .select('v.id')
            .where('v.datasource_type', '=', 'remote')
            .where(sql`(v.source ->> 'remote_source_id')::bigint`, '=', sql`r.id`),
        ),
      ),
    )
    .where('r.created_at', '<', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirst();
  return Number(deleted.numDeletedRows);
}
