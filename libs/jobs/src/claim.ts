import { toJob, type JobRow } from './row.ts';
import type { Statement, Store } from './store.ts';
import type { Job } from './types.ts';

export interface ClaimRequest {
  store: Store;
  /** The kinds that this worker has processors for. */
  kinds: string[];
  leaseMs: number;
}

/** $1: ids, $2: kinds, $3: lease in milliseconds. */
const claim: Statement = {
  name: 'claim',
  text: `
    with rows_to_claim as materialized (
      select j.id from (select unnest($1::bigint[]) as id order by 1) requested cross join lateral (
        select id from {jobs}
        where id = requested.id and status = 'queued' and run_after <= now() and kind = any($2::text[])
        for no key update
      ) j
    )
    update {jobs} j set
      status = 'running', fence = j.fence + 1, attempts = j.attempts + 1, progress = 0, stage = null,
      started_at = coalesce(j.started_at, now()), heartbeat_at = now(),
      lease_until = clock_timestamp() + $3::float8 * interval '1 ms'
    from rows_to_claim r where j.id = r.id
    returning j.*`,
};

/**
 * Takes queued rows for this worker: status, lease and a new fence in one statement. Returns them in the order of `ids`, with
 * undefined for a row that began elsewhere, was cancelled, is not due, has an unknown kind, or occurs twice in `ids`.
 */
export async function claimJobs(
  { store, kinds, leaseMs }: ClaimRequest,
  ids: number[],
): Promise<(Job | undefined)[]> {
  const rows = await store.run<JobRow>(claim, [ids, kinds, leaseMs]);
  const claimed = new Map(rows.map((row) => [Number(row.id), toJob(row)]));
  return ids.map((id) => {
    const job = claimed.get(id);
    claimed.delete(id);
    return job;
  });
}

/** $1: ids, $2: kinds. */
const unknown: Statement = {
  name: 'unknown_kinds',
  text: `select id from {jobs} where id = any($1::bigint[]) and status = 'queued' and kind <> all($2::text[])`,
};

/** The rows among these that wait for a worker that knows their kind. */
export async function findUnknownKinds({ store, kinds }: ClaimRequest, ids: number[]): Promise<number[]> {
  return (await store.run<{ id: string }>(unknown, [ids, kinds])).map((row) => Number(row.id));
}

/** $1: kinds, $2: payload field, $3: its value. */
const others: Statement = {
  name: 'others_wait',
  text: `
    select exists (
      select from {jobs}
      where status = 'queued' and run_after <= now() and kind = any($1::text[]) and payload ->> $2 is distinct from $3
    ) as waiting`,
};

/** Whether a job of these kinds is due whose payload field has another value. */
export async function othersWait(
  store: Store,
  kinds: string[],
  { member, value }: { member: string; value: string | null },
): Promise<boolean> {
  const [row] = await store.run<{ waiting: boolean }>(others, [kinds, member, value]);
  return row?.waiting ?? false;
}
