import { sql } from 'kysely';
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE express_setups (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- Names the request for a database in database administration.
    uuid uuid NOT NULL DEFAULT gen_random_uuid(),
    -- Of all that is made.
    name text NOT NULL CONSTRAINT express_setups_name_key UNIQUE,
    -- Address and user of the provider server, and the provider's own id of the project.
    url text NOT NULL,
    username text NOT NULL,
    provider_project text NOT NULL,
    geopackage text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT express_setups_project_key UNIQUE (url, username, provider_project)
  )`.execute(db);
  await sql`CREATE TABLE express_steps (
    setup_id integer NOT NULL REFERENCES express_setups ON DELETE CASCADE,
    step text NOT NULL CHECK (step IN ('server', 'database', 'login', 'pglink', 'project', 'daemon', 'start')),
    -- False for what was there already. The row is written before anything is made.
    made boolean NOT NULL,
    -- Where the database is made.
    place jsonb,
    -- Of the server, the database in database administration, the link or the project.
    object_id integer,
    done_at timestamptz,
    PRIMARY KEY (setup_id, step)
  )`.execute(db);
}
