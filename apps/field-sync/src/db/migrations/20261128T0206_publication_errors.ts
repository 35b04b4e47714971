import { sql } from 'kysely';
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // A sentence: why the last publication failed; null since one succeeded.
  await sql`ALTER TABLE publications ADD COLUMN error text`.execute(db);
}
