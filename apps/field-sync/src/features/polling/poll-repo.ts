import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';
import type { ProjectNews } from './types.ts';

interface Lease {
  serverId: number;
  worker: string;
  leaseMs: number;
}

/** Records a poll that was answered. False where another poller has the server by now, whose word counts. */
export async function saveAnswered(
  trx: Db,
  { serverId, worker, leaseMs }: Lease,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE servers SET polled_at = ${at}, failures = 0, retry_at = NULL, problem = NULL,
           poll_lease_until = now() + ${leaseMs} * interval '1 millisecond'
     WHERE id = ${serverId} AND poller = ${worker} AND poll_lease_until > now() RETURNING id`.execute(trx);
  return rows.length > 0;
}

/** Records a poll that failed. */
export async function saveFailed(
  db: Db,
  { serverId, worker }: Lease,
  failure: { message: string; failures: number; retryInMs: number },
): Promise<void> {
  await sql`
    UPDATE servers SET failures = ${failure.failures}, problem = ${failure.message},
           retry_at = now() + ${failure.retryInMs} * interval '1 millisecond'
     WHERE id = ${serverId} AND poller = ${worker} AND poll_lease_until > now()`.execute(db);
}

/** What a poll found, in the rows of those projects that it concerns; a project that was stopped meanwhile stays as it is. */
export async function saveNews(trx: Db, news: ProjectNews[]): Promise<number[]> {
  if (news.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    UPDATE projects p SET provider_id = coalesce(n.provider_id, p.provider_id),
           provider_version_at = CASE WHEN n.version IS DISTINCT FROM p.provider_version AND n.version IS NOT NULL THEN now()
             ELSE p.provider_version_at END,
           behind_since = CASE WHEN n.version IS NULL THEN p.behind_since WHEN n.version = p.applied_version THEN NULL
             ELSE coalesce(p.behind_since, now()) END,
           provider_version = coalesce(n.version, p.provider_version),
           paused_code = CASE WHEN n.sets_pause THEN n.code ELSE p.paused_code END,
           paused_reason = CASE WHEN n.sets_pause THEN n.sentence ELSE p.paused_reason END,
           problem = CASE WHEN n.sets_pause THEN n.sentence ELSE p.problem END,
           started = p.started AND NOT n.stops
      FROM jsonb_to_recordset(${JSON.stringify(news.map(toRow))}::jsonb)
        AS n (id integer, provider_id text, version text, sets_pause boolean, code text, sentence text, stops boolean)
     WHERE p.id = n.id AND p.started RETURNING p.id`.execute(trx);
  return rows.map(({ id }) => id);
}

function toRow({ id, providerId, version, pause, stops }: ProjectNews) {
  return {
    ...{ id, version, stops, provider_id: providerId },
    ...{ sets_pause: pause !== undefined, code: pause?.code ?? null, sentence: pause?.sentence ?? null },
  };
}
