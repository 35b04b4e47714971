import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';

/**
 * Adds runs that have ended to the totals of their projects, which metrics read. A run that was held as failed, and is found applied
 * later, counts as both, but its bytes count once.
 */
export async function countRuns(
  trx: Db,
  runIds: number[],
  { countsBytes }: { countsBytes: boolean },
): Promise<void> {
  if (runIds.length === 0) return;
  await sql`
    INSERT INTO run_totals AS t (project_id, outcome, error_code, runs, bytes, inserted, updated, deleted, conflicts)
    SELECT r.project_id, r.status, coalesce(r.error_code, ''), count(*),
           CASE WHEN ${countsBytes} THEN sum(r.bytes_fetched) ELSE 0 END,
           -- A comparison has counts of what it did not apply.
           sum(CASE WHEN r.status = 'applied' THEN r.inserted ELSE 0 END),
           sum(CASE WHEN r.status = 'applied' THEN r.updated ELSE 0 END),
           sum(CASE WHEN r.status = 'applied' THEN r.deleted ELSE 0 END),
           sum(CASE WHEN r.status = 'applied' THEN r.conflicts ELSE 0 END)
      FROM runs r WHERE r.id = ANY (${runIds}::bigint[]) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (project_id, outcome, error_code) DO UPDATE SET runs = t.runs + excluded.runs, bytes = t.bytes + excluded.bytes,
           inserted = t.inserted + excluded.inserted, updated = t.updated + excluded.updated,
           deleted = t.deleted + excluded.deleted, conflicts = t.conflicts + excluded.conflicts`.execute(trx);
}
