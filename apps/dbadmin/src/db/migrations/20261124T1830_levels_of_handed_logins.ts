import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A service has a login for each level: one that only reads must not take the rights of one that writes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE handed_logins ADD level text NOT NULL DEFAULT 'readwrite'
    CHECK (level IN ('readonly', 'readwrite'))`.execute(db);
  await sql`ALTER TABLE handed_logins DROP CONSTRAINT handed_logins_pkey`.execute(db);
  await sql`ALTER TABLE handed_logins ADD PRIMARY KEY (database_id, service, user_id, level)`.execute(db);
}
