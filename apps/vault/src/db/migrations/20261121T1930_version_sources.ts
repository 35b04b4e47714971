import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * The data of a version may be stored elsewhere: as an object in an object store or a table in a database. Such a version has no
 * object here, its `source` is the location (never a secret), and its `sha256` identifies the location and state instead of bytes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE versions
    ADD COLUMN datasource_type text NOT NULL DEFAULT 'file'
      CONSTRAINT versions_datasource_known CHECK (datasource_type IN ('file', 'remote', 'spatialdb')),
    ADD COLUMN source jsonb NOT NULL DEFAULT '{}',
    ADD COLUMN clipped_by_id bigint REFERENCES versions (id) ON DELETE SET NULL,
    ALTER COLUMN object_key DROP NOT NULL,
    ADD CONSTRAINT versions_file_has_object CHECK ((datasource_type = 'file') = (object_key IS NOT NULL))`.execute(
    db,
  );
  await sql`CREATE INDEX versions_parent_idx ON versions (parent_id) WHERE parent_id IS NOT NULL`.execute(db);
  await sql`CREATE INDEX versions_clipped_by_idx ON versions (clipped_by_id) WHERE clipped_by_id IS NOT NULL`.execute(
    db,
  );
}
