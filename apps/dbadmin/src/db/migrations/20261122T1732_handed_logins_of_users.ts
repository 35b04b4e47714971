import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * A login that is handed to a service is made for one user: a new password for one of them must not end the sessions of another.
 * Logins from before belong to user 0, who is nobody, and are not handed out again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE handed_logins ADD user_id bigint NOT NULL DEFAULT 0`.execute(db);
  await sql`ALTER TABLE handed_logins DROP CONSTRAINT handed_logins_pkey`.execute(db);
  await sql`ALTER TABLE handed_logins ADD PRIMARY KEY (database_id, service, user_id)`.execute(db);
}
