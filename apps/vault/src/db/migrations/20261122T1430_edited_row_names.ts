import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** The list of changes names rows as people do; the row's name at that moment is kept, since it may change or be deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE edits ADD COLUMN row_name text`.execute(db);
}
