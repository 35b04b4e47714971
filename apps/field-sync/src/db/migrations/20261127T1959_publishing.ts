import { sql } from 'kysely';
import type { Kysely } from 'kysely';

const STATEMENTS = [
  // Instances of GeoNode.
  `CREATE TABLE catalog_nodes (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL,
    -- A name or an address; with http:// before it where it is not called by HTTPS.
    host text NOT NULL,
    port integer NOT NULL CHECK (port BETWEEN 1 AND 65535),
    username text NOT NULL,
    sealed_password text,
    -- Prefix of its paths, without slashes at its ends.
    folder text NOT NULL DEFAULT '',
    owner_id integer,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE UNIQUE INDEX catalog_nodes_name_key ON catalog_nodes (lower(name))`,
  // A workspace of a GeoServer with a store for the tables of a project.
  `CREATE TABLE map_stores (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL,
    project_id integer NOT NULL REFERENCES projects ON DELETE CASCADE,
    url text NOT NULL,
    username text NOT NULL,
    sealed_password text,
    workspace text NOT NULL,
    owner_id integer,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE UNIQUE INDEX map_stores_name_key ON map_stores (lower(name))`,
  `CREATE INDEX map_stores_project ON map_stores (project_id)`,
  // What the publisher has of a project.
  `CREATE TABLE publications (
    project_id integer PRIMARY KEY REFERENCES projects ON DELETE CASCADE,
    publisher_id text NOT NULL,
    viewer_url text NOT NULL,
    -- What the project had applied then.
    seq bigint NOT NULL,
    published_at timestamptz NOT NULL
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
