import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { Db, ExecutionsTable } from '../../db/schema.ts';
import type { NewExecution, PassedSlot } from './types.ts';

/** Kind of the job that executes; its payload is `{execution_id}`. */
export const RUN_KIND = 'execution.run';

/** An execution that was inserted: the schedule had none for this slot. */
export interface InsertedExecution {
  id: string;
  scheduleId: number | null;
  slot: Date | null;
  requestedBy: number | null;
}

/** Inserts executions for their jobs, in one statement; leaves out those of slots that have a row already. */
export function insertExecutions(db: Db, executions: NewExecution[]): Promise<InsertedExecution[]> {
  return insert(
    db,
    executions.map((execution) => {
      const { delivery, retryUntil } = execution;
      return {
        ...toRow(execution),
        retry_until: retryUntil,
        delivery: delivery && JSON.stringify(delivery),
        email_status: delivery && delivery.recipients.length > 0 ? 'queued' : 'not_requested',
      };
    }),
  );
}

/** Records slots that passed without an execution, in one statement; leaves out those of slots that have a row already. */
export function insertPassedSlots(db: Db, passed: PassedSlot[]): Promise<InsertedExecution[]> {
  return insert(
    db,
    passed.map((slot) => ({
      ...toRow(slot),
      status: slot.status,
      missed_count: slot.missedCount,
      error_code: slot.errorCode,
      error: slot.error,
      ended_at: new Date(),
    })),
  );
}

async function insert(db: Db, rows: Insertable<ExecutionsTable>[]): Promise<InsertedExecution[]> {
  if (rows.length === 0) return [];
  return db
    .insertInto('executions')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['schedule_id', 'slot']).doNothing())
    .returning(['id', 'schedule_id as scheduleId', 'slot', 'requested_by as requestedBy'])
    .execute();
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

export async function setJobs(db: Db, jobs: { id: string; jobId: number }[]): Promise<void> {
  if (jobs.length === 0) return;
  await sql`
    UPDATE executions SET job_id = jobs.job_id
    FROM unnest(${jobs.map(({ id }) => id)}::uuid[], ${jobs.map(({ jobId }) => jobId)}::bigint[]) AS jobs (id, job_id)
    WHERE executions.id = jobs.id`.execute(db);
}
