import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';
import type { ServiceFacts } from './types.ts';

/** Four beats: a worker that is silent for longer is not there. */
const ALIVE = sql`now() - interval '20 seconds'`;

/** The facts of all projects, or of some. */
export async function findServiceFacts(db: Db, ids?: number[]): Promise<(ServiceFacts & { id: number })[]> {
  const { rows } = await sql<ServiceFacts & { id: number }>`
    SELECT p.id, p.started, p.enabled, p.started_at AS "startedAt", p.cpu_seconds AS cpu, p.paused_reason AS "pausedReason",
           p.problem, p.applied_version AS version, p.provider_version AS "providerVersion", p.behind_since AS "behindSince",
           greatest(s.retry_at, n.next_at) AS "nextAt", n.next_at <= now() AND s.sign_in_problem IS NULL
             AND (s.retry_at IS NULL OR s.retry_at <= now()) AS "isDue",
           CASE WHEN p.paused_code IS NOT NULL THEN p.retry_at END AS "retryAt", s.sign_in_problem AS "signInProblem", s.problem AS "serverProblem", o.pid AS "pollerPid",
           r.status AS "runStatus", r.stage AS "runStage", w.pid AS "runPid", EXISTS (SELECT FROM pushes h WHERE h.project_id = p.id AND h.status = 'running') AS "isPushing", l.finished_at AS "lastRunAt", l.status AS "lastResult"
      FROM projects p JOIN servers s ON s.id = p.server_id
      LEFT JOIN runs r ON r.project_id = p.id AND r.status IN ('queued', 'running')
      LEFT JOIN workers w ON w.id = r.worker AND w.beat_at > ${ALIVE}
      LEFT JOIN workers o ON o.id = s.poller AND o.beat_at > ${ALIVE} AND s.poll_lease_until > now()
      LEFT JOIN LATERAL (
        SELECT finished_at, status FROM runs f WHERE f.project_id = p.id AND f.finished_at IS NOT NULL
         ORDER BY f.id DESC LIMIT 1) l ON true
     CROSS JOIN LATERAL (
       SELECT CASE WHEN p.paused_code IS NULL THEN greatest(p.due_at, p.retry_at) ELSE p.due_at END AS wake) due
     CROSS JOIN LATERAL (SELECT CASE
         WHEN s.polled_at IS NULL OR due.wake > s.polled_at THEN coalesce(due.wake, now())
         ELSE s.created_at + (floor(extract(epoch FROM s.polled_at - s.created_at) / p.sleep_time) + 1) * p.sleep_time
           * interval '1 second' END AS next_at) n
     WHERE ${ids === undefined ? sql`true` : sql`p.id = ANY(${ids}::integer[])`} ORDER BY p.id`.execute(db);
  return rows;
}
