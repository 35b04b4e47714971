import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** How a load ended stays, for the job that takes it up again; its request goes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE postgis_loads ADD COLUMN result jsonb`.execute(db);
}
