import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';
import type { SentFields } from './sent-fields.ts';
import type { IndexEntry, TemplateFinding } from './types.ts';

const COLUMNS = [
  'key',
  'title',
  'description',
  'datasource',
  'format',
  'path',
  'sha256',
  'has_thumbnail as hasThumbnail',
  'problems',
  'pushed_sha256 as pushedSha256',
  'findings',
  'is_public as isPublic',
  'registered_title as registeredTitle',
  'gone_at as goneAt',
  'deleted_at as deletedAt',
] as const;

/** What a scan writes. */
export type ScannedRow = Pick<
  IndexEntry,
  'key' | 'title' | 'description' | 'datasource' | 'format' | 'path' | 'sha256' | 'hasThumbnail' | 'problems'
>;

export async function listIndex(db: Db): Promise<IndexEntry[]> {
  const rows = await db.selectFrom('definitions').select(COLUMNS).orderBy('key').execute();
  return rows as IndexEntry[];
}

/** The row of a definition that is not gone. */
export async function findIndexed(db: Db, key: string): Promise<IndexEntry | null> {
  const query = db.selectFrom('definitions').select(COLUMNS).where('key', '=', key);
  return ((await query.where('gone_at', 'is', null).executeTakeFirst()) as IndexEntry | undefined) ?? null;
}

/** Inserts what is new and updates what has changed, in one statement. What is seen is not gone. */
export async function saveScanned(db: Db, rows: ScannedRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    INSERT INTO definitions (key, title, description, datasource, format, path, sha256, has_thumbnail, problems)
    SELECT key, title, description, datasource, format, path, sha256, "hasThumbnail", problems
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS rows (key text, title text, description text,
      datasource text, format text, path text, sha256 text, "hasThumbnail" boolean, problems jsonb)
    ON CONFLICT (key) DO UPDATE SET title = excluded.title, description = excluded.description,
      datasource = excluded.datasource, format = excluded.format, path = excluded.path, sha256 = excluded.sha256,
      has_thumbnail = excluded.has_thumbnail, problems = excluded.problems, seen_at = now(), gone_at = NULL`.execute(
    db,
  );
}

/** Notes since when files are missing. */
export async function markGone(db: Db, keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  await db
    .updateTable('definitions')
    .set({ gone_at: sql<Date>`now()` })
    .where('key', '=', sql<string>`ANY(${keys}::text[])`)
    .where('gone_at', 'is', null)
    .execute();
}

export async function saveRegistered(db: Db, titles: { key: string; title: string }[]): Promise<void> {
  if (titles.length === 0) return;
  await sql`
    UPDATE definitions SET registered_title = rows.title, registered_at = coalesce(registered_at, now())
    FROM jsonb_to_recordset(${JSON.stringify(titles)}::jsonb) AS rows (key text, title text)
    WHERE definitions.key = rows.key`.execute(db);
}

/** Keeps which reports everybody may view, for the time in which the portal cannot be asked. */
export async function savePublic(db: Db, keys: string[]): Promise<void> {
  await db
    .updateTable('definitions')
    .set({ is_public: sql<boolean>`key = ANY(${keys}::text[])` })
    .where(sql<boolean>`is_public <> (key = ANY(${keys}::text[]))`)
    .execute();
}

/** What the report server has of a definition. */
export interface Pushed {
  /** Of the template; null while it has none. */
  sha256: string | null;
  /** Null while it was sent none. */
  fields: SentFields | null;
  findings: TemplateFinding[];
}

export async function savePushed(db: Db, key: string, { sha256, fields, findings }: Pushed): Promise<void> {
  await db
    .updateTable('definitions')
    .set({
      ...{ pushed_sha256: sha256, findings: JSON.stringify(findings) },
      pushed_fields: JSON.stringify(fields),
    })
    .where('key', '=', key)
    .execute();
}

/** The report server has these fields: they are from there. */
export async function savePushedFields(db: Db, key: string, fields: SentFields): Promise<void> {
  await db
    .updateTable('definitions')
    .set({ pushed_fields: JSON.stringify(fields) })
    .where('key', '=', key)
    .execute();
}

/** Before the files are there: no process may send a template without its author. The row is gone until a scan sees the files. */
export async function saveAuthor(
  db: Db,
  { key, title, authorId }: { key: string; title: string; authorId: number },
): Promise<void> {
  const now = sql<Date>`now()`;
  await db
    .insertInto('definitions')
    .values({ key, title, path: '', sha256: '', author_id: authorId, gone_at: now })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ author_id: authorId }))
    .execute();
}

/** Where the files of a definition are that is set aside; `deletedAt` is null when the report server set it aside. */
export interface SetAside {
  key: string;
  title: string;
  folder: string;
  deletedAt: Date | null;
  isGone: boolean;
}

const SET_ASIDE = [
  'key',
  'title',
  sql<string>`deleted_folder`.as('folder'),
  'deleted_at as deletedAt',
  sql<boolean>`gone_at IS NOT NULL`.as('isGone'),
] as const;

export async function findSetAside(db: Db, key: string): Promise<SetAside | null> {
  const row = await db
    .selectFrom('definitions')
    .select(SET_ASIDE)
    .where('key', '=', key)
    .where('deleted_folder', 'is not', null)
    .executeTakeFirst();
  return row ?? null;
}

/** Definitions that were deleted before a moment. */
export function listDeletedBefore(db: Db, moment: Date): Promise<SetAside[]> {
  return db
    .selectFrom('definitions')
    .select(SET_ASIDE)
    .where('deleted_folder', 'is not', null)
    .where('deleted_at', '<', moment)
    .execute();
}

export async function listSetAsideFolders(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('definitions')
    .select(sql<string>`deleted_folder`.as('folder'))
    .where('deleted_folder', 'is not', null)
    .execute();
  return rows.map(({ folder }) => folder);
}

/** Notes that a definition is set aside; `deletedAt` only when a person deleted it. */
export async function saveSetAside(
  trx: Db,
  key: string,
  { folder, deletedAt }: { folder: string; deletedAt: Date | null },
): Promise<void> {
  const now = sql<Date>`now()`;
  await trx
    .updateTable('definitions')
    .set({ deleted_folder: folder, deleted_at: deletedAt, gone_at: now })
    .where('key', '=', key)
    .execute();
}

export async function clearSetAside(trx: Db, key: string): Promise<void> {
  await trx
    .updateTable('definitions')
    .set({ deleted_folder: null, deleted_at: null })
    .where('key', '=', key)
    .execute();
}

/**
 * Takes the key from the runs of a deleted report and stops its schedules, so that another report under the same key does not get its
 * documents and recipients. Administrators still see its history.
 */
export async function detachRuns(trx: Db, key: string, now: Date): Promise<void> {
  const name = `${key} (deleted ${now.toISOString().slice(0, 10)})`;
  await trx.updateTable('executions').set({ report_key: name }).where('report_key', '=', key).execute();
  await trx
    .updateTable('schedules')
    .set({ enabled: false, next_run_at: null, updated_at: now, revision: sql`revision + 1` })
    .where('report_key', '=', key)
    .where('enabled', '=', true)
    .execute();
}

export async function deleteRow(db: Db, key: string): Promise<void> {
  await db.deleteFrom('definitions').where('key', '=', key).where('gone_at', 'is not', null).execute();
}

/** What the report server has of a definition, and who published it. */
export async function findPushed(db: Db, key: string): Promise<Pushed & { authorId: number | null }> {
  const row = await db
    .selectFrom('definitions')
    .select(['pushed_sha256 as sha256', 'pushed_fields as fields', 'findings', 'author_id as authorId'])
    .where('key', '=', key)
    .executeTakeFirst();
  return (row as Awaited<ReturnType<typeof findPushed>> | undefined) ?? NOTHING_PUSHED;
}

const NOTHING_PUSHED = { sha256: null, fields: null, findings: [], authorId: null };
