import { toJson } from './json.ts';
import type { Statement, Store } from './store.ts';
import type { JobError } from './types.ts';

/** How an attempt ended. */
export interface Outcome {
  id: number;
  fence: number;
  /** `queued`: to be run again, after `delayMs`. */
  status: 'succeeded' | 'failed' | 'cancelled' | 'queued';
  result?: unknown;
  error?: JobError;
  delayMs?: number;
  /** The attempt was returned to the queue and does not count. */
  refund?: true;
  /** The last report, if it was not written yet. */
  progress?: number | undefined;
  stage?: string | undefined;
}

/** $1: ids, $2: the outcomes as JSON. Arrays, because the planner expects few elements in them and uses the primary key. */
const finish: Statement = {
  name: 'finish',
  text: `
    with mine as materialized (
      select ended.*, case when ended.outcome ->> 'status' <> 'succeeded' and j.cancelled then 'cancelled' else ended.outcome ->> 'status' end as next
      from (select * from unnest($1::bigint[], $2::jsonb[]) as e (id, outcome) order by id) ended
      cross join lateral (
        select cancel_requested_at is not null as cancelled from {jobs}
        where id = ended.id and fence = (ended.outcome ->> 'fence')::bigint and status = 'running'
        for no key update
      ) j
    )
    update {jobs} j set
      status = next,
      result = nullif(outcome -> 'result', 'null'),
      errors = case when not outcome ? 'error' or next = 'cancelled' then j.errors else j.errors || (outcome -> 'error') end,
      attempts = j.attempts - case when outcome ? 'refund' then 1 else 0 end,
      progress = case next when 'succeeded' then 100 else coalesce((outcome ->> 'progress')::smallint, j.progress) end,
      stage = coalesce(outcome ->> 'stage', j.stage),
      lease_until = null,
      dispatched_at = null,
      run_after = case next when 'queued' then now() + coalesce((outcome ->> 'delayMs')::float8, 0) * interval '1 ms' else j.run_after end,
      finished_at = case next when 'queued' then null else now() end
    from mine where j.id = mine.id
    returning j.id`,
};

/**
 * Writes how attempts ended, if they still own their jobs. A job that a user cancelled and that did not succeed is cancelled.
 *
 * @returns for each outcome whether it was written
 */
export async function finishJobs(store: Store, outcomes: Outcome[]): Promise<boolean[]> {
  const rows = await store.run<{ id: string }>(finish, [outcomes.map(({ id }) => id), outcomes.map(toJson)]);
  const written = new Set(rows.map((row) => Number(row.id)));
  return outcomes.map(({ id }) => written.has(id));
}
