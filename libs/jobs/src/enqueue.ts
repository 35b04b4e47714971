import { sql } from 'kysely';
import { toJson } from './json.ts';
import { toJob, type JobRow } from './row.ts';
import { jobsTable } from './table.ts';
import type { Handle, Job, NewJob } from './types.ts';

const defaultMaxAttempts = 3;

/** Inserts jobs in one statement and in their order; for an existing idempotency key it returns the existing job. */
export async function insertJobs(db: Handle, schema: string, jobs: NewJob[]): Promise<Job[]> {
  if (jobs.length === 0) return [];
  const rows = jobs.map(toInsert);
  refuseRepeatedKeys(rows);
  const written = await insert(db, schema, rows);
  const missing = rows.length > written.length ? await findByKey(db, schema, rows) : [];
  return inOrder(rows, [...written, ...missing]);
}

interface Insert {
  position: number;
  kind: string;
  payload: unknown;
  idempotency_key: string | null;
  requested_by: string | null;
  max_attempts: number;
  run_after: string | null;
}

function toInsert(job: NewJob, position: number): Insert {
  return {
    position,
    kind: job.kind,
    payload: job.payload ?? null,
    idempotency_key: job.idempotencyKey ?? null,
    requested_by: job.requestedBy == null ? null : String(job.requestedBy),
    max_attempts: job.maxAttempts ?? defaultMaxAttempts,
    run_after: job.runAfter?.toISOString() ?? null,
  };
}

async function insert(db: Handle, schema: string, rows: Insert[]): Promise<Job[]> {
  const { rows: written } = await sql<JobRow>`
    insert into ${jobsTable(schema)} (kind, payload, idempotency_key, requested_by, max_attempts, run_after)
    select kind, coalesce(payload, 'null'::jsonb), idempotency_key, requested_by, max_attempts, coalesce(run_after, now())
    from jsonb_to_recordset(${toJson(rows)}::jsonb) as requested (
      position integer, kind text, payload jsonb, idempotency_key text, requested_by text,
      max_attempts integer, run_after timestamptz)
    order by position
    on conflict (kind, idempotency_key) where idempotency_key is not null do nothing
    returning *`.execute(db);
  return written.map(toJob).sort((a, b) => a.id - b.id);
}

/** A separate statement, because the existing jobs may have been committed after the insert began. */
async function findByKey(db: Handle, schema: string, rows: Insert[]): Promise<Job[]> {
  const keyed = rows.filter((row) => row.idempotency_key !== null);
  const { rows: existing } = await sql<JobRow>`
    select j.* from ${jobsTable(schema)} j
    join unnest(${keyed.map((row) => row.kind)}::text[], ${keyed.map((row) => row.idempotency_key)}::text[])
      as requested (kind, idempotency_key) using (kind, idempotency_key)`.execute(db);
  return existing.map(toJob);
}

function refuseRepeatedKeys(rows: Insert[]): void {
  const keys = rows
    .filter((row) => row.idempotency_key !== null)
    .map((row) => keyOf(row.kind, row.idempotency_key));
  if (new Set(keys).size < keys.length)
    throw new Error('Two jobs of one call have the same kind and idempotency key.');
}

/** Rows without a key have rising ids, as they were inserted in order; the others are matched by key. */
function inOrder(inserts: Insert[], jobs: Job[]): Job[] {
  const keyed = jobs.filter((job) => job.idempotencyKey !== null);
  const byKey = new Map(keyed.map((job) => [keyOf(job.kind, job.idempotencyKey), job]));
  const keyless = jobs.filter((job) => job.idempotencyKey === null).values();
  return inserts.map((row) => {
    const job =
      row.idempotency_key === null ? keyless.next().value : byKey.get(keyOf(row.kind, row.idempotency_key));
    if (!job)
      throw new Error(
        `The job of the kind "${row.kind}" was not written; enqueue it in a transaction at READ COMMITTED.`,
      );
    return job;
  });
}

function keyOf(kind: string, idempotencyKey: string | null): string {
  return JSON.stringify([kind, idempotencyKey]);
}
