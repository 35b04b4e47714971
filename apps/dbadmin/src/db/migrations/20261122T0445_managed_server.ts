import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Which server's file of rules a connection manages: two of them would take turns in replacing each other's rules. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE connections ADD COLUMN managed_server text
    CONSTRAINT connections_managed_server_key UNIQUE`.execute(db);
  await sql`COMMENT ON COLUMN connections.managed_server IS
    'Identifier of the cluster; null while hba_file_path is'`.execute(db);
}
