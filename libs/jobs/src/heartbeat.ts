import type { Logger } from 'pino';
import type { Attempt } from './attempt.ts';
import { JobCancelledError, JobLostError } from './errors.ts';
import type { Statement, Store } from './store.ts';

export interface HeartbeatRequest {
  store: Store;
  leaseMs: number;
  everyMs: number;
  attempts: ReadonlySet<Attempt>;
  log: Logger;
}

/**
 * Renews the leases of this worker's jobs, and aborts an attempt when its job was cancelled or lost. A worker that cannot
 * reach the database gives up its attempts when their leases end, because another worker may then take them.
 */
export function startHeartbeat(request: HeartbeatRequest): { stop(): Promise<void> } {
  const { store, leaseMs, everyMs, attempts, log } = request;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let beating: Promise<void> = Promise.resolve();

  async function beat(): Promise<void> {
    const current = [...attempts];
    const askedAt = performance.now();
    try {
      if (current.length > 0) await renew(current, askedAt);
    } catch (error) {
      log.warn({ err: error }, 'lease renewal failed, retrying with the next heartbeat');
    }
    for (const attempt of current) {
      if (performance.now() > attempt.leaseEndsAt) attempt.controller.abort(new JobLostError(attempt.job.id));
    }
    plan();
  }

  async function renew(current: Attempt[], askedAt: number): Promise<void> {
    const states = await renewLeases(store, leaseMs, current);
    for (const attempt of current) {
      const state = states.get(attempt.job.id);
      if (!state) attempt.controller.abort(new JobLostError(attempt.job.id));
      else if (state.cancelled) attempt.controller.abort(new JobCancelledError(attempt.job.id));
      if (state) attempt.leaseEndsAt = askedAt + leaseMs;
    }
  }

  function plan(): void {
    if (!stopped) timer = setTimeout(() => (beating = beat()), everyMs);
  }

  plan();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await beating;
    },
  };
}

/** $1: ids, $2: fences, $3: lease in milliseconds. */
const renewal: Statement = {
  name: 'renew',
  text: `
    with mine as materialized (
      select * from unnest($1::bigint[], $2::bigint[]) as m (id, fence)
    ), stale as (
      select j.id from {jobs} j join mine using (id, fence)
      where j.status = 'running' and j.lease_until < now() + $3::float8 * 2 / 3 * interval '1 ms'
      order by j.id for no key update of j skip locked
    ), renewed as (
      update {jobs} j set heartbeat_at = now(), lease_until = clock_timestamp() + $3::float8 * interval '1 ms'
      from stale where j.id = stale.id
    )
    select j.id, j.cancel_requested_at is not null as cancelled
    from {jobs} j join mine using (id, fence) where j.status = 'running'`,
};

/**
 * Renews the leases that have used a third of their time, and returns which jobs are still owned. Skips rows that the job's own
 * commit has locked: meanwhile no other worker takes the job, and the commit renews the lease.
 */
async function renewLeases(
  store: Store,
  leaseMs: number,
  current: Attempt[],
): Promise<Map<number, { cancelled: boolean }>> {
  const ids = current.map(({ job }) => job.id);
  const fences = current.map(({ job }) => job.fence);
  const rows = await store.run<{ id: string; cancelled: boolean }>(renewal, [ids, fences, leaseMs]);
  return new Map(rows.map((row) => [Number(row.id), { cancelled: row.cancelled }]));
}
