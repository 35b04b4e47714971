import { sql } from 'kysely';
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE projects
      -- Days for which the target keeps the history of rows; 0: for ever. And when it was last looked through.
      ADD history_days integer NOT NULL DEFAULT 0 CHECK (history_days BETWEEN 0 AND 3650),
      ADD history_trimmed_at timestamptz`.execute(db);
}
