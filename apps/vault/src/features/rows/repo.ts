import { sql } from 'kysely';
import type { Db } from '../../db/handle.ts';
import type { LockedDataset } from '../versions/types.ts';
import type { Session } from './types.ts';

const ACTIVE = ['queued', 'running'] as const;

function openSessions(db: Db) {
  return db
    .selectFrom('edit_sessions as s')
    .leftJoin('jobs as j', (join) => join.onRef('j.id', '=', 's.sealing_job_id').on('j.status', 'in', ACTIVE))
    .leftJoin('jobs as p', (join) => join.onRef('p.id', '=', 's.pause_job_id').on('p.status', 'in', ACTIVE))
    .select(['s.id', 's.dataset_id as datasetId', 's.base_version_id as baseVersionId', 's.revision'])
    .select(['s.opened_at as openedAt', 's.last_edit_at as lastEditAt', 'j.id as commitJobId'])
    .select(sql<boolean>`p.id IS NOT NULL`.as('isAutoCommitScheduled'))
    .select([
      sql<number>`(SELECT count(*)::int FROM edits e WHERE e.session_id = s.id AND e.undone_at IS NULL)`.as(
        'edits',
      ),
      sql<string[]>`ARRAY(SELECT DISTINCT e.by FROM edits e
        WHERE e.session_id = s.id AND e.undone_at IS NULL AND e.by IS NOT NULL ORDER BY e.by)`.as('people'),
    ])
    .where('s.sealed_at', 'is', null)
    .where('s.discarded_at', 'is', null);
}

export async function findOpenSession(db: Db, datasetId: number): Promise<Session | null> {
  const row = await openSessions(db).where('s.dataset_id', '=', datasetId).executeTakeFirst();
  return row ?? null;
}

export async function findOpenSessionById(db: Db, id: number): Promise<Session | null> {
  const row = await openSessions(db).where('s.id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** The open session with edits of this version. */
export async function findOpenSessionOn(db: Db, versionId: number): Promise<Session | null> {
  const row = await openSessions(db).where('s.base_version_id', '=', versionId).executeTakeFirst();
  return row ?? null;
}

export interface SessionState {
  id: number;
  baseVersionId: number | null;
  commitJobId: number | null;
  committedVersionId: number | null;
  isOpen: boolean;
}

/** A session, whether it is open or not. */
export async function findSession(db: Db, id: number): Promise<SessionState | null> {
  const row = await db
    .selectFrom('edit_sessions')
    .select(['id', 'base_version_id as baseVersionId', 'sealing_job_id as commitJobId'])
    .select('sealed_version_id as committedVersionId')
    .select(sql<boolean>`sealed_at IS NULL AND discarded_at IS NULL`.as('isOpen'))
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** The last session on the dataset's latest version, if it ended because its only edit was undone. */
export async function findEmptiedSession(
  trx: Db,
  { id, latest }: Pick<LockedDataset, 'id' | 'latest'>,
): Promise<number | null> {
  const row = await trx
    .selectFrom('edit_sessions as s')
    .select(['s.id', 's.base_version_id', 's.discarded_at'])
    .select((eb) =>
      eb
        .exists(
          eb.selectFrom('edits as e').whereRef('e.session_id', '=', 's.id').where('e.undone_at', 'is', null),
        )
        .as('has_edits'),
    )
    .where('s.dataset_id', '=', id)
    .orderBy('s.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const isEmptied = row && row.discarded_at !== null && !row.has_edits && row.base_version_id === latest?.id;
  return isEmptied ? row.id : null;
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

export async function markDiscarded(trx: Db, sessionId: number, by: string | null): Promise<void> {
  await trx
    .updateTable('edit_sessions')
    .set({ discarded_at: sql<Date>`clock_timestamp()`, discarded_by: by })
    .where('id', '=', sessionId)
    .execute();
}

export async function setCommitJob(trx: Db, sessionId: number, jobId: number): Promise<void> {
  await trx.updateTable('edit_sessions').set({ sealing_job_id: jobId }).where('id', '=', sessionId).execute();
}

export async function setAutoCommitJob(trx: Db, sessionId: number, jobId: number): Promise<void> {
  await trx.updateTable('edit_sessions').set({ pause_job_id: jobId }).where('id', '=', sessionId).execute();
}

export async function markCommitted(trx: Db, sessionId: number, versionId: number): Promise<void> {
  await trx
    .updateTable('edit_sessions')
    .set({ sealed_at: sql<Date>`clock_timestamp()`, sealed_version_id: versionId })
    .where('id', '=', sessionId)
    .execute();
}
