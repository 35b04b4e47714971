import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Jobs of drafts got new kinds; queued ones must find the worker that runs them, and lists name ended ones by their kind. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`UPDATE jobs
    SET kind = CASE kind WHEN 'edits.seal' THEN 'edits.commit' ELSE 'edits.auto_commit' END
    WHERE kind IN ('edits.seal', 'edits.pause')`.execute(db);
}
