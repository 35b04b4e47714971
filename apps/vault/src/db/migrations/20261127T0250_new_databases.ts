import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * Databases that jobs have database administration create for their load, one for each job. The row is saved before the request is
 * sent, so that a database never exists without it; `request_id` names the request there.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE new_databases (
    job_id bigint PRIMARY KEY,
    request_id uuid NOT NULL DEFAULT gen_random_uuid(),
    server_id bigint NOT NULL,
    name text NOT NULL,
    user_id bigint NOT NULL,
    database_id bigint,
    state text NOT NULL DEFAULT 'creating'
      CONSTRAINT new_databases_state_known CHECK (state IN ('creating', 'kept', 'undoing', 'undone')),
    error text,
    created_at timestamptz NOT NULL DEFAULT now()
  )`.execute(db);
  await sql`CREATE INDEX new_databases_open ON new_databases (job_id) WHERE state IN ('creating', 'undoing')`.execute(
    db,
  );
}
