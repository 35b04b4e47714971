import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * What a job that replaces the data of a publication has created on the map server, and how it was before, so that another attempt
 * can restore it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE mapserver_publications ADD COLUMN replacement jsonb`.execute(db);
}
