import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Which role on a server was made for which service: no other role is ever handed out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE handed_logins (
    database_id bigint NOT NULL CONSTRAINT handed_logins_database_fkey REFERENCES databases (id) ON DELETE CASCADE,
    service text NOT NULL,
    role_name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (database_id, service)
  )`.execute(db);
}
