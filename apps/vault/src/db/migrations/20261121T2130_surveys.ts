import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * Results of reading all features, beside the metadata of the file, which are available earlier. Facts can be derived again and
 * existing ones lack these results, so they are deleted and read again on demand.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE file_facts ADD COLUMN survey jsonb, ADD COLUMN surveyed_at timestamptz`.execute(db);
  await sql`DELETE FROM file_facts`.execute(db);
}
