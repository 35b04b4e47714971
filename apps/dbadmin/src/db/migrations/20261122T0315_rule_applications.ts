import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** The state of each application of rules, so that an interrupted one is recognized and reconciled. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE rule_applications
    ADD COLUMN state text NOT NULL DEFAULT 'applying'
      CONSTRAINT applications_state_known CHECK (state IN ('applying', 'applied', 'undoing', 'failed')),
    ADD COLUMN file_sha256 text NOT NULL DEFAULT ''`.execute(db);
  await sql`COMMENT ON COLUMN rule_applications.block IS
    'The lines of the rules as they were applied'`.execute(db);
  await sql`COMMENT ON COLUMN rule_applications.file_sha256 IS
    'Of the whole file as it was written: whoever edits it by hand later loses nothing to an undo'`.execute(
    db,
  );
}
