import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Host names say little about which server a connection leads to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE connections ADD server_identifier text`.execute(db);
  await sql`COMMENT ON COLUMN connections.server_identifier IS
    'system_identifier of the server as it was reported last; null until the connection was used'`.execute(
    db,
  );
}
