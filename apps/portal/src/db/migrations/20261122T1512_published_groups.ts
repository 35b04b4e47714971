import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** The present names of groups: other services keep ids and show names. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE VIEW portal.auth_groups AS
    SELECT id AS group_id, name AS group_name FROM portal.groups`.execute(db);
  const { rows } = await sql`SELECT 1 FROM pg_roles WHERE rolname = 'cairn_auth_reader'`.execute(db);
  if (rows.length > 0) await sql`GRANT SELECT ON portal.auth_groups TO cairn_auth_reader`.execute(db);
}
