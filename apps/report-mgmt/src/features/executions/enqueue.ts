import type { Jobs } from '@cairn/jobs';
import type { Db } from '../../db/schema.ts';
import { insertExecutions, RUN_KIND, setJobs } from './repo.ts';
import type { InsertedExecution } from './repo.ts';
import type { NewExecution } from './types.ts';

export interface EnqueuedExecution extends InsertedExecution {
  jobId: number;
}

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
): Promise<EnqueuedExecution | null> {
  const [enqueued] = await enqueueExecutions(deps, trx, [execution]);
  return enqueued ?? null;
}

/** Many executions as `enqueueExecution`, in three statements; leaves out those whose slots have an execution already. */
export async function enqueueExecutions(
  { jobs }: EnqueueDeps,
  trx: Db,
  executions: NewExecution[],
): Promise<EnqueuedExecution[]> {
  const inserted = await insertExecutions(trx, executions);
  const enqueued = await jobs.enqueueMany(
    trx,
    inserted.map(({ id, scheduleId, slot, requestedBy }) => ({
      kind: RUN_KIND,
      payload: { execution_id: id },
      idempotencyKey:
        scheduleId === null || slot === null
          ? `execution:${id}`
          : `schedule:${scheduleId}:${slot.toISOString()}`,
      requestedBy,
    })),
  );
  const result = inserted.map((execution, index) => ({ ...execution, jobId: enqueued[index]!.id }));
  await setJobs(trx, result);
  return result;
}
