import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** What can be protected, who may do what with it, and which services there are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE services (
    service_key text PRIMARY KEY,
    display_name text NOT NULL,
    discovery_url text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now()
  )`.execute(db);

  await sql`CREATE TABLE resources (
    id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    resource_type text NOT NULL,
    resource_key text NOT NULL,
    display_name text NOT NULL,
    service text NOT NULL,
    owner_id int CONSTRAINT resources_owner_id_fkey REFERENCES users ON DELETE SET NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT resources_type_key_key UNIQUE (resource_type, resource_key)
  )`.execute(db);
  await sql`CREATE INDEX resources_owner_id_idx ON resources (owner_id)`.execute(db);

  await sql`CREATE TABLE permissions (
    id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    resource_id int NOT NULL CONSTRAINT permissions_resource_id_fkey REFERENCES resources ON DELETE CASCADE,
    group_id int NOT NULL CONSTRAINT permissions_group_id_fkey REFERENCES groups ON DELETE CASCADE,
    permission text NOT NULL CHECK (permission IN ('view', 'edit', 'admin')),
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT permissions_grant_key UNIQUE (resource_id, group_id, permission)
  )`.execute(db);
  await sql`CREATE INDEX permissions_group_id_idx ON permissions (group_id)`.execute(db);
}
