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
