import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Address of a resource's page. When it changes, the cards that link to it follow. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE resources ADD COLUMN url text`.execute(db);
}
