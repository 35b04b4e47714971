import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Backups outlive their connection, and are found again by the next one to the same server. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE backups ADD COLUMN server text`.execute(db);
  await sql`COMMENT ON COLUMN backups.server IS
    'Host and port of the server, once its connection is gone'`.execute(db);
}
