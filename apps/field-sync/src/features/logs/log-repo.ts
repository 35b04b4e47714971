import type { Db } from '../../db/schema.ts';

export interface StoredLine {
  id: number;
  at: Date;
  level: 'info' | 'warning' | 'error';
  runId: number | null;
  message: string;
}

const PAGE = 2_000;

/** The log of a project, oldest line first. */
export async function* readLog(db: Db, projectId: number): AsyncGenerator<StoredLine[]> {
  for (let after = 0; ;) {
    const lines = await db
      .selectFrom('log_lines')
      .select(['id', 'at', 'level', 'run_id as runId', 'message'])
      .where('project_id', '=', projectId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    if (lines.length === 0) return;
    yield lines;
    after = lines.at(-1)!.id;
  }
}

/** The newest lines, newest first. */
export function listNewestLines(db: Db, projectId: number, limit: number): Promise<StoredLine[]> {
  return db
    .selectFrom('log_lines')
    .select(['id', 'at', 'level', 'run_id as runId', 'message'])
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Deletes all lines of a project. Returns how many. */
export async function deleteLog(trx: Db, projectId: number): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('log_lines')
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
