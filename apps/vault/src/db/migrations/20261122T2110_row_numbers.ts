import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * Rows of shapefiles and GeoJSON files are known by numbers that they keep from version to version. Versions from before have
 * NULL: their rows are numbered in the order of the file.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE versions
    ADD numbered_in_id bigint,
    ADD removed_rows text,
    ADD removed_rows_hash text,
    ADD next_rows jsonb,
    ADD CONSTRAINT versions_removed_rows_hashed CHECK ((removed_rows IS NULL) = (removed_rows_hash IS NULL))`.execute(
    db,
  );
  await sql`COMMENT ON COLUMN versions.numbered_in_id IS
    'version in which the rows were numbered; versions with the same one give a row the same number; null: this version'`.execute(
    db,
  );
  await sql`COMMENT ON COLUMN versions.removed_rows IS
    'JSON: by layer the numbers that no row has any more, such as 1-3,7; the rows of the file have the others in their order'`.execute(
    db,
  );
  await sql`COMMENT ON COLUMN versions.next_rows IS
    'by layer the least number that a new row may get, where some were given before'`.execute(db);
}
