import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * A folder belongs to a group by its id: a name may be given to another group. Names are resolved once, through what the
 * portal publishes. A folder whose group is gone stays closed to all but its owner and administrators.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE folders ADD group_id int`.execute(db);
  if (await isReadable(db, 'auth_groups')) {
    await sql`UPDATE folders f SET group_id = g.group_id
      FROM portal.auth_groups g WHERE g.group_name = f.group_name`.execute(db);
  } else if (await isReadable(db, 'auth_users')) {
    // A portal that was not upgraded yet publishes groups with their members alone.
    await sql`UPDATE folders f SET group_id = g.id
      FROM portal.auth_users u, unnest(u.group_names, u.group_ids) AS g(name, id)
      WHERE g.name = f.group_name`.execute(db);
  }
}

async function isReadable(db: Kysely<unknown>, view: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'portal' AND c.relname = ${view}
      AND has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT')`.execute(db);
  return rows.length > 0;
}
