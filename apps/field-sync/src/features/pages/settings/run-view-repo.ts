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

/** The tables of a project, as the newest run that was applied counted them. */
export async function findTableNames(db: Db, projectId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT t ->> 'table' AS name
      FROM (SELECT tables FROM runs WHERE project_id = ${projectId} AND status = 'applied' ORDER BY id DESC LIMIT 1) r,
           jsonb_array_elements(r.tables) t
     ORDER BY 1`.execute(db);
  return rows.map(({ name }) => name);
}
