import { sql } from 'kysely';
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Packages that were put together from differences: they have the rows of a file of the provider, but not its bytes.
  await sql`CREATE TABLE rebuilt_packages (
    project_id integer NOT NULL REFERENCES projects ON DELETE CASCADE,
    object_key text NOT NULL REFERENCES objects ON UPDATE CASCADE ON DELETE CASCADE,
    -- The hash that the provider lists for that file, as in downloads.
    identity text NOT NULL,
    -- Differences since the last package that was fetched whole, and when the first of them was applied.
    diffs integer NOT NULL CHECK (diffs > 0),
    first_diff_at timestamptz NOT NULL,
    PRIMARY KEY (project_id, object_key)
  )`.execute(db);
  await sql`CREATE INDEX rebuilt_packages_object ON rebuilt_packages (object_key)`.execute(db);
  // How the package of a run came here; null before that, and for runs of earlier versions of this service.
  await sql`ALTER TABLE runs ADD COLUMN package_source text
    CHECK (package_source IN ('kept', 'diffs', 'file'))`.execute(db);
}
