import type { Insertable } from 'kysely';
import type { Db, ExecutionsTable } from '../../db/schema.ts';
import type { NewExecution, PassedSlot } from './types.ts';

/** Kind of the job that executes; its payload is `{execution_id}`. */
export const RUN_KIND = 'execution.run';

/** Inserts an execution for its job; null when the schedule has one for this slot already. */
export async function insertExecution(db: Db, execution: NewExecution): Promise<{ id: string } | null> {
  const { delivery } = execution;
  return insert(db, {
    ...toRow(execution),
    retry_until: execution.retryUntil,
    delivery: delivery && JSON.stringify(delivery),
    email_status: delivery && delivery.recipients.length > 0 ? 'queued' : 'not_requested',
  });
}

/** Records slots that passed without an execution; null when the schedule has a row for this slot already. */
export async function insertPassedSlot(db: Db, passed: PassedSlot): Promise<{ id: string } | null> {
  return insert(db, {
    ...toRow(passed),
    status: passed.status,
    missed_count: passed.missedCount,
    error_code: passed.errorCode,
    error: passed.error,
    ended_at: new Date(),
  });
}

async function insert(db: Db, row: Insertable<ExecutionsTable>): Promise<{ id: string } | null> {
  const inserted = await db
    .insertInto('executions')
    .values(row)
    .onConflict((conflict) => conflict.columns(['schedule_id', 'slot']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted ?? null;
}

function toRow(execution: Omit<NewExecution, 'retryUntil' | 'delivery'>): Insertable<ExecutionsTable> {
  return {
    trigger: execution.trigger,
    schedule_id: execution.scheduleId,
    slot: execution.slot,
    report_key: execution.reportKey,
    report_title: execution.reportTitle,
    datasource: execution.datasource,
    format: execution.format,
    parameters: JSON.stringify(execution.parameters),
    requested_by: execution.requestedBy,
    requested_by_name: execution.requestedByName,
    time_zone: execution.timeZone,
    output_name: execution.fileName,
  };
}

export async function setJob(db: Db, id: string, jobId: number): Promise<void> {
  await db.updateTable('executions').set({ job_id: jobId }).where('id', '=', id).execute();
}
