import { sql, type Transaction } from 'kysely';
import { JobCancelledError, JobLostError } from './errors.ts';
import { toJson } from './json.ts';
import { jobsTable, milliseconds } from './table.ts';
import type { Handle } from './types.ts';

export interface CommitRequest {
  db: Handle;
  schema: string;
  id: number;
  fence: number;
  leaseMs: number;
}

/** The value of a committed step; undefined when it was not committed. */
export async function findStep<T>(
  { db, schema, id }: Pick<CommitRequest, 'db' | 'schema' | 'id'>,
  step: string,
): Promise<T | undefined> {
  const { rows } = await sql<{ value: T }>`
    select committed -> ${step} as value from ${jobsTable(schema)}
    where id = ${id} and jsonb_exists(committed, ${step})`.execute(db);
  return rows[0]?.value;
}

interface State {
  status: string;
  fence: string | number;
  cancelled: boolean;
  done: boolean;
  value: unknown;
}

/**
 * Runs a step once in the life of a job, under its fence: locks the row, checks that this attempt still owns it, runs `fn` and
 * stores its value under the step's name, all in one transaction. A step that is stored is not run again.
 */
export function commitStep<T>(
  request: CommitRequest,
  step: string,
  fn: (trx: Transaction<any>) => Promise<T>,
): Promise<T> {
  const { db, schema, id, fence, leaseMs } = request;
  const jobs = jobsTable(schema);
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<State>`
      select status, fence, cancel_requested_at is not null as cancelled,
        jsonb_exists(committed, ${step}) as done, committed -> ${step} as value
      from ${jobs} where id = ${id} for no key update`.execute(trx);
    const row = rows[0];
    if (!row || row.status !== 'running' || Number(row.fence) !== fence) throw new JobLostError(id);
    if (row.done) return row.value as T;
    if (row.cancelled) throw new JobCancelledError(id);
    const value = await fn(trx);
    // Heartbeats skipped this locked row during the transaction, so the lease starts again here.
    await sql`
      update ${jobs} set
        committed = committed || jsonb_build_object(${step}::text, ${toJson(value)}::jsonb),
        heartbeat_at = clock_timestamp(), lease_until = clock_timestamp() + ${milliseconds(leaseMs)}
      where id = ${id}`.execute(trx);
    return value;
  });
}
