import { sql } from 'kysely';
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Long enough for a second migrator to arrive meanwhile.
  await sql`select pg_sleep(0.3)`.execute(db);
  await db.schema
    .createTable('thing')
    .addColumn('id', 'bigint', (column) => column.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('size', 'integer', (column) => column.check(sql`size > 0`))
    .addColumn('made_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn('day', 'date')
    .execute();
}
