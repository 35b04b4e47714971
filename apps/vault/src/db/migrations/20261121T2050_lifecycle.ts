import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * What remains to be done after rows were deleted. `object_removals`: bytes that may be unused; they are removed only when no
 * version refers to them. `released_names`: former names of datasets that the portal still has; until it is informed, no other
 * dataset may take one, or it would inherit the permissions on it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE object_removals (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    object_key text,
    sha256 text NOT NULL,
    requested_at timestamptz NOT NULL DEFAULT now()
  )`.execute(db);
  await sql`CREATE TABLE released_names (
    name text PRIMARY KEY,
    renamed_to text,
    requested_at timestamptz NOT NULL DEFAULT now(),
    attempted_at timestamptz
  )`.execute(db);
  await sql`CREATE INDEX released_names_renamed_to_idx ON released_names (renamed_to)
    WHERE renamed_to IS NOT NULL`.execute(db);
}
