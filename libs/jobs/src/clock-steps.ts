import { longestBackoffMs } from './retry.ts';
import type { Statement, Store } from './store.ts';

/** Larger than the time that passes between the `now()` of two statements that run at once. */
const slack = `interval '1 second'`;

/** $1: lease in milliseconds. */
const underWay: Statement = {
  name: 'stepped_under_way',
  text: `
    with stepped as (
      select id from {jobs}
      where (status = 'running' or (status = 'queued' and dispatched_at is not null))
        and (lease_until > now() + $1::float8 * interval '1 ms' + ${slack} or dispatched_at > now() + ${slack})
      order by id limit 1000 for no key update skip locked
    )
    update {jobs} j set
      lease_until = least(j.lease_until, now() + $1::float8 * interval '1 ms'),
      dispatched_at = least(j.dispatched_at, now())
    from stepped where j.id = stepped.id
    returning j.id`,
};

/** $1: longest wait between two attempts in milliseconds. */
const waiting: Statement = {
  name: 'stepped_waiting',
  text: `
    with stepped as (
      select id from {jobs}
      where status = 'queued' and dispatched_at is null and run_after > now() + ${slack} and (
        (created_at > now() + ${slack} and run_after >= created_at)
        or (started_at is not null and run_after > now() + $1::float8 * interval '1 ms' + ${slack})
      )
      order by id limit 1000 for no key update skip locked
    )
    update {jobs} j set
      created_at = least(j.created_at, now()),
      run_after = case when started_at is null then now() + (run_after - created_at) else now() end
    from stepped where j.id = stepped.id
    returning j.id`,
};

/**
 * Corrects rows that were written before the database's clock stepped back, which would otherwise wait until the clock
 * has caught up: a job keeps the delay that it was enqueued with, a retry that is further ahead than any wait between
 * attempts is due, and no lease is longer than usual.
 *
 * `created_at` moves with `run_after`, or each sweep would shorten the delay again.
 *
 * @returns number of corrected rows
 */
export async function correctClockSteps(store: Store, leaseMs: number): Promise<number> {
  const corrected = await store.run(underWay, [leaseMs]);
  return corrected.length + (await store.run(waiting, [longestBackoffMs])).length;
}
