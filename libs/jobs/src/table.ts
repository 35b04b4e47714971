import { sql } from 'kysely';
import type { Handle } from './types.ts';

/**
 * Creates the `jobs` table and its indexes. Call it from a migration of the service that owns the jobs.
 *
 * @param schema where to create it; by default the first schema of the connection's search path
 */
export async function createJobsTables(db: Handle, schema?: string): Promise<void> {
  const jobs = jobsTable(schema);
  await sql`
    create table ${jobs} (
      id bigint generated always as identity primary key,
      kind text not null,
      payload jsonb not null,
      status text not null default 'queued'
        constraint jobs_status_known check (status in ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
      progress smallint not null default 0 constraint jobs_progress_percent check (progress between 0 and 100),
      stage text,
      errors jsonb not null default '[]',
      result jsonb,
      committed jsonb not null default '{}',
      attempts integer not null default 0,
      max_attempts integer not null default 3 constraint jobs_max_attempts_positive check (max_attempts > 0),
      requested_by text,
      idempotency_key text,
      fence bigint not null default 0,
      lease_until timestamptz,
      heartbeat_at timestamptz,
      dispatched_at timestamptz,
      cancel_requested_at timestamptz,
      run_after timestamptz not null default now(),
      created_at timestamptz not null default now(),
      started_at timestamptz,
      finished_at timestamptz
    )`.execute(db);
  await sql`
    create unique index jobs_idempotency_key on ${jobs} (kind, idempotency_key) where idempotency_key is not null`.execute(
    db,
  );
  // One index for each frequent query; the first two hold unfinished rows only and stay small.
  await sql`
    create index jobs_waiting on ${jobs} ((coalesce(requested_by, '')), id)
      where status = 'queued' and dispatched_at is null`.execute(db);
  await sql`
    create index jobs_under_way on ${jobs} (status, id)
      where status = 'running' or (status = 'queued' and dispatched_at is not null)`.execute(db);
  await sql`create index jobs_finished on ${jobs} (finished_at) where finished_at is not null`.execute(db);
  // Each job is updated a few times within seconds of its insertion.
  await sql`alter table ${jobs} set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05)`.execute(db);
}

/** Drops what createJobsTables created. */
export async function dropJobsTables(db: Handle, schema?: string): Promise<void> {
  await sql`drop table ${jobsTable(schema)}`.execute(db);
}

export function jobsTable(schema?: string) {
  return schema ? sql.id(schema, 'jobs') : sql.id('jobs');
}

/** A length of time for SQL. */
export function milliseconds(ms: number) {
  return sql`(${ms}::double precision * interval '1 millisecond')`;
}
