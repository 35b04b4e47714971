import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Connections to database services: entries of the operator's connection service file, one connection for each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE connections ADD pg_service_name text CONSTRAINT connections_pg_service_key UNIQUE`.execute(
    db,
  );
}
