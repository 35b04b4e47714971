import { sql } from 'kysely';
import type { Db, DeliveryPlan, EmailStatus, ExecutionStatus } from '../../db/schema.ts';
import type { NewExecution, PassedSlot } from './types.ts';

/** An execution with what its job and its row name of each other. */
export interface ExecutionWithJob extends NewExecution {
  id: string;
  jobId: number;
}

/** Inserts executions in one statement and returns their ids; leaves out those of slots that have a row already. */
export function insertExecutions(db: Db, executions: ExecutionWithJob[]): Promise<string[]> {
  return insert(
    db,
    executions.map((execution) => ({
      ...toRow(execution),
      id: execution.id,
      job_id: execution.jobId,
      status: 'queued',
      retry_until: execution.retryUntil,
      delivery: execution.delivery,
      email_status: (execution.delivery?.recipients.length ?? 0) > 0 ? 'queued' : 'not_requested',
    })),
  );
}

/** Records slots that passed without an execution, in one statement; leaves out those that have a row already. */
export async function insertPassedSlots(db: Db, passed: PassedSlot[]): Promise<void> {
  await insert(
    db,
    passed.map((slot) => ({
      ...toRow(slot),
      id: crypto.randomUUID(),
      status: slot.status,
      email_status: 'not_requested',
      missed_count: slot.missedCount,
      error_code: slot.errorCode,
      error: slot.error,
      ended_at: new Date(),
    })),
  );
}

/** Forgets what a clock that was ahead recorded as passed. */
export async function deletePassedSlots(db: Db, schedules: number[], after: Date): Promise<void> {
  if (schedules.length === 0) return;
  await sql`
    DELETE FROM executions WHERE schedule_id = ANY(${schedules}::integer[]) AND slot > ${after} AND job_id IS NULL
       AND status IN ('missed', 'skipped')`.execute(db);
}

function toRow(execution: Omit<NewExecution, 'retryUntil' | 'delivery'>) {
  return {
    trigger: execution.trigger,
    schedule_id: execution.scheduleId,
    slot: execution.slot,
    report_key: execution.reportKey,
    report_title: execution.reportTitle,
    datasource: execution.datasource,
    format: execution.format,
    parameters: execution.parameters,
    requested_by: execution.requestedBy,
    requested_by_name: execution.requestedByName,
    time_zone: execution.timeZone,
    output_name: execution.fileName,
  };
}

interface InsertedRow extends ReturnType<typeof toRow> {
  id: string;
  status: ExecutionStatus;
  email_status: EmailStatus;
  job_id?: number;
  retry_until?: Date;
  delivery?: DeliveryPlan | null;
  missed_count?: number | null;
  error_code?: string;
  error?: string;
  ended_at?: Date;
}

/** One value for all rows: as many parameters as columns of a hundred rows would take longer than the rows. */
async function insert(db: Db, executions: InsertedRow[]): Promise<string[]> {
  if (executions.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    INSERT INTO executions (id, job_id, schedule_id, slot, trigger, status, email_status, report_key, report_title, datasource,
      format, parameters, requested_by, requested_by_name, time_zone, output_name, retry_until, delivery, missed_count,
      error_code, error, ended_at)
    SELECT id, job_id, schedule_id, slot, trigger, status, email_status, report_key, report_title, datasource, format, parameters,
      requested_by, requested_by_name, time_zone, output_name, retry_until, nullif(delivery, 'null'), missed_count, error_code,
      error, ended_at
    FROM jsonb_to_recordset(${JSON.stringify(executions)}::jsonb) AS rows (id uuid, job_id bigint, schedule_id integer,
      slot timestamptz, trigger text, status text, email_status text, report_key text, report_title text, datasource text,
      format text, parameters jsonb, requested_by integer, requested_by_name text, time_zone text, output_name text,
      retry_until timestamptz, delivery jsonb, missed_count integer, error_code text, error text, ended_at timestamptz)
    ON CONFLICT (schedule_id, slot) DO NOTHING
    RETURNING id`.execute(db);
  return rows.map(({ id }) => id);
}
