import type { Db } from '../../db/schema.ts';
import { findReadableIds } from '../projects/repo.ts';

/** Ids of the database links of the projects that a user may see. */
export async function findReadableLinks(db: Db, userId: number): Promise<number[]> {
  const projects = await findReadableIds(db, userId);
  if (projects.length === 0) return [];
  const rows = await db
    .selectFrom('projects')
    .select('pglink_id as id')
    .distinct()
    .where('id', 'in', projects)
    .execute();
  return rows.map(({ id }) => id);
}
