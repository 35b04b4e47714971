import { sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';

/** What the history of a row says of the run that wrote it. */
export interface RunOrigin {
  id: number;
  version: string | null;
  /** Who made the versions that the run brought, each once. */
  authors: string[];
  requestedBy: string | null;
}

/** The runs that a target's history names, by their UUIDs; it leaves out those that are not ours. */
export async function findRunsByUuid(db: Db, uuids: string[]): Promise<Map<string, RunOrigin>> {
  if (uuids.length === 0) return new Map();
  const runs = await db
    .selectFrom('runs')
    .select(['id', 'uuid', 'version', 'requested_by as requestedBy'])
    .select(
      sql<
        string[]
      >`ARRAY(SELECT DISTINCT a ->> 'author' FROM jsonb_array_elements(authors) a WHERE a ->> 'author' <> '' ORDER BY 1)`.as(
        'authors',
      ),
    )
    .where('uuid', 'in', [...new Set(uuids)])
    .execute();
  return new Map(runs.map(({ uuid, ...run }) => [uuid, run]));
}

/** The tables of a project, as the newest run that was applied counted them, by name. */
export async function findTableNames(db: Db, projectId: number): Promise<string[]> {
  const counts = await findRowCounts(db, projectId);
  return counts.map(({ table }) => table).toSorted((a, b) => a.localeCompare(b));
}

/** The same with their rows, those with most first. */
export async function findRowCounts(db: Db, projectId: number): Promise<{ table: string; rows: number }[]> {
  const { rows } = await sql<{ table: string; rows: number }>`
    SELECT t ->> 'table' AS table, (t ->> 'rows')::float8 AS rows
      FROM (SELECT tables FROM runs WHERE project_id = ${projectId} AND status = 'applied' ORDER BY id DESC LIMIT 1) r,
           jsonb_array_elements(r.tables) t
     ORDER BY 2 DESC, 1`.execute(db);
  return rows;
}
