import type { Db } from './schema.ts';

/** Whether a row names an object of the storage. */
export async function isObjectUsed(db: Db, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('executions')
    .select('id')
    .where('output_object', '=', key)
    .executeTakeFirst();
  return row !== undefined;
}
