import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Two names of connections may not differ in capital letters alone. Those that do get their number. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`UPDATE connections c SET name = c.name || ' ' || c.id
    WHERE EXISTS (SELECT FROM connections o WHERE lower(o.name) = lower(c.name) AND o.id < c.id)`.execute(db);
  await sql`ALTER TABLE connections DROP CONSTRAINT connections_name_key`.execute(db);
  await sql`CREATE UNIQUE INDEX connections_name_key ON connections (lower(name))`.execute(db);
}
