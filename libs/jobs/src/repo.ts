import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { toJob, type JobRow } from './row.ts';
import { jobsTable } from './table.ts';
import type { Handle, Job, JobFilter } from './types.ts';

export async function getJob(db: Handle, schema: string, id: number): Promise<Job | undefined> {
  const { rows } = await sql<JobRow>`select * from ${jobsTable(schema)} where id = ${id}`.execute(db);
  return rows[0] && toJob(rows[0]);
}

/** Newest first. */
export async function listJobs(db: Handle, schema: string, filter: JobFilter = {}): Promise<Job[]> {
  const conditions = [sql`true`];
  if (filter.status !== undefined) conditions.push(sql`status = any(${[filter.status].flat()}::text[])`);
  if (filter.kind !== undefined) conditions.push(sql`kind = ${filter.kind}`);
  if (filter.requestedBy !== undefined) conditions.push(sql`requested_by = ${String(filter.requestedBy)}`);
  if (filter.payload !== undefined) conditions.push(sql`payload @> ${JSON.stringify(filter.payload)}::jsonb`);
  if (filter.before !== undefined) conditions.push(sql`id < ${filter.before}`);
  const limit = Math.min(Math.max(Math.trunc(filter.limit ?? 50), 1), 200);
  const { rows } = await sql<JobRow>`
    select * from ${jobsTable(schema)} where ${sql.join(conditions, sql` and `)} order by id desc limit ${limit}`.execute(
    db,
  );
  return rows.map(toJob);
}

/**
 * A queued job is cancelled at once. A running one is marked: its worker finds the mark with its next heartbeat, and from now
 * on its commits are refused. A finished job stays as it is, and with `onlyQueued` a running one too.
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

const FIRST_POLL_MS = 20;
const LONGEST_POLL_MS = 500;

/** Polls a job until it has ended, ever more slowly; undefined when there is no such job. */
export async function waitForJob(
  get: () => Promise<Job | undefined>,
  signal?: AbortSignal,
): Promise<Job | undefined> {
  for (let wait = FIRST_POLL_MS; ; wait = Math.min(wait * 1.3, LONGEST_POLL_MS)) {
    const job = await get();
    if (!job || job.finishedAt) return job;
    await delay(wait, undefined, signal ? { signal } : {});
  }
}
