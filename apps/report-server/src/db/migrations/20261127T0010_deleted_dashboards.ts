import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Deleted dashboards are kept to be restored; their keys are free. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `ALTER TABLE dashboards ADD COLUMN deleted_at timestamptz, DROP CONSTRAINT dashboards_key_key`,
    `CREATE UNIQUE INDEX dashboards_key_key ON dashboards (owner_id, key) WHERE deleted_at IS NULL`,
    `CREATE INDEX dashboards_deleted_idx ON dashboards (deleted_at) WHERE deleted_at IS NOT NULL`,
  ])
    await sql.raw(statement).execute(db);
}
