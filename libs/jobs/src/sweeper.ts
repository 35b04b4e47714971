import type { Logger } from 'pino';
import { correctClockSteps } from './clock-steps.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { Statement, Store } from './store.ts';

export interface SweeperRequest {
  store: Store;
  dispatcher: Dispatcher;
  everyMs: number;
  leaseMs: number;
  resendAfterMs: number;
  keepFinishedDays: number;
  log: Logger;
}

/**
 * Repairs at intervals: requeues jobs of lost workers, sends again what Redis dropped, deletes old rows and corrects times that
 * are ahead of the database's clock.
 */
export function startSweeper(request: SweeperRequest): { stop(): Promise<void> } {
  const { store, dispatcher, everyMs, resendAfterMs, log } = request;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let sweeping = sweep();

  async function sweep(): Promise<void> {
    try {
      const corrected = await correctClockSteps(store, request.leaseMs);
      if (corrected > 0) log.warn({ jobs: corrected }, 'database clock stepped back, corrected jobs');
      const requeued = await requeueAbandoned(store);
      if (requeued > 0) log.warn({ jobs: requeued }, 'requeued jobs from lost workers');
      const sent = await dispatcher.resend(resendAfterMs);
      if (sent > 0) log.warn({ jobs: sent }, 'resent jobs that no worker began');
      await dispatcher.dispatch();
      await deleteExpired(store, request.keepFinishedDays);
    } catch (error) {
      log.warn({ err: error }, 'job sweep failed, retrying');
    }
    if (!stopped) timer = setTimeout(() => (sweeping = sweep()), everyMs);
  }

  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await sweeping;
    },
  };
}

const abandoned: Statement = {
  name: 'abandoned',
  text: `
    with abandoned as (
      select id,
        case when cancel_requested_at is not null then 'cancelled' when attempts >= max_attempts then 'failed' else 'queued' end as next
      from {jobs}
      where status = 'running' and lease_until < now()
      order by id limit 1000 for no key update skip locked
    )
    update {jobs} j set
      status = abandoned.next,
      dispatched_at = null,
      lease_until = null,
      run_after = now(),
      finished_at = case abandoned.next when 'queued' then null else now() end,
      errors = case abandoned.next when 'cancelled' then j.errors else j.errors || jsonb_build_object(
        'attempt', j.attempts, 'at', to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'code', 'jobs.worker_lost',
        'message', 'The worker stopped in the middle of attempt ' || j.attempts || case abandoned.next
          when 'queued' then '; the job is run again.'
          else ' and no attempt is left. Start the job again; if this happens again, tell an administrator.' end) end
    from abandoned where j.id = abandoned.id
    returning j.id`,
};

/**
 * Ends the running state of jobs whose lease expired: cancelled if a user requested that, failed when no attempt is left, queued
 * otherwise. Skips locked rows, which belong to a live transaction of their worker.
 */
async function requeueAbandoned(store: Store): Promise<number> {
  return (await store.run(abandoned, [])).length;
}

/** $1: days. */
const expired: Statement = {
  name: 'expired',
  text: `
    delete from {jobs} where id in (
      select id from {jobs} where finished_at < now() - $1::float8 * interval '1 day' limit 1000 for update skip locked
    )`,
};

async function deleteExpired(store: Store, days: number): Promise<void> {
  if (days > 0) await store.run(expired, [days]);
}
