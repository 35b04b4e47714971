import { sql } from 'kysely';
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Uploads of datasets to catalog nodes that are under way, or may be: one at a time, which holds the row until then.
  await sql`
    CREATE TABLE node_uploads (
      url text NOT NULL,
      dataset text NOT NULL,
      attempt uuid NOT NULL,
      lease_until timestamptz NOT NULL,
      PRIMARY KEY (url, dataset)
    )`.execute(db);
}
