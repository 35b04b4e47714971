import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Tables have keys of other kinds than whole numbers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE edits DROP CONSTRAINT edits_row_key_integer`.execute(db);
}
