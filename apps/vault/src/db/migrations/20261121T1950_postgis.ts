import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * Saved connections to PostGIS databases, and the loads into them that people asked for together with an upload. Passwords
 * are sealed; a load's row goes when it has ended. `transaction_id` is that of the other database, noted before its commit: who
 * takes a load up again can ask whether it got through.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE connections (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL CONSTRAINT connections_name_key UNIQUE,
    host text NOT NULL,
    port int NOT NULL DEFAULT 5432 CONSTRAINT connections_port_range CHECK (port BETWEEN 1 AND 65535),
    database_name text NOT NULL,
    username text NOT NULL,
    sealed_password text NOT NULL,
    sslmode text NOT NULL DEFAULT 'require'
      CONSTRAINT connections_sslmode_known CHECK (sslmode IN ('disable', 'require', 'verify-ca', 'verify-full')),
    created_at timestamptz NOT NULL DEFAULT now()
  )`.execute(db);
  await sql`CREATE TABLE postgis_loads (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    version_id bigint NOT NULL REFERENCES versions (id) ON DELETE CASCADE,
    sealed_request text NOT NULL,
    transaction_id text,
    tables jsonb,
    created_at timestamptz NOT NULL DEFAULT now()
  )`.execute(db);
}
