import { CONFLICTS, HISTORY, hasBookkeeping } from './bookkeeping.ts';
import { withTarget } from './session.ts';
import type { SessionDeps, Target } from './session.ts';
import type { TrimRequest } from './history-types.ts';
import type { TargetPlace } from './types.ts';

/** Rows of one statement, which locks nothing that a run needs. */
const BATCH = 5_000;

/** See `SyncedTables.trimHistory`. */
export function trimHistory(
  deps: SessionDeps,
  place: TargetPlace,
  { days, signal, batch = BATCH }: TrimRequest,
): Promise<number> {
  return withTarget(deps, { place, signal }, async (target) => {
    if (!(await hasBookkeeping(target))) return 0;
    const history = await trimEntries(target, { days, batch });
    return history + (await trimConflicts(target, { days, batch }));
  });
}

/** In the order of ids, which is that of time, until there are only young entries. */
async function trimEntries(target: Target, request: { days: number; batch: number }): Promise<number> {
  let removed = 0;
  for (let page = await trimPage(target, '0', request); ; page = await trimPage(target, page.last, request)) {
    removed += page.removed;
    if (page.last === null) return removed;
  }
}

interface TrimmedPage {
  /** Where the next page begins; null where nothing old follows. */
  last: string | null;
  removed: number;
}

async function trimPage(
  { client, table, place }: Target,
  after: string | null,
  { days, batch }: { days: number; batch: number },
): Promise<TrimmedPage> {
  const { rows } = await client.query<TrimmedPage>(
    `WITH page AS (
       SELECT id, project, table_name, key, applied_at < now() - $3 * interval '1 day' AS is_old
         FROM ${table(HISTORY)} WHERE id > $2 ORDER BY id LIMIT $4),
     gone AS (
       DELETE FROM ${table(HISTORY)} h USING page p
        WHERE h.id = p.id AND p.is_old AND p.project = $1
          AND NOT EXISTS (SELECT FROM ${table(CONFLICTS)} c WHERE c.project = p.project AND c.table_name = p.table_name
            AND c.key = p.key AND c.resolution IS NULL)
       RETURNING h.id)
     SELECT CASE WHEN bool_or(is_old) THEN max(id)::text END AS last, (SELECT count(*)::integer FROM gone) AS removed FROM page`,
    [place.projectUuid, after, days, batch],
  );
  return rows[0]!;
}

async function trimConflicts(
  { client, table, place }: Target,
  { days, batch }: { days: number; batch: number },
): Promise<number> {
  let removed = 0;
  for (let count = batch; count === batch; removed += count) {
    const result = await client.query(
      `DELETE FROM ${table(CONFLICTS)} WHERE id IN (
         SELECT id FROM ${table(CONFLICTS)}
          WHERE project = $1 AND resolution IS NOT NULL AND resolved_at < now() - $2 * interval '1 day' LIMIT $3)`,
      [place.projectUuid, days, batch],
    );
    count = result.rowCount ?? 0;
  }
  return removed;
}
