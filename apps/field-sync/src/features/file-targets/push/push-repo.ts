import { sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';
import type { CopyCounts, FormerCopy, LoggedPush, Push, PushEnd, PushedProject, TreeFile } from './types.ts';

const PUSH = [
  'id',
  'project_id as projectId',
  'file_target_id as targetId',
  'job_id as jobId',
  'seq',
  'status',
  'fence',
] as const;

/** Asks for a push from a project, or to a target, of what is applied; one that is queued already takes it over. */
export async function insertPushes(
  trx: Db,
  { projectId, targetId, requestedBy }: { projectId?: number; targetId?: number; requestedBy: string | null },
): Promise<(Push & { isNew: boolean })[]> {
  const { rows } = await sql<Push & { isNew: boolean }>`
    INSERT INTO pushes (project_id, file_target_id, seq, requested_by)
    SELECT t.project_id, t.file_target_id, p.applied_seq, ${requestedBy}
      FROM project_file_targets t JOIN projects p ON p.id = t.project_id
     WHERE p.applied_snapshot_id IS NOT NULL
       AND t.project_id = coalesce(${projectId ?? null}::integer, t.project_id)
       AND t.file_target_id = coalesce(${targetId ?? null}::integer, t.file_target_id)
     ORDER BY t.project_id, t.file_target_id
    ON CONFLICT (project_id, file_target_id) WHERE status = 'queued' DO UPDATE SET seq = excluded.seq
    RETURNING id, project_id AS "projectId", file_target_id AS "targetId", job_id AS "jobId", seq, status, fence,
              (xmax = 0) AS "isNew"`.execute(trx);
  return rows;
}

export async function setPushJobs(trx: Db, jobs: { pushId: number; jobId: number }[]): Promise<void> {
  await sql`
    UPDATE pushes SET job_id = jobs.job_id
      FROM unnest(${jobs.map(({ pushId }) => pushId)}::bigint[], ${jobs.map(({ jobId }) => jobId)}::bigint[])
        AS jobs (push_id, job_id)
     WHERE pushes.id = jobs.push_id`.execute(trx);
}

/**
 * Makes an attempt the one that may change a push, and pins it to what is applied now. Null for one that has ended; `busy` while another
 * push to the same target is under way.
 */
export async function claimPush(trx: Db, id: number, fence: number): Promise<Push | 'busy' | null> {
  const { rows: targets } = await sql<{ targetId: number }>`
    SELECT t.id AS "targetId" FROM file_targets t JOIN pushes p ON p.file_target_id = t.id
     WHERE p.id = ${id} FOR NO KEY UPDATE OF t`.execute(trx);
  const [target] = targets;
  if (!target) return null;
  const { rows: others } = await sql`
    SELECT p.id FROM pushes p JOIN jobs j ON j.id = p.job_id AND j.status IN ('queued', 'running')
     WHERE p.file_target_id = ${target.targetId} AND p.id <> ${id} AND p.status = 'running'`.execute(trx);
  const { rows } = await sql<Push>`
    UPDATE pushes SET status = 'running', fence = ${fence}, started_at = coalesce(started_at, now()),
           seq = (SELECT p.applied_seq FROM projects p WHERE p.id = pushes.project_id)
     WHERE id = ${id} AND status IN ('queued', 'running') AND ${others.length === 0}
    RETURNING id, project_id AS "projectId", file_target_id AS "targetId", job_id AS "jobId", seq, status, fence`.execute(
    trx,
  );
  if (rows[0]) return rows[0];
  const push = await trx.selectFrom('pushes').select(PUSH).where('id', '=', id).executeTakeFirst();
  return push && others.length > 0 && ['queued', 'running'].includes(push.status) ? 'busy' : null;
}

export function findPushedProject(db: Db, id: number): Promise<PushedProject | undefined> {
  return db
    .selectFrom('projects')
    .select(['id', 'uuid', 'name', 'geopackage', 'files'])
    .select(['max_delete_percent as maxDeletePercent', 'applied_seq as appliedSeq'])
    .select('applied_snapshot_id as appliedSnapshotId')
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function countTreeFiles(db: Db, snapshotId: number, path: string | null): Promise<number> {
  const { count } = await db
    .selectFrom('snapshot_files')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('snapshot_id', '=', snapshotId)
    .$if(path !== null, (query) => query.where('path', '=', path!))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The files of a snapshot, or one of them. */
export function listTreeFiles(db: Db, snapshotId: number, path: string | null): Promise<TreeFile[]> {
  return db
    .selectFrom('snapshot_files')
    .select(['path', 'object_key as key'])
    .where('snapshot_id', '=', snapshotId)
    .$if(path !== null, (query) => query.where('path', '=', path!))
    .execute();
}

/** The last tree that was copied from the same project to the same target; null before the first. */
export async function findLastCopy(db: Db, { projectId, targetId }: Push): Promise<FormerCopy | null> {
  const push = await db
    .selectFrom('pushes')
    .select(['total_files as totalFiles', 'seq'])
    .where('project_id', '=', projectId)
    .where('file_target_id', '=', targetId)
    .where('status', '=', 'succeeded')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return push && push.totalFiles !== null ? { totalFiles: push.totalFiles, seq: push.seq } : null;
}

/** Keeps the key of the first connection. False where the target has another address or another key since. */
export async function saveHostKey(
  db: Db,
  { id, host, port }: { id: number; host: string; port: number },
  hostKey: string,
): Promise<boolean> {
  const { rows } = await sql<{ hostKey: string | null }>`
    UPDATE file_targets SET host_key = coalesce(host_key, ${hostKey})
     WHERE id = ${id} AND host = ${host} AND port = ${port} RETURNING host_key AS "hostKey"`.execute(db);
  return rows[0]?.hostKey === hostKey;
}

/** Keeps another key than the accepted one for someone to look at; null: the machine has the accepted one again. */
export async function saveOfferedKey(
  db: Db,
  { id, host, port }: { id: number; host: string; port: number },
  hostKey: string | null,
): Promise<void> {
  await db
    .updateTable('file_targets')
    .set({ offered_host_key: hostKey })
    .where('id', '=', id)
    .where('host', '=', host)
    .where('port', '=', port)
    .execute();
}

/** Shown while files are copied; nothing follows from it. */
export async function saveProgress(
  db: Db,
  { id, fence }: Push,
  { counts, log }: { counts: CopyCounts; log: string },
): Promise<void> {
  await db
    .updateTable('pushes')
    .set({ files: counts.files, deleted: counts.deleted, log })
    .where('id', '=', id)
    .where('fence', '=', fence)
    .where('status', '=', 'running')
    .execute();
}

/** Ends a push, or queues it for its next attempt, unless a newer one of the same project waits that will do the same. */
export async function endPush(trx: Db, { id, fence }: Push, end: PushEnd): Promise<void> {
  const { counts, error } = end;
  await sql`
    UPDATE pushes p SET exit_code = ${end.exitCode}, total_files = ${end.totalFiles}, log = ${end.log},
           files = ${counts.files}, bytes = ${counts.bytes}, deleted = ${counts.deleted},
           error_code = ${error?.code ?? null}, error = ${error?.message ?? null},
           status = CASE WHEN w.waits THEN 'failed' ELSE ${end.status} END,
           finished_at = CASE WHEN ${end.status} <> 'queued' OR w.waits THEN now() END
      FROM (SELECT ${end.status} = 'queued' AND EXISTS (
              SELECT FROM pushes n JOIN pushes o ON o.id = ${id}
               WHERE n.project_id = o.project_id AND n.file_target_id = o.file_target_id AND n.status = 'queued') AS waits) w
     WHERE p.id = ${id} AND p.fence = ${fence} AND p.status = 'running'`.execute(trx);
}

/** Cancels the open pushes to a target and returns their jobs. */
export async function cancelPushes(trx: Db, targetId: number): Promise<{ jobId: number | null }[]> {
  return trx
    .updateTable('pushes')
    .set({ status: 'cancelled', finished_at: sql<Date>`now()` })
    .where('file_target_id', '=', targetId)
    .where('status', 'in', ['queued', 'running'])
    .returning('job_id as jobId')
    .execute();
}

/** Ends pushes whose jobs have ended, as after a worker that died again and again. Returns how many. */
export async function endLostPushes(db: Db): Promise<number> {
  const { rows } = await sql`
    UPDATE pushes p SET finished_at = now(), status = CASE WHEN j.status = 'cancelled' THEN 'cancelled' ELSE 'failed' END,
           error_code = coalesce(p.error_code, 'field_sync.push_lost'),
           error = coalesce(p.error, 'The job of this copy ended unexpectedly. Start it again.')
      FROM jobs j
     WHERE p.status IN ('queued', 'running') AND j.id = p.job_id
       AND j.status NOT IN ('queued', 'running') AND j.finished_at < now() - interval '5 seconds'
    RETURNING p.id`.execute(db);
  return rows.length;
}

/** The newest pushes to a target. */
export function listPushes(db: Db, targetId: number, limit: number): Promise<LoggedPush[]> {
  return db
    .selectFrom('pushes as u')
    .innerJoin('projects as p', 'p.id', 'u.project_id')
    .select(['u.id', 'u.seq', 'u.status', 'p.name as project', 'u.files', 'u.bytes', 'u.deleted', 'u.log'])
    .select(['u.error', 'u.created_at as createdAt', 'u.started_at as startedAt'])
    .select('u.finished_at as finishedAt')
    .select((query) =>
      query
        .selectFrom('runs as r')
        .select('r.version')
        .whereRef('r.project_id', '=', 'u.project_id')
        .whereRef('r.seq', '=', 'u.seq')
        .orderBy('r.id', 'desc')
        .limit(1)
        .as('version'),
    )
    .where('u.file_target_id', '=', targetId)
    .orderBy('u.id', 'desc')
    .limit(limit)
    .execute();
}

/** Of trees of snapshots, those that a project may need again. */
export async function areTreesNeeded(
  db: Db,
  trees: { projectId: number; snapshotId: number }[],
): Promise<boolean[]> {
  const { rows } = await sql<{ isNeeded: boolean }>`
    SELECT EXISTS (SELECT FROM projects p JOIN project_file_targets f ON f.project_id = p.id
                    WHERE p.id = t.project_id AND p.applied_snapshot_id = t.snapshot_id) AS "isNeeded"
      FROM unnest(${trees.map(({ projectId }) => projectId)}::bigint[], ${trees.map(({ snapshotId }) => snapshotId)}::bigint[])
        WITH ORDINALITY AS t (project_id, snapshot_id, n) ORDER BY t.n`.execute(db);
  return rows.map(({ isNeeded }) => isNeeded);
}
