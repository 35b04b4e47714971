import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A backup outlives its connection: whose it is must still be known then. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE backups ADD COLUMN server_identifier text`.execute(db);
  await sql`COMMENT ON COLUMN backups.server_identifier IS
    'system_identifier of the server that was backed up; null for backups of earlier versions'`.execute(db);
}
