import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * Requests to load data into a database without a dataset. The request is sealed as a whole; `transaction_id` is that of the other
 * database, saved before its commit. Rows and uploaded objects are deleted when their job has ended.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE quick_imports (
    job_id bigint PRIMARY KEY,
    sealed_request text NOT NULL,
    object_key text,
    transaction_id text,
    tables jsonb,
    created_at timestamptz NOT NULL DEFAULT now()
  )`.execute(db);
}
