import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';

/** Runs that one statement looks at: short enough that nobody waits for its locks. */
const BATCH = 1_000;

/**
 * Deletes runs that ended more than some days ago. It leaves the last run of each project, the last that was applied, those with a plan
 * that still counts or with conflicts, and those that the history of rows in the target may name. Returns how many.
 */
export async function deleteOldRuns(db: Db, days: number, batch = BATCH): Promise<number> {
  let removed = 0;
  let after: string | null = '0';
  while (after !== null) {
    const page: { last: string | null; removed: number } = await deletePage(db, { after, days, batch });
    removed += page.removed;
    after = page.last;
  }
  return removed;
}

/** In the order of ids, which is that of time: `last` is null where nothing old follows. */
async function deletePage(
  db: Db,
  { after, days, batch }: { after: string; days: number; batch: number },
): Promise<{ last: string | null; removed: number }> {
  const { rows } = await sql<{ last: string | null; removed: number }>`
    WITH page AS (
      SELECT id, finished_at < now() - ${days} * interval '1 day' AS is_old
        FROM runs WHERE id > ${after}::bigint ORDER BY id LIMIT ${batch}),
    gone AS (
      DELETE FROM runs r USING page g, projects p
       WHERE r.id = g.id AND g.is_old AND p.id = r.project_id AND r.conflicts = 0
         AND NOT (r.status = 'applied' AND r.inserted + r.updated + r.deleted > 0
           AND (p.history_days = 0 OR r.finished_at > now() - (p.history_days + 1) * interval '1 day'))
         AND EXISTS (SELECT FROM runs n WHERE n.project_id = r.project_id AND n.id > r.id AND n.finished_at IS NOT NULL)
         AND (r.status <> 'applied'
           OR EXISTS (SELECT FROM runs n WHERE n.project_id = r.project_id AND n.id > r.id AND n.status = 'applied'))
         AND NOT EXISTS (SELECT FROM plans q WHERE q.run_id = r.id AND q.status IN ('open', 'approved', 'dismissed'))
      RETURNING r.id)
    SELECT CASE WHEN bool_or(is_old) THEN max(id)::text END AS last, (SELECT count(*)::integer FROM gone) AS removed FROM page`.execute(
    db,
  );
  return rows[0]!;
}
