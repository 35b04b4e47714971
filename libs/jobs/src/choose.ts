import type { Message } from './carrier.ts';
import type { Statement, Store } from './store.ts';

interface Chosen {
  id: string | number;
  fence: string | number;
  turn: string | number;
}

/** $1: how many rows may be in the carrier. */
const next: Statement = {
  name: 'next',
  text: `
    with recursive busy as materialized (
      select who, count(*) as jobs, sum(sent) as sent
      from (
        select coalesce(requested_by, '') as who, 0 as sent from {jobs} where status = 'running'
        union all
        select coalesce(requested_by, ''), 1 from {jobs} where status = 'queued' and dispatched_at is not null
      ) under_way group by who
    ), room as materialized (
      select greatest($1::bigint - coalesce(sum(sent), 0), 0)::bigint as places from busy
    ), users as (
      -- One index probe for each user who waits, however many jobs they have.
      (select coalesce(requested_by, '') as who from {jobs}
        where status = 'queued' and dispatched_at is null order by coalesce(requested_by, '') limit 1)
      union all
      select (select coalesce(requested_by, '') from {jobs}
        where status = 'queued' and dispatched_at is null and coalesce(requested_by, '') > users.who
        order by coalesce(requested_by, '') limit 1)
      from users where users.who is not null
    ), turns as (
      select waiting.id, waiting.place + coalesce(busy.jobs, 0) as turn
      from users
      left join busy on busy.who = users.who
      cross join lateral (
        select oldest.id, row_number() over (order by oldest.id) as place
        from (
          select id from {jobs}
          where status = 'queued' and dispatched_at is null and coalesce(requested_by, '') = users.who and run_after <= now()
          order by id limit (select places from room)
        ) oldest
      ) waiting
      where users.who is not null
    ), chosen as (
      select id, turn from turns order by turn, id limit (select places from room)
    ), locked as materialized (
      select j.id, chosen.turn from chosen cross join lateral (
        -- Said in this way the condition matches no partial index, and the primary key is used.
        select id from {jobs} where id = chosen.id and status = 'queued' and coalesce(dispatched_at, 'infinity') = 'infinity'
        for no key update skip locked
      ) j
    )
    update {jobs} j set dispatched_at = clock_timestamp() from locked where j.id = locked.id
    returning j.id, j.fence, locked.turn`,
};

/**
 * Marks the rows whose turn it is as dispatched and returns their messages in the order to send them. At most `window` rows
 * are in the carrier at once, so that a user who comes late waits for a window, not for everybody's backlog. The n-th
 * waiting job of a user comes after the (n-1)-th of every other, counting what each already has under way.
 */
export async function chooseNext(store: Store, window: number): Promise<Message[]> {
  const rows = await store.run<Chosen>(next, [window]);
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

/** Rows that were sent a while ago and not begun: the carrier may have lost them, or no worker is free. */
export async function chooseOverdue(store: Store, olderThanMs: number): Promise<Message[]> {
  return (await store.run<Chosen>(overdue, [olderThanMs])).map(toMessage);
}

/** $1: ids, $2: milliseconds. */
const back: Statement = {
  name: 'undispatch',
  text: `
    with mine as (
      select id from {jobs} where id = any($1::bigint[]) and status = 'queued' order by id for no key update
    )
    update {jobs} j set dispatched_at = null,
      run_after = case when $2::float8 > 0 then greatest(run_after, now() + $2::float8 * interval '1 ms') else run_after end
    from mine where j.id = mine.id`,
};

/** Sending failed, or whoever received the row could not begin: it waits for its turn again. */
export async function undispatch(store: Store, ids: number[], delayMs = 0): Promise<void> {
  if (ids.length > 0) await store.run(back, [ids, delayMs]);
}

function toMessage({ id, fence }: Chosen): Message {
  return { id: Number(id), fence: Number(fence) };
}
