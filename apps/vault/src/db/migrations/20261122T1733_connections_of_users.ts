import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * Connections to databases of the service dbadmin: each belongs to the user for whom it was made, once for each database. Those
 * without an owner were saved by an administrator.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE connections
    ADD owner_id bigint,
    ADD dbadmin_database_id bigint,
    ADD CONSTRAINT connections_adopted_once UNIQUE (owner_id, dbadmin_database_id),
    DROP CONSTRAINT connections_sslmode_known,
    ADD CONSTRAINT connections_sslmode_known
      CHECK (sslmode IN ('disable', 'prefer', 'require', 'verify-ca', 'verify-full'))`.execute(db);
}
