import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';
import type { RecentRun, RecipientResult, RunOutcome } from './types.ts';

/** Runs that the strip of a schedule shows. */
const RECENT_RUNS = 30;

/** The last runs of each schedule, newest first, without tests. */
export async function listRecentRuns(db: Db, scheduleIds: number[]): Promise<RecentRun[]> {
  if (scheduleIds.length === 0) return [];
  const { rows } = await sql<RecentRun>`
    SELECT e.schedule_id AS "scheduleId", e.id AS "executionId", e.status, e.slot, e.ended_at AS "endedAt",
           e.email_status AS "emailStatus", e.error
    FROM unnest(${scheduleIds}::integer[]) WITH ORDINALITY AS wanted (id, position)
    CROSS JOIN LATERAL ${recentExecutions()} e
    ORDER BY wanted.position, e.created_at DESC, e.id DESC`.execute(db);
  return rows;
}

/** The last mail to each address within the last runs of each schedule. */
export async function listRecipientResults(db: Db, scheduleIds: number[]): Promise<RecipientResult[]> {
  if (scheduleIds.length === 0) return [];
  const { rows } = await sql<RecipientResult>`
    SELECT DISTINCT ON (e.schedule_id, d.address)
           e.schedule_id AS "scheduleId", d.address, d.status, d.updated_at AS at
    FROM unnest(${scheduleIds}::integer[]) AS wanted (id)
    CROSS JOIN LATERAL ${recentExecutions()} e
    JOIN deliveries d ON d.execution_id = e.id
    ORDER BY e.schedule_id, d.address, d.created_at DESC`.execute(db);
  return rows;
}

export async function findOutcome(db: Db, executionId: string): Promise<RunOutcome | null> {
  const outcome = await db
    .selectFrom('executions')
    .select(['status', 'email_status as emailStatus', 'output_name as outputName', 'error'])
    .where('id', '=', executionId)
    .executeTakeFirst();
  return outcome ?? null;
}

function recentExecutions() {
  return sql`(
    SELECT * FROM executions WHERE schedule_id = wanted.id AND trigger <> 'test'
    ORDER BY created_at DESC, id DESC LIMIT ${sql.lit(RECENT_RUNS)})`;
}
