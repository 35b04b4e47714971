import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Keys are one line: readers of `auth_grants` get tens of thousands of them as one text with a key on each line. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE resources ADD CONSTRAINT resources_key_one_line CHECK (resource_key !~ '[\\x01-\\x1f]')`.execute(
    db,
  );
}
