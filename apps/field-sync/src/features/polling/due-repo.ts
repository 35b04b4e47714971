import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';
import type { DueProject, PollTimes } from './types.ts';

/** Of the lease, the rest that is never reached while the process is alive. */
const RENEW_BELOW = 2 / 3;

/**
 * Takes the servers with started projects that no poller has, and renews the leases of this one. Any number of pollers may do so at
 * once: of two, one gets the row.
 */
export async function claimServers(
  db: Db,
  worker: string,
  { leaseMs, deadAfterMs }: PollTimes,
): Promise<void> {
  await sql`
    UPDATE servers s SET poller = ${worker}, poll_lease_until = now() + ${leaseMs} * interval '1 millisecond'
     WHERE EXISTS (SELECT FROM projects p WHERE p.server_id = s.id AND p.started)
       AND (s.poll_lease_until IS NULL OR s.poll_lease_until < now()
         OR (s.poller = ${worker} AND s.poll_lease_until < now() + ${leaseMs * RENEW_BELOW} * interval '1 millisecond')
         OR (s.poller <> ${worker} AND NOT EXISTS (
              SELECT FROM workers w WHERE w.id = s.poller AND w.beat_at > now() - ${deadAfterMs} * interval '1 millisecond')))`.execute(
    db,
  );
}

/** Lets other pollers have the servers of this one. */
export async function releaseServers(db: Db, worker: string): Promise<void> {
  await sql`UPDATE servers SET poll_lease_until = now() WHERE poller = ${worker} AND poll_lease_until > now()`.execute(
    db,
  );
}

/**
 * The projects of this poller's servers that are to be asked for now. They are due when a multiple of their sleep_time falls between the
 * server's last poll and now, so that those with the same rhythm are due together and none needs a row for it; and at the moment that
 * `due_at` and `retry_at` name, before which they are not due at all. Paused ones are asked for before `retry_at` too: another version is
 * tried at once. Time is counted from the making of the server's row, so that not all servers are asked in the same second.
 */
export async function findDue(db: Db, worker: string): Promise<DueProject[]> {
  const { rows } = await sql<DueProject>`
    SELECT p.id, p.server_id AS "serverId", p.project_id AS "projectRef", p.provider_id AS "providerId",
           p.applied_version AS "appliedVersion", p.provider_version AS "providerVersion", p.behind_since AS "behindSince",
           p.paused_code AS "pausedCode", coalesce(p.retry_at <= now(), true) AS "mayRetry",
           p.force_init AS "forceInit", p.single_run AS "singleRun",
           (SELECT n.version FROM plans q JOIN snapshots n ON n.id = q.snapshot_id
             WHERE q.project_id = p.id AND q.status IN ('open', 'dismissed')) AS "planVersion",
           s.failures AS "serverFailures", now() AS at
      FROM servers s JOIN projects p ON p.server_id = s.id,
   LATERAL (SELECT CASE WHEN p.paused_code IS NULL THEN greatest(p.due_at, p.retry_at) ELSE p.due_at END AS wake) w
     WHERE s.poller = ${worker} AND s.poll_lease_until > now() AND s.sign_in_problem IS NULL
       AND (s.retry_at IS NULL OR s.retry_at <= now())
       AND p.started AND (w.wake IS NULL OR w.wake <= now())
       AND (s.polled_at IS NULL OR w.wake > s.polled_at
         OR floor(extract(epoch FROM now() - s.created_at) / p.sleep_time)
            <> floor(extract(epoch FROM s.polled_at - s.created_at) / p.sleep_time))
       AND NOT EXISTS (SELECT FROM runs r WHERE r.project_id = p.id AND r.status IN ('queued', 'running'))
     ORDER BY p.id`.execute(db);
  return rows;
}
