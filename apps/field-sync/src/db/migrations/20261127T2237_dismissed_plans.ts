import { sql } from 'kysely';
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE plans DROP CONSTRAINT plans_status_check,
    ADD CONSTRAINT plans_status_check CHECK (status IN ('open', 'approved', 'dismissed', 'applied', 'superseded'))`.execute(
    db,
  );
}
