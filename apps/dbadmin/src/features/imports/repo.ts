import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db } from '../../db/handle.ts';
import type { DbadminDatabase } from '../../db/schema.ts';
import type { SourceLayer, Upload } from './types.ts';

export async function insertUpload(db: Db, upload: Upload): Promise<void> {
  await db
    .insertInto('uploads')
    .values({
      id: upload.id,
      database_id: upload.databaseId,
      user_id: upload.userId,
      filename: upload.filename,
      source_path: upload.sourcePath,
      size: upload.size,
      layers: JSON.stringify(upload.layers),
    })
    .execute();
}

/** The upload of this path, if it was made by this person for this database. */
export async function findUpload(
  db: Db,
  { databaseId, userId, sourcePath }: Pick<Upload, 'databaseId' | 'userId' | 'sourcePath'>,
): Promise<Upload | null> {
  const row = await db
    .selectFrom('uploads')
    .selectAll()
    .where('source_path', '=', sourcePath)
    .where('database_id', '=', databaseId)
    .where('user_id', 'is not distinct from', userId)
    .executeTakeFirst();
  return row ? toUpload(row) : null;
}

export async function findUploadById(db: Db, id: string): Promise<Upload | null> {
  const row = await db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toUpload(row) : null;
}

/** Removes the rows of uploads that are older than a day and that no job under way needs; returns their ids. */
export async function forgetOldUploads(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    DELETE FROM uploads u WHERE created_at < now() - interval '1 day' AND NOT EXISTS (
      SELECT 1 FROM jobs WHERE status IN ('queued', 'running') AND payload ->> 'upload_id' = u.id::text)
    RETURNING id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Those of the ids that an upload has. */
export async function findUploadIds(db: Db, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('uploads').select('id').where('id', 'in', ids).execute();
  return rows.map(({ id }) => id);
}

function toUpload(row: Selectable<DbadminDatabase['uploads']>): Upload {
  return {
    id: row.id,
    databaseId: row.database_id,
    userId: row.user_id,
    filename: row.filename,
    sourcePath: row.source_path,
    size: row.size,
    layers: row.layers as SourceLayer[],
  };
}
