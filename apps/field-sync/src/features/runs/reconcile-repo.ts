import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';

/**
 * Started projects whose tables nobody has compared with their package for a week. One that was tried within a day is left out, and
 * so are those that are paused or have an open run.
 */
export async function findUncompared(
  db: Db,
  limit: number,
): Promise<{ projectId: number; serverId: number }[]> {
  const { rows } = await sql<{ projectId: number; serverId: number }>`
    SELECT p.id AS "projectId", p.server_id AS "serverId" FROM projects p
     WHERE p.started AND p.paused_code IS NULL AND p.retry_at IS NULL
       AND EXISTS (SELECT FROM runs r WHERE r.project_id = p.id AND r.status = 'applied' AND r.finished_at < now() - interval '7 days')
       AND NOT EXISTS (SELECT FROM runs r WHERE r.project_id = p.id AND (r.status IN ('queued', 'running')
         OR r.kind = 'reconcile' AND (r.created_at > now() - interval '1 day'
           OR r.status = 'applied' AND r.finished_at > now() - interval '7 days')))
     LIMIT ${limit}`.execute(db);
  return rows;
}
