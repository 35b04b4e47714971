import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * What a look through all features found stands beside what the file says of itself, since it comes later. Facts are derived
 * and older ones know less: they are read anew when somebody asks.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE file_facts ADD COLUMN survey jsonb, ADD COLUMN surveyed_at timestamptz`.execute(db);
  await sql`DELETE FROM file_facts`.execute(db);
}
