import { createSignInThrottleTable } from '@cairn/auth';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await createSignInThrottleTable(db);
  await sql`CREATE INDEX sessions_user_id ON sessions (user_id)`.execute(db);
}
