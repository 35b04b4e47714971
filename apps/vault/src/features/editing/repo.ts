import { sql } from 'kysely';
import { conflict } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { Maker } from '../ingest/types.ts';
import type { Edit, NewEdit, Session } from './types.ts';

/** A job that has not ended: sealing under way, or waiting for its time. */
const UNDER_WAY = ['queued', 'running'] as const;

function openSessions(db: Db) {
  return db
    .selectFrom('edit_sessions as s')
    .leftJoin('jobs as j', (join) =>
      join.onRef('j.id', '=', 's.sealing_job_id').on('j.status', 'in', UNDER_WAY),
    )
    .leftJoin('jobs as p', (join) =>
      join.onRef('p.id', '=', 's.pause_job_id').on('p.status', 'in', UNDER_WAY),
    )
    .select([
      's.id',
      's.dataset_id',
      's.base_version_id',
      's.revision',
      's.opened_at',
      's.last_edit_at',
      'j.id as sealing_job_id',
      'p.id as pausing_job_id',
    ])
    .select((eb) => [
      eb
        .selectFrom('edits as e')
        .whereRef('e.session_id', '=', 's.id')
        .where('e.undone_at', 'is', null)
        .select((e) => e.fn.countAll<number>().as('n'))
        .as('edits'),
      sql<string[]>`ARRAY(SELECT DISTINCT e.by FROM edits e
        WHERE e.session_id = s.id AND e.undone_at IS NULL AND e.by IS NOT NULL ORDER BY e.by)`.as('people'),
    ])
    .where('s.sealed_at', 'is', null)
    .where('s.discarded_at', 'is', null);
}

type SessionRow = Awaited<ReturnType<ReturnType<typeof openSessions>['executeTakeFirstOrThrow']>>;

export async function findOpenSession(db: Db, datasetId: number): Promise<Session | null> {
  const row = await openSessions(db).where('s.dataset_id', '=', datasetId).executeTakeFirst();
  return row ? toSession(row) : null;
}

export async function findOpenSessionById(db: Db, id: number): Promise<Session | null> {
  const row = await openSessions(db).where('s.id', '=', id).executeTakeFirst();
  return row ? toSession(row) : null;
}

/**
 * Refuses to make a version of a dataset beside edits that are not sealed: the next seal would undo it, or be lost.
 * The caller holds the lock of the dataset.
 */
export async function refuseOpenEdits(trx: Db, datasetId: number): Promise<void> {
  const session = await findOpenSession(trx, datasetId);
  if (!session || session.edits === 0) return;
  const count = session.edits === 1 ? 'one edit' : `${session.edits} edits`;
  const by = session.people.length > 0 ? ` by ${session.people.join(', ')}` : '';
  throw conflict(
    'vault.open_edits',
    `The dataset has ${count}${by} not yet sealed into a version; seal or discard them first.`,
  );
}

/** Opens a session on the dataset's latest version. The caller holds the lock of the dataset. */
export async function openSession(trx: Db, datasetId: number, baseVersionId: number): Promise<Session> {
  const row = await trx
    .insertInto('edit_sessions')
    .values({ dataset_id: datasetId, base_version_id: baseVersionId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return (await findOpenSessionById(trx, row.id)) as Session;
}

/** Writes an edit and counts the session's revision up. */
export async function insertEdit(
  trx: Db,
  sessionId: number,
  { edit, maker }: { edit: NewEdit; maker: Maker },
): Promise<number> {
  const row = await trx
    .insertInto('edits')
    .values({
      session_id: sessionId,
      layer: edit.layer,
      kind: edit.kind,
      row_key: edit.key,
      before: json(edit.before),
      after: json(edit.after),
      geometry: json(edit.geometry),
      by_id: maker.id,
      by: maker.username,
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
    .select(['e.id', 'e.layer', 'e.kind', 'e.row_key', 'e.before', 'e.after', 'e.geometry'])
    .select(['e.by', 'e.by_id', 'e.at'])
    .where('e.undone_at', 'is', null);
}

type EditRow = Awaited<ReturnType<ReturnType<typeof edits>['executeTakeFirstOrThrow']>>;

/** What stands of a session's edits, in the order in which they were made. */
export async function editsOfSession(
  db: Db,
  sessionId: number,
  only: { layer?: string; key?: string } = {},
): Promise<Edit[]> {
  let query = edits(db).where('e.session_id', '=', sessionId).orderBy('e.id');
  if (only.layer !== undefined) query = query.where('e.layer', '=', only.layer);
  if (only.key !== undefined) query = query.where('e.row_key', '=', only.key);
  return (await query.execute()).map(toEdit);
}

/** Newest first: those of the open session, or those that were sealed into a version. */
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
  return (await query.execute()).map(toEdit);
}

/** Keys that inserted rows of a layer were given, also those taken back: no key is given twice. */
export async function givenKeys(db: Db, sessionId: number, layer: string): Promise<string[]> {
  const rows = await db
    .selectFrom('edits')
    .select('row_key')
    .where('session_id', '=', sessionId)
    .where('layer', '=', layer)
    .where('kind', '=', 'insert')
    .execute();
  return rows.map(({ row_key }) => row_key);
}

/** Takes the last edit back; false when none stands. */
export async function undoLast(trx: Db, sessionId: number, by: string | null): Promise<boolean> {
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
    .executeTakeFirst();
  await trx
    .updateTable('edit_sessions')
    .set({ revision: sql<number>`revision + 1`, last_edit_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', sessionId)
    .execute();
  return undone.numUpdatedRows > 0n;
}

export async function markDiscarded(trx: Db, sessionId: number, by: string | null): Promise<void> {
  await trx
    .updateTable('edit_sessions')
    .set({ discarded_at: sql<Date>`clock_timestamp()`, discarded_by: by })
    .where('id', '=', sessionId)
    .execute();
}

export async function markSealing(trx: Db, sessionId: number, jobId: number): Promise<void> {
  await trx.updateTable('edit_sessions').set({ sealing_job_id: jobId }).where('id', '=', sessionId).execute();
}

export async function markPausing(trx: Db, sessionId: number, jobId: number): Promise<void> {
  await trx.updateTable('edit_sessions').set({ pause_job_id: jobId }).where('id', '=', sessionId).execute();
}

export async function markSealed(trx: Db, sessionId: number, versionId: number): Promise<void> {
  await trx
    .updateTable('edit_sessions')
    .set({ sealed_at: sql<Date>`clock_timestamp()`, sealed_version_id: versionId })
    .where('id', '=', sessionId)
    .execute();
}

function json(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}

function toSession(row: SessionRow): Session {
  return {
    id: row.id,
    datasetId: row.dataset_id,
    baseVersionId: row.base_version_id,
    revision: row.revision,
    openedAt: row.opened_at,
    lastEditAt: row.last_edit_at,
    sealingJobId: row.sealing_job_id,
    pausing: row.pausing_job_id !== null,
    edits: row.edits ?? 0,
    people: row.people,
  };
}

function toEdit(row: EditRow): Edit {
  return {
    id: row.id,
    layer: row.layer,
    kind: row.kind,
    key: row.row_key,
    before: row.before,
    after: row.after,
    geometry: row.geometry,
    by: row.by,
    byId: row.by_id,
    at: row.at,
  };
}
