import type { Statement, Store } from './store.ts';
import type { Message } from './transport.ts';

interface Row {
  id: string | number;
  fence: string | number;
  turn: string | number;
}

/** $1: how many rows may be sent without having begun. */
const next: Statement = {
  name: 'next',
  text: `
    with active as (
      select coalesce(requested_by, '') as requester, count(*) as jobs, count(*) filter (where status = 'queued') as sent
      from {jobs} where status = 'running' or (status = 'queued' and dispatched_at is not null)
      group by 1
    ), waiting as (
      select id, coalesce(requested_by, '') as requester,
        row_number() over (partition by coalesce(requested_by, '') order by id) as position
      from {jobs} where status = 'queued' and dispatched_at is null and run_after <= now()
    ), chosen as (
      select id, position + coalesce(active.jobs, 0) as turn
      from waiting left join active using (requester)
      where position <= $1::bigint
      order by turn, id
      limit (select greatest($1::bigint - coalesce(sum(sent), 0), 0)::bigint from active)
    ), locked as materialized (
      select j.id, chosen.turn from chosen cross join lateral (
        -- Written this way the condition matches no partial index, and the primary key is used.
        select id from {jobs} where id = chosen.id and status = 'queued' and coalesce(dispatched_at, 'infinity') = 'infinity'
        for no key update skip locked
      ) j
    )
    update {jobs} j set dispatched_at = clock_timestamp() from locked where j.id = locked.id
    returning j.id, j.fence, locked.turn`,
};

/**
 * Marks the rows to send next and returns their messages in the order to send them: the n-th waiting job of a user comes after
 * the (n-1)-th of every other user, counting the jobs that each has sent or running. At most `window` rows are sent without
 * having begun, so that a late user waits for one window, not for the backlog of all users.
 */
export async function takeNext(store: Store, window: number): Promise<Message[]> {
  const rows = await store.run<Row>(next, [window]);
  return rows.sort((a, b) => Number(a.turn) - Number(b.turn) || Number(a.id) - Number(b.id)).map(toMessage);
}

/** $1: milliseconds. */
const overdue: Statement = {
  name: 'overdue',
  text: `
    with overdue as (
      select id from {jobs}
      where status = 'queued' and dispatched_at is not null and dispatched_at < now() - $1::float8 * interval '1 ms'
      order by id limit 1000 for no key update skip locked
    )
    update {jobs} j set dispatched_at = clock_timestamp() from overdue where j.id = overdue.id
    returning j.id, j.fence, j.id as turn`,
};

/** Rows that were sent a while ago and have not begun: Redis may have lost them, or all workers are busy. */
export async function takeOverdue(store: Store, olderThanMs: number): Promise<Message[]> {
  return (await store.run<Row>(overdue, [olderThanMs])).map(toMessage);
}

/** $1: ids, $2: milliseconds. */
const unsend: Statement = {
  name: 'undispatch',
  text: `
    with mine as (
      select id from {jobs} where id = any($1::bigint[]) and status = 'queued' order by id for no key update
    )
    update {jobs} j set dispatched_at = null,
      run_after = case when $2::float8 > 0 then greatest(run_after, now() + $2::float8 * interval '1 ms') else run_after end
    from mine where j.id = mine.id`,
};

/** Marks rows as not sent, because sending failed or the receiver could not begin them. */
export async function undispatch(store: Store, ids: number[], delayMs = 0): Promise<void> {
  if (ids.length > 0) await store.run(unsend, [ids, delayMs]);
}

/** $1: id, $2: fence. */
const due: Statement = {
  name: 'make_due',
  text: `
    update {jobs} set run_after = now() where id = $1 and fence = $2 and status = 'queued' and dispatched_at is null
    returning id`,
};

/** Ends the delay with which a worker returned a job. False where the job has begun, was cancelled or is sent already. */
export async function makeDue(store: Store, { id, fence }: Message): Promise<boolean> {
  return (await store.run(due, [id, fence])).length > 0;
}

function toMessage({ id, fence }: Row): Message {
  return { id: Number(id), fence: Number(fence) };
}
