import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '../../db/handle.ts';
import type { Upload } from './types.ts';

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

/** The upload with this path, if this user sent it to this database. */
export async function findUpload(
  db: Db,
  { databaseId, userId, sourcePath }: Pick<Upload, 'databaseId' | 'userId' | 'sourcePath'>,
): Promise<Upload | null> {
  const upload = uploads(db)
    .where('source_path', '=', sourcePath)
    .where('database_id', '=', databaseId)
    .where('user_id', 'is not distinct from', userId);
  return ((await upload.executeTakeFirst()) as Upload | undefined) ?? null;
}

export async function findUploadById(db: Db, id: string): Promise<Upload | null> {
  const upload = uploads(db).where('id', '=', id);
  return ((await upload.executeTakeFirst()) as Upload | undefined) ?? null;
}

/** Deletes the rows of uploads that are older than a day and that no active job needs; returns their ids. */
export async function deleteOldUploads(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    DELETE FROM uploads u WHERE created_at < now() - interval '1 day' AND NOT EXISTS (${jobsOn(sql.ref('u.id'))})
    RETURNING id`.execute(db);
  return rows.map(({ id }) => id);
}

export interface UploadSize {
  id: string;
  userId: number | null;
  bytes: number;
  /** Whether an active job reads it. */
  needed: boolean;
}

/** All uploads, oldest first. */
export async function findUploadSizes(db: Db): Promise<UploadSize[]> {
  const { rows } = await sql<UploadSize>`
    SELECT id, user_id AS "userId", size AS bytes, EXISTS (${jobsOn(sql.ref('u.id'))}) AS needed
      FROM uploads u ORDER BY created_at, id`.execute(db);
  return rows;
}

/** Lets one transaction at a time check the quota of uploads. */
export async function lockUploads(trx: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('dbadmin.uploads'))`.execute(trx);
}

/** Deletes rows of uploads; returns the paths of their files. */
export async function deleteUploads(db: Db, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db.deleteFrom('uploads').where('id', 'in', ids).returning('source_path').execute();
  return rows.map(({ source_path }) => source_path);
}

/** Which of these ids belong to an upload. */
export async function findUploadIds(db: Db, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('uploads').select('id').where('id', 'in', ids).execute();
  return rows.map(({ id }) => id);
}

function uploads(db: Db) {
  return db
    .selectFrom('uploads')
    .select(['id', 'database_id as databaseId', 'user_id as userId', 'filename', 'source_path as sourcePath'])
    .select(['size', 'layers']);
}

/** Active jobs that need an upload. */
function jobsOn(id: RawBuilder<unknown>) {
  return sql`SELECT 1 FROM jobs WHERE status IN ('queued', 'running') AND payload ->> 'upload_id' = ${id}::text`;
}
