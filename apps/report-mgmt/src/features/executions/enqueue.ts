import type { Jobs } from '@cairn/jobs';
import type { Db } from '../../db/schema.ts';
import { insertExecutions } from './insert-repo.ts';
import type { ExecutionWithJob } from './insert-repo.ts';
import { RUN_KIND } from './repo.ts';
import type { NewExecution } from './types.ts';

/** A worker that is killed counts as an attempt too. */
const MAX_ATTEMPTS = 5;

interface EnqueueDeps {
  jobs: Pick<Jobs, 'enqueueMany'>;
}

/**
 * Inserts an execution and its job; null when the schedule has one for this slot already. Call it in a transaction, and
 * `jobs.dispatch` after the commit.
 */
export async function enqueueExecution(
  deps: EnqueueDeps,
  trx: Db,
  execution: NewExecution,
): Promise<{ id: string; jobId: number } | null> {
  const [enqueued] = await enqueueExecutions(deps, trx, [execution]);
  return enqueued ?? null;
}

/**
 * Many executions as `enqueueExecution`, in two statements; leaves out those whose slots have an execution already. Their job is the one
 * of that execution, since its key is the slot.
 */
export async function enqueueExecutions(
  { jobs }: EnqueueDeps,
  trx: Db,
  executions: NewExecution[],
): Promise<ExecutionWithJob[]> {
  const withIds = executions.map((execution) => ({ ...execution, id: crypto.randomUUID() }));
  const enqueued = await jobs.enqueueMany(
    trx,
    withIds.map(({ id, trigger, scheduleId, slot, requestedBy, reportTitle }) => ({
      kind: RUN_KIND,
      payload: { execution_id: id, title: reportTitle },
      idempotencyKey:
        scheduleId === null || slot === null
          ? `execution:${id}`
          : `schedule:${scheduleId}:${slot.toISOString()}`,
      maxAttempts: MAX_ATTEMPTS,
      // Nobody waits for a slot, so its run is in nobody's list of jobs; all slots of an owner still share one turn of the queue.
      requestedBy: trigger === 'schedule' ? `schedules:${requestedBy}` : requestedBy,
    })),
  );
  const withJobs = withIds.map((execution, index) => ({ ...execution, jobId: enqueued[index]!.id }));
  const inserted = new Set(await insertExecutions(trx, withJobs));
  return withJobs.filter(({ id }) => inserted.has(id));
}
