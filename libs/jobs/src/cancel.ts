import { sql } from 'kysely';
import { toJob, type JobRow } from './row.ts';
import { jobsTable } from './table.ts';
import type { Handle, Job } from './types.ts';

/**
 * A queued job is cancelled at once. A running one is marked; its worker finds the mark with its next heartbeat, and
 * from now on none of its commits goes through. A finished job stays as it is.
 */
export async function cancelJob(db: Handle, schema: string, id: number): Promise<Job | undefined> {
  const { rows } = await sql<JobRow>`
    update ${jobsTable(schema)} set
      status = case status when 'queued' then 'cancelled' else status end,
      finished_at = case status when 'queued' then now() else finished_at end,
      cancel_requested_at = case when status in ('queued', 'running') then coalesce(cancel_requested_at, now()) else cancel_requested_at end
    where id = ${id}
    returning *`.execute(db);
  return rows[0] && toJob(rows[0]);
}
