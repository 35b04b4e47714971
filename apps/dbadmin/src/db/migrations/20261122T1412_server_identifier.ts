import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Which server a connection leads to is known while the server cannot be asked, too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE connections ADD COLUMN server_identifier text`.execute(db);
  await sql`COMMENT ON COLUMN connections.server_identifier IS
    'system_identifier of the server when it was last asked; null when it never was'`.execute(db);
}
