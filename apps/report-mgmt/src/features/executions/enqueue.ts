import type { Jobs } from '@cairn/jobs';
import type { Db } from '../../db/schema.ts';
import { RUN_KIND, insertExecution, setJob } from './repo.ts';
import type { NewExecution } from './types.ts';

/**
 * Inserts an execution and its job; null when the schedule has one for this slot already. Call it in a transaction, and
 * `jobs.dispatch` after the commit.
 */
export async function enqueueExecution(
  { jobs }: { jobs: Pick<Jobs, 'enqueue'> },
  trx: Db,
  execution: NewExecution,
): Promise<{ id: string } | null> {
  const inserted = await insertExecution(trx, execution);
  if (!inserted) return null;
  const { scheduleId, slot } = execution;
  const job = await jobs.enqueue(trx, {
    kind: RUN_KIND,
    payload: { execution_id: inserted.id },
    idempotencyKey:
      scheduleId === null || slot === null
        ? `execution:${inserted.id}`
        : `schedule:${scheduleId}:${slot.toISOString()}`,
    requestedBy: execution.requestedBy,
  });
  await setJob(trx, inserted.id, job.id);
  return inserted;
}
