import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';
import type { Alert, AlertScope, AlertTimes } from './types.ts';

/** Failures in a row after which a project or a server does not come round by itself. */
const MANY_FAILURES = sql`5`;
/** The shortest cycle that counts: with a rhythm of seconds, a large change takes more than three cycles. */
const MIN_CYCLE_SECONDS = sql`300`;
const BEHIND =
  'The version of the provider is not in the tables, and no run applies it. Check that workers are running.';

/** Someone has decided: it is behind, and nobody waits for anything. */
const DISMISSED = 'field_sync.plan_dismissed';
const PUSH_FAILED = 'field_sync.push_failed';
const PUBLISH_FAILED = 'field_sync.publish_failed';
/** What comes after the tables, which are in step. */
const OUTLETS = sql`ARRAY[${PUSH_FAILED}, ${PUBLISH_FAILED}]::text[]`;

/**
 * What is wrong with projects `p` of servers `s`, the cause before its effects: `t.code` is null where nothing is. A project that is
 * tried again is not failing yet, and publications do not count where there is no publisher.
 */
const troubleOf = ({ isPublishing }: AlertScope) => sql`LEFT JOIN LATERAL (
  SELECT format('Copying to "%s" failed: %s', f.name, u.error) AS reason
    FROM project_file_targets t JOIN file_targets f ON f.id = t.file_target_id
   CROSS JOIN LATERAL (
     SELECT h.status, h.error FROM pushes h
      WHERE h.project_id = t.project_id AND h.file_target_id = t.file_target_id AND h.finished_at IS NOT NULL
      ORDER BY h.id DESC LIMIT 1) u
   WHERE t.project_id = p.id AND u.status = 'failed' AND u.error IS NOT NULL ORDER BY f.name LIMIT 1) copy ON true
LEFT JOIN publications web ON web.project_id = p.id AND ${isPublishing}
CROSS JOIN LATERAL (
  SELECT CASE WHEN s.sign_in_problem IS NOT NULL THEN 'field_sync.sign_in'
              WHEN p.paused_code = ${DISMISSED} THEN NULL
              WHEN p.paused_code IS NOT NULL THEN p.paused_code
              WHEN s.failures >= ${MANY_FAILURES} THEN 'field_sync.server_failing'
              WHEN p.failures >= ${MANY_FAILURES} THEN coalesce((
                SELECT r.error_code FROM runs r WHERE r.project_id = p.id AND r.status = 'failed' ORDER BY r.id DESC LIMIT 1),
                'field_sync.run_failed')
              WHEN p.behind_since < now() - 3 * greatest(p.sleep_time, ${MIN_CYCLE_SECONDS}) * interval '1 second'
                AND NOT EXISTS (SELECT FROM runs r WHERE r.project_id = p.id AND r.status = 'running')
                THEN 'field_sync.behind'
              WHEN copy.reason IS NOT NULL THEN ${PUSH_FAILED}
              WHEN web.error IS NOT NULL THEN ${PUBLISH_FAILED} END AS code) cause
CROSS JOIN LATERAL (
  SELECT cause.code, CASE cause.code WHEN ${PUSH_FAILED} THEN copy.reason
    WHEN ${PUBLISH_FAILED} THEN 'Publishing on the web failed: ' || web.error ELSE coalesce(s.sign_in_problem, p.paused_reason,
    CASE WHEN s.failures >= ${MANY_FAILURES} THEN s.problem END, p.problem, ${BEHIND}) END AS reason) t`;

/** Works in a transaction, unless another process is at it: then nothing happens. */
export async function inTurn(db: Db, work: (trx: Db) => Promise<void>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ isFree: boolean }>`
      SELECT pg_try_advisory_xact_lock(hashtextextended('field_sync alerts', 0)) AS "isFree"`.execute(trx);
    if (rows[0]?.isFree) await work(trx);
  });
}

/**
 * Notes what is wrong with started projects that name administrators, and what no longer is. Returns without a write where nothing
 * has changed. A project that someone stopped, or whose plan someone dismissed, is not mailed about any more. Where only a copy or a
 * publication fails, other reasons are over, and are mailed again when they come back.
 */
export async function refreshAlerts(trx: Db, scope: AlertScope): Promise<void> {
  const trouble = troubleOf(scope);
  await sql`
    INSERT INTO alerts AS a (project_id, code, reason, since)
    SELECT p.id, t.code, t.reason, coalesce(p.behind_since, now())
      FROM projects p JOIN servers s ON s.id = p.server_id ${trouble}
     WHERE p.started AND p.sync_admins <> '{}' AND t.code IS NOT NULL
    ON CONFLICT (project_id) DO UPDATE SET code = excluded.code, reason = excluded.reason, clear_since = NULL,
           mailed_codes = CASE WHEN excluded.code = ANY (${OUTLETS})
             THEN ARRAY(SELECT c FROM unnest(a.mailed_codes) c WHERE c = ANY (${OUTLETS})) ELSE a.mailed_codes END,
           seen_at = CASE WHEN a.code = excluded.code AND a.clear_since IS NULL THEN a.seen_at ELSE now() END
     WHERE a.code <> excluded.code OR a.reason <> excluded.reason OR a.clear_since IS NOT NULL`.execute(trx);
  await sql`
    UPDATE alerts a SET clear_since = now() FROM projects p JOIN servers s ON s.id = p.server_id ${trouble}
     WHERE p.id = a.project_id AND a.clear_since IS NULL AND t.code IS NULL`.execute(trx);
  await sql`
    DELETE FROM alerts a USING projects p
     WHERE p.id = a.project_id AND (p.sync_admins = '{}' OR (a.clear_since IS NOT NULL AND p.paused_code = ${DISMISSED})
        OR (a.clear_since IS NOT NULL AND a.mailed_codes = '{}')
        OR (NOT p.started AND (a.clear_since IS NULL OR p.behind_since IS NOT NULL)))`.execute(trx);
}

/** Counts the conflicts of an application, for projects that name administrators. */
export async function noteConflicts(trx: Db, runId: number): Promise<void> {
  await sql`
    INSERT INTO conflict_alerts AS a (project_id, conflicts)
    SELECT r.project_id, r.conflicts FROM runs r JOIN projects p ON p.id = r.project_id
     WHERE r.id = ${runId} AND r.conflicts > 0 AND p.sync_admins <> '{}'
    ON CONFLICT (project_id) DO UPDATE SET conflicts = a.conflicts + excluded.conflicts,
           since = CASE WHEN a.conflicts = 0 THEN now() ELSE a.since END`.execute(trx);
}

const COLUMNS = sql`p.id AS "projectId", p.name AS project, s.id AS "serverId", s.name AS server, p.sync_admins AS "syncAdmins",
  p.applied_version AS "appliedVersion", p.applied_at AS "appliedAt"`;

/** What is to be mailed now: on each server, all of a kind once one of them has waited for its time. */
export async function findDueAlerts(db: Db, { gatherMs, settleMs }: AlertTimes): Promise<Alert[]> {
  const { rows } = await sql<Alert>`
    SELECT * FROM (SELECT *, bool_or(waits_since <= now() - ms * interval '1 millisecond') OVER (PARTITION BY kind, "serverId") AS is_due FROM (
      SELECT 'failing' AS kind, ${COLUMNS}, a.code, a.reason, a.since, 0 AS conflicts, a.seen_at AS waits_since, ${gatherMs}::float8 AS ms
        FROM alerts a JOIN projects p ON p.id = a.project_id JOIN servers s ON s.id = p.server_id
       WHERE a.clear_since IS NULL AND NOT a.code = ANY (a.mailed_codes)
      UNION ALL
      SELECT 'in_step', ${COLUMNS}, '', '', a.since, 0, a.clear_since, ${settleMs}::float8
        FROM alerts a JOIN projects p ON p.id = a.project_id JOIN servers s ON s.id = p.server_id
       WHERE a.clear_since IS NOT NULL AND a.mailed_codes <> '{}' AND p.behind_since IS NULL
      UNION ALL
      SELECT 'conflicts', ${COLUMNS}, '', '', a.since, a.conflicts::float8, a.since, ${gatherMs}::float8
        FROM conflict_alerts a JOIN projects p ON p.id = a.project_id JOIN servers s ON s.id = p.server_id
       WHERE a.conflicts > 0 AND coalesce(a.mailed_at < now() - interval '1 day', true)) open) due
     WHERE is_due
     ORDER BY kind, project`.execute(db);
  return rows;
}

/** Marks alerts as mailed, and returns those that are still as they were: what has changed waits for the next time. */
export async function takeAlerts(trx: Db, alerts: Alert[]): Promise<Alert[]> {
  const taken: Alert[] = [];
  for (const alert of alerts) if (await take(trx, alert)) taken.push(alert);
  return taken;
}

async function take(trx: Db, { kind, projectId, code, conflicts }: Alert): Promise<boolean> {
  const { numAffectedRows = 0n } = await {
    failing: sql`
      UPDATE alerts SET mailed_codes = mailed_codes || ${code}::text
       WHERE project_id = ${projectId} AND code = ${code} AND clear_since IS NULL AND NOT ${code} = ANY (mailed_codes)`,
    in_step: sql`DELETE FROM alerts WHERE project_id = ${projectId} AND clear_since IS NOT NULL`,
    conflicts: sql`
      UPDATE conflict_alerts SET conflicts = conflicts - ${conflicts}::bigint, mailed_at = now()
       WHERE project_id = ${projectId} AND conflicts >= ${conflicts}::bigint`,
  }[kind].execute(trx);
  return numAffectedRows > 0n;
}
