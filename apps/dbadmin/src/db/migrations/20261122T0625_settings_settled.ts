import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** The state and the cause of each change of a setting, so that an interrupted one is recognized and recorded in the audit log. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE setting_changes
    ADD COLUMN state text NOT NULL DEFAULT 'made'
      CONSTRAINT settings_state_known CHECK (state IN ('making', 'made', 'undoing')),
    ADD COLUMN cause jsonb`.execute(db);
  await sql`COMMENT ON COLUMN setting_changes.cause IS
    'Who is at it, for the audit, until it is settled'`.execute(db);
}
