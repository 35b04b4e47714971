import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';
import type { DueProject, ProjectNews } from './types.ts';

interface Lease {
  serverId: number;
  worker: string;
  leaseMs: number;
}

/** Records a poll that was answered. False when another poller has taken over the server. */
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

/**
 * Those of the projects about which the poll still says something: neither stopped nor given another source while their server was asked.
 * They stay so until the end of the transaction.
 */
export async function lockCurrent(
  trx: Db,
  serverId: number,
  projects: Pick<DueProject, 'id' | 'projectRef'>[],
): Promise<Set<number>> {
  if (projects.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    SELECT p.id FROM projects p
      JOIN unnest(${projects.map(({ id }) => id)}::integer[], ${projects.map(({ projectRef }) => projectRef)}::text[])
        AS asked (id, project_ref) ON asked.id = p.id AND asked.project_ref = p.project_id
     WHERE p.started AND p.server_id = ${serverId} ORDER BY p.id FOR NO KEY UPDATE OF p`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

/** What a poll found, in the rows of those projects that it concerns. */
export async function saveNews(trx: Db, news: ProjectNews[]): Promise<void> {
  if (news.length === 0) return;
  await sql`
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
     WHERE p.id = n.id`.execute(trx);
  const withdrawn = news.filter(({ withdrawsPlan }) => withdrawsPlan).map(({ id }) => id);
  if (withdrawn.length === 0) return;
  await trx
    .updateTable('plans')
    .set({ status: 'superseded' })
    .where('project_id', 'in', withdrawn)
    .where('status', 'in', ['open', 'dismissed'])
    .execute();
}

function toRow({ id, providerId, version, pause, stops }: ProjectNews) {
  return {
    ...{ id, version, stops, provider_id: providerId },
    ...{ sets_pause: pause !== undefined, code: pause?.code ?? null, sentence: pause?.sentence ?? null },
  };
}
