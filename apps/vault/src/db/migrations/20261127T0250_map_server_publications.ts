import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * Publications on map servers. `claimed` is set before the store is created, so that a store of a dead worker can be distinguished from one
 * of somebody else. A record outlives its dataset and its connection, because the store does.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE mapserver_publications (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    dataset_id bigint REFERENCES datasets (id) ON DELETE SET NULL,
    dataset_name text NOT NULL,
    version_id bigint REFERENCES versions (id) ON DELETE SET NULL,
    version int,
    connection_id bigint REFERENCES mapserver_connections (id) ON DELETE SET NULL,
    connection_name text NOT NULL,
    server_url text NOT NULL,
    workspace text NOT NULL,
    store text NOT NULL,
    layer text NOT NULL,
    style text,
    type text NOT NULL,
    layers text[] NOT NULL DEFAULT '{}',
    claimed boolean NOT NULL DEFAULT false,
    job_id bigint,
    requested_by_id bigint,
    requested_by text,
    requested_at timestamptz NOT NULL DEFAULT now(),
    published_at timestamptz
  )`.execute(db);
  await sql`CREATE UNIQUE INDEX mapserver_publications_store_key
    ON mapserver_publications (server_url, lower(workspace), lower(store))`.execute(db);
  await sql`CREATE INDEX mapserver_publications_dataset ON mapserver_publications (dataset_id)`.execute(db);
  await sql`CREATE INDEX mapserver_publications_version ON mapserver_publications (version_id)`.execute(db);
  await sql`CREATE INDEX mapserver_publications_connection ON mapserver_publications (connection_id)`.execute(
    db,
  );
}
