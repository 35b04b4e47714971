import { sql } from 'kysely';
import type { Db } from '../../db/handle.ts';
import type { Author } from '../versions/types.ts';
import type { Edit, NewEdit } from './types.ts';

/** Inserts an edit and increments the session's revision. */
export async function insertEdit(
  trx: Db,
  sessionId: number,
  { edit, author }: { edit: NewEdit; author: Author },
): Promise<number> {
  const row = await trx
    .insertInto('edits')
    .values({
      session_id: sessionId,
      layer: edit.layer,
      kind: edit.kind,
      row_key: edit.key,
      row_name: edit.rowName,
      before: json(edit.before),
      after: json(edit.after),
      geometry: json(edit.geometry),
      by_id: author.id,
      by: author.username,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('edit_sessions')
    .set({ revision: sql<number>`revision + 1`, last_edit_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', sessionId)
    .execute();
  return row.id;
}

function edits(db: Db) {
  return db
    .selectFrom('edits as e')
    .select(['e.id', 'e.layer', 'e.kind', 'e.row_key as key', 'e.row_name as rowName', 'e.before', 'e.after'])
    .select(['e.geometry', 'e.by', 'e.by_id as byId', 'e.at'])
    .where('e.undone_at', 'is', null);
}

/** The edits of a session that were not undone, oldest first. */
export async function listSessionEdits(
  db: Db,
  sessionId: number,
  filter: { layer?: string; key?: string } = {},
): Promise<Edit[]> {
  let query = edits(db).where('e.session_id', '=', sessionId).orderBy('e.id');
  if (filter.layer !== undefined) query = query.where('e.layer', '=', filter.layer);
  if (filter.key !== undefined) query = query.where('e.row_key', '=', filter.key);
  return query.execute();
}

/** The edits of an open session, or those that were published as a version, newest first. */
export async function listEdits(
  db: Db,
  of: { sessionId: number } | { versionId: number },
  page: { limit: number; before?: number },
): Promise<Edit[]> {
  let query = edits(db).orderBy('e.id', 'desc').limit(page.limit);
  query =
    'sessionId' in of
      ? query.where('e.session_id', '=', of.sessionId)
      : query
          .innerJoin('edit_sessions as s', 's.id', 'e.session_id')
          .where('s.sealed_version_id', '=', of.versionId);
  if (page.before !== undefined) query = query.where('e.id', '<', page.before);
  return query.execute();
}

/** The map hides at most this many rows. */
const MAX_DELETED = 50_000;

/** Keys of the rows that the edits of a session delete, by layer. */
export async function listDeletedKeys(db: Db, sessionId: number): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('edits')
    .select(['layer', 'row_key'])
    .where('session_id', '=', sessionId)
    .where('kind', '=', 'delete')
    .where('undone_at', 'is', null)
    .orderBy('id')
    .limit(MAX_DELETED)
    .execute();
  const layers = Map.groupBy(rows, ({ layer }) => layer);
  return new Map([...layers].map(([layer, own]) => [layer, own.map(({ row_key: key }) => key)]));
}

/** The largest key of the rows that a session inserted, including undone ones: no key is used twice. */
export async function findLargestInsertedKey(db: Db, sessionId: number, layer: string): Promise<bigint> {
  const row = await db
    .selectFrom('edits')
    .select(sql<string>`coalesce(max(row_key::numeric), 0)::text`.as('largest'))
    .where('session_id', '=', sessionId)
    .where('layer', '=', layer)
    .where('kind', '=', 'insert')
    .executeTakeFirstOrThrow();
  return BigInt(row.largest);
}

/** Undoes the last edit of a session. Returns its id; null without edits. */
export async function undoLast(trx: Db, sessionId: number, by: string | null): Promise<number | null> {
  const undone = await trx
    .updateTable('edits')
    .set({ undone_at: sql<Date>`clock_timestamp()`, undone_by: by })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('edits as e')
        .select((e) => e.fn.max('e.id').as('id'))
        .where('e.session_id', '=', sessionId)
        .where('e.undone_at', 'is', null),
    )
    .returning('id')
    .executeTakeFirst();
  await trx
    .updateTable('edit_sessions')
    .set({ revision: sql<number>`revision + 1`, last_edit_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', sessionId)
    .execute();
  return undone?.id ?? null;
}

/** Redoes the edit that was undone last, and reopens its session if that has ended. Returns its id; null without such an edit. */
export async function redoLast(trx: Db, sessionId: number): Promise<number | null> {
  const redone = await trx
    .updateTable('edits')
    .set({ undone_at: null, undone_by: null })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('edits as e')
        .select('e.id')
        .where('e.session_id', '=', sessionId)
        .where('e.undone_at', 'is not', null)
        // A later edit would be overwritten.
        .where('e.id', '>', (eb2) =>
          eb2
            .selectFrom('edits as s')
            .select((s) => sql<number>`coalesce(${s.fn.max('s.id')}, 0)`.as('id'))
            .where('s.session_id', '=', sessionId)
            .where('s.undone_at', 'is', null),
        )
        .orderBy('e.undone_at', 'desc')
        .limit(1),
    )
    .returning('id')
    .executeTakeFirst();
  if (!redone) return null;
  await trx
    .updateTable('edit_sessions')
    .set({
      revision: sql<number>`revision + 1`,
      last_edit_at: sql<Date>`clock_timestamp()`,
      discarded_at: null,
      discarded_by: null,
    })
    .where('id', '=', sessionId)
    .execute();
  return redone.id;
}

function json(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}
