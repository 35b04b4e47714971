import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Saved connections to map servers. Names differ not only by case, since people choose by them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE mapserver_connections (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL,
    url text NOT NULL,
    username text NOT NULL,
    sealed_password text NOT NULL,
    default_workspace text NOT NULL DEFAULT '',
    enabled boolean NOT NULL DEFAULT true,
    verify_ssl boolean NOT NULL DEFAULT true,
    created_at timestamptz NOT NULL DEFAULT now()
  )`.execute(db);
  await sql`CREATE UNIQUE INDEX mapserver_connections_name_key ON mapserver_connections (lower(name))`.execute(
    db,
  );
}
