import { sql } from 'kysely';
import type { Kysely } from 'kysely';

const STATEMENTS = [
  // A row begins with the first attempt, so that the next one after a crash repeats its request instead of making a second project.
  `ALTER TABLE publications
     ALTER publisher_id DROP NOT NULL,
     ALTER viewer_url DROP NOT NULL,
     ALTER seq DROP NOT NULL,
     ALTER published_at DROP NOT NULL,
     -- What the project had applied at the first attempt.
     ADD first_seq bigint NOT NULL DEFAULT 0,
     -- One attempt at a time, which holds the row until then.
     ADD attempt uuid,
     ADD lease_until timestamptz`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
