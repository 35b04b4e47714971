import type { Kysely } from 'kysely';

export async function up(db: Kysely<{ thing: { name: string; size: number } }>): Promise<void> {
  await db.insertInto('thing').values({ name: 'first', size: 1 }).execute();
}
