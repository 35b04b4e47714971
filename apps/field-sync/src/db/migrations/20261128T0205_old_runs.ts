import { sql } from 'kysely';
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Old runs are deleted, and with each the plans that it made.
  await sql`CREATE INDEX plans_run ON plans (run_id)`.execute(db);
}
