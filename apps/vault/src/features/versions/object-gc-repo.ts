import { sql } from 'kysely';
import type { Db } from '../../db/handle.ts';

/** Bytes of a deleted version. */
export interface Removal {
  id: number;
  /** Null for data that was stored elsewhere. */
  objectKey: string | null;
  sha256: string;
}

/** Call it in the transaction that deletes the versions, before the deletion. */
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

/** The next removals after this id, oldest first. */
export async function listRemovals(db: Db, after: number): Promise<Removal[]> {
  return db
    .selectFrom('object_removals')
    .select(['id', 'object_key as objectKey', 'sha256'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(100)
    .execute();
}

export async function deleteRemoval(db: Db, id: number): Promise<void> {
  await db.deleteFrom('object_removals').where('id', '=', id).execute();
}

/** Whether any version has these bytes, under any key. */
export async function isContentUsed(db: Db, sha256: string): Promise<boolean> {
  const row = await db.selectFrom('versions').select('id').where('sha256', '=', sha256).executeTakeFirst();
  return row !== undefined;
}

/** Deletes the facts of bytes that no version has. */
export async function deleteFacts(db: Db, sha256: string): Promise<void> {
  await db
    .deleteFrom('file_facts')
    .where('sha256', '=', sha256)
    .where(sql<boolean>`NOT EXISTS (SELECT FROM versions v WHERE v.sha256 = file_facts.sha256)`)
    .execute();
}
