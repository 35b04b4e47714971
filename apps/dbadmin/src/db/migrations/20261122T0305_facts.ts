import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** What was seen in a database last: shown until it has been looked at again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE databases ADD COLUMN contents jsonb, ADD COLUMN contents_at timestamptz`.execute(db);
}
