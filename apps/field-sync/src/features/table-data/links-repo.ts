import type { Db } from '../../db/schema.ts';

/** Ids of the database links of projects. */
export async function findLinksOf(db: Db, projectIds: number[]): Promise<number[]> {
  if (projectIds.length === 0) return [];
  const rows = await db
    .selectFrom('projects')
    .select('pglink_id as id')
    .distinct()
    .where('id', 'in', projectIds)
    .execute();
  return rows.map(({ id }) => id);
}
