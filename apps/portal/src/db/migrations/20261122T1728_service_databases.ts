import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Rows stay when a service moves: the server that it left still holds its data. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE service_databases (
    service_key text NOT NULL,
    server_identifier text NOT NULL,
    database_name text NOT NULL,
    reported_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (service_key, server_identifier, database_name)
  )`.execute(db);
  await sql`COMMENT ON TABLE service_databases IS
    'Databases in which services keep their data, now or earlier, as they reported them'`.execute(db);
}
