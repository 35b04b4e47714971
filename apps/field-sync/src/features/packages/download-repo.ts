import type { FileValidators } from '@cairn/files';
import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';
import { downloadTakenOver } from './errors.ts';

/** A file that is being fetched. */
export interface Download {
  id: number;
  path: string;
  /** Id of its part file. */
  part: string;
  /** Only the attempt that claimed it last may save. */
  attempt: string;
  savedBytes: number;
  validators: FileValidators | null;
}

export interface DownloadKey {
  projectId: number;
  path: string;
  /** What the bytes must be. */
  identity: string;
}

/** Creates a download, or takes over that of an earlier attempt, which cannot save any more. */
export function claimDownload(
  db: Db,
  { projectId, path, identity }: DownloadKey,
  attempt: string,
): Promise<Download> {
  return db
    .insertInto('downloads')
    .values({ project_id: projectId, path, identity, attempt })
    .onConflict((on) =>
      on.constraint('downloads_file_key').doUpdateSet({ attempt, updated_at: sql<Date>`now()` }),
    )
    .returning(['id', 'path', 'part', 'attempt', 'saved_bytes as savedBytes', 'validators'])
    .executeTakeFirstOrThrow();
}

/** @throws {AppError} conflict when another attempt has taken the download over */
export async function saveDownload(
  db: Db,
  { id, path, attempt }: Download,
  { savedBytes, validators }: { savedBytes: number; validators: FileValidators | null },
): Promise<void> {
  const saved = await db
    .updateTable('downloads')
    .set({
      saved_bytes: savedBytes,
      validators: validators === null ? null : JSON.stringify(validators),
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .executeTakeFirst();
  if (saved.numUpdatedRows === 0n) throw downloadTakenOver(path);
}

/** Ends a download in the transaction that refers to its object. @throws {AppError} conflict as above */
export async function endDownload(trx: Db, { id, path, attempt }: Download): Promise<void> {
  const deleted = await trx
    .deleteFrom('downloads')
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .executeTakeFirst();
  if (deleted.numDeletedRows === 0n) throw downloadTakenOver(path);
}

/** Deletes the downloads of a project that are of no use for a version. */
export async function deleteOtherDownloads(db: Db, projectId: number, identities: string[]): Promise<void> {
  await db
    .deleteFrom('downloads')
    .where('project_id', '=', projectId)
    .where(sql<boolean>`NOT identity = ANY(${identities}::text[])`)
    .execute();
}

/** Deletes the downloads that nobody continued since then. */
export async function deleteOldDownloads(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('downloads').where('updated_at', '<', before).execute();
}

/** Whether a row names the part file. */
export async function isDownload(db: Db, part: string): Promise<boolean> {
  const row = await db.selectFrom('downloads').select('id').where('part', '=', part).executeTakeFirst();
  return row !== undefined;
}
