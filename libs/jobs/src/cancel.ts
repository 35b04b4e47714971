import { sql } from 'kysely';
import { toJob, type JobRow } from './row.ts';
import { jobsTable } from './table.ts';
import type { Handle, Job } from './types.ts';

/**
 * A queued job is cancelled at once. A running one is marked; its worker finds the mark with its next heartbeat, and
 * from now on none of its commits goes through. A finished job stays as it is, and with `onlyQueued` a running one too.
 */
export async function cancelJob(
  db: Handle,
  schema: string,
  { id, onlyQueued = false }: { id: number; onlyQueued?: boolean },
): Promise<Job | undefined> {
  const marked = onlyQueued ? ['queued'] : ['queued', 'running'];
  const { rows } = await sql<JobRow>`
    update ${jobsTable(schema)} set
      status = case status when 'queued' then 'cancelled' else status end,
      finished_at = case status when 'queued' then now() else finished_at end,
      cancel_requested_at = case when status = any(${marked}::text[]) then coalesce(cancel_requested_at, now()) else cancel_requested_at end
    where id = ${id}
    returning *`.execute(db);
  return rows[0] && toJob(rows[0]);
}
