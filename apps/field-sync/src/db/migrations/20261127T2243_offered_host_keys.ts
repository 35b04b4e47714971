import { sql } from 'kysely';
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Line of known_hosts of a machine that answered with another key than the kept one, until somebody accepts it.
  await sql`ALTER TABLE file_targets ADD COLUMN offered_host_key text`.execute(db);
}
