import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A row that is not reported any more may be removed; until now each row counts as just reported. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE service_databases
    ADD COLUMN id integer GENERATED ALWAYS AS IDENTITY UNIQUE,
    ADD COLUMN last_reported_at timestamptz NOT NULL DEFAULT now()`.execute(db);
  await sql`COMMENT ON COLUMN service_databases.reported_at IS 'When it was reported first'`.execute(db);
}
