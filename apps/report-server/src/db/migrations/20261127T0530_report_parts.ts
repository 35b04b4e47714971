import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * A subreport that was published with a report belongs to it, and is shown with it alone. Reports that report management does not know
 * yet are announced to it once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `ALTER TABLE reports ADD COLUMN part_of integer REFERENCES reports ON DELETE CASCADE,
      ADD COLUMN announced_at timestamptz`,
    `CREATE INDEX reports_part_of_idx ON reports (part_of) WHERE part_of IS NOT NULL`,
  ])
    await sql.raw(statement).execute(db);
}
