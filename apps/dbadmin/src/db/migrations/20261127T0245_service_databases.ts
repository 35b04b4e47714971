import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * Databases that other services had created for a user. The id of the request comes from the service: repeating a request creates
 * nothing twice, and a request that was undone creates nothing any more, also when it arrives late.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE service_databases (
    service text NOT NULL,
    request_id uuid NOT NULL,
    user_id bigint,
    database_id bigint CONSTRAINT service_databases_database_fkey REFERENCES databases (id) ON DELETE SET NULL,
    create_job_id bigint,
    owner_role text,
    undone_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT service_databases_pkey PRIMARY KEY (service, request_id)
  )`.execute(db);
  await sql`CREATE INDEX service_databases_database ON service_databases (database_id)`.execute(db);
}
