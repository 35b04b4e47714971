import { sql } from 'kysely';
import type { Db } from '../../db/handle.ts';

/** Bytes that nobody may need any more. */
export interface Removal {
  id: number;
  /** Null when the data of the version lay elsewhere. */
  objectKey: string | null;
  sha256: string;
}

/** In the transaction that deletes the versions, before it does. */
export async function requestRemovals(
  trx: Db,
  { datasetId, versionId }: { datasetId: number; versionId?: number },
): Promise<void> {
  await trx
    .insertInto('object_removals')
    .columns(['object_key', 'sha256'])
    .expression((eb) => {
      const going = eb
        .selectFrom('versions')
        .select(['object_key', 'sha256'])
        .distinct()
        .where('dataset_id', '=', datasetId);
      return versionId === undefined ? going : going.where('id', '=', versionId);
    })
    .execute();
}

/** In the order in which they were asked for, those behind `after`. */
export async function nextRemovals(db: Db, after: number): Promise<Removal[]> {
  const rows = await db
    .selectFrom('object_removals')
    .select(['id', 'object_key', 'sha256'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(100)
    .execute();
  return rows.map((row) => ({ id: row.id, objectKey: row.object_key, sha256: row.sha256 }));
}

export async function finishRemoval(db: Db, id: number): Promise<void> {
  await db.deleteFrom('object_removals').where('id', '=', id).execute();
}

/** Whether any version holds these bytes, under whatever key. */
export async function isContentUsed(db: Db, sha256: string): Promise<boolean> {
  const row = await db.selectFrom('versions').select('id').where('sha256', '=', sha256).executeTakeFirst();
  return row !== undefined;
}

/** Facts of bytes that no version holds. */
export async function forgetFacts(db: Db, sha256: string): Promise<void> {
  await db
    .deleteFrom('file_facts')
    .where('sha256', '=', sha256)
    .where(sql<boolean>`NOT EXISTS (SELECT FROM versions v WHERE v.sha256 = file_facts.sha256)`)
    .execute();
}
