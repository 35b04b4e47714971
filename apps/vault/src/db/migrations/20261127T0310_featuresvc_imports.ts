import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * Requested imports from feature services, until their job has ended and its leftovers are removed. `tables` has the plan: layers,
 * tables and datasets; `transaction_id` is that of the destination, in which the tables got their names.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE featuresvc_imports (
    job_id bigint PRIMARY KEY,
    requested_by_id integer,
    request jsonb NOT NULL,
    sealed text,
    plan jsonb,
    transaction_id text,
    created_at timestamptz NOT NULL DEFAULT now()
  )`.execute(db);
}
