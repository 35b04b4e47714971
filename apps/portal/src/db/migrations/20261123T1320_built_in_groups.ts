import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Describes the built-in groups, unless an administrator has described them already. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`UPDATE groups SET description = 'Full access to everything on the platform.'
    WHERE kind = 'administrators' AND description = 'Members may do everything.'`.execute(db);
  await sql`UPDATE groups SET description = 'Everyone, including visitors who are not signed in.'
    WHERE kind = 'public' AND description = 'Everybody, signed in or not.'`.execute(db);
}
