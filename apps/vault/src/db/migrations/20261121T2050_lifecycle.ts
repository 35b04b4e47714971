import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * What must still be done after rows are gone. `object_removals`: bytes that perhaps nobody needs any more; whoever works
 * it off looks first. `released_names`: names that a dataset gave up and of which the portal does not know yet; until it
 * does, nobody else may take one, or they would inherit the permissions that hang on it there.
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
