import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';

/** Lines that are kept of each project. */
const KEPT_LINES = 50_000;

export interface LogLine {
  projectId: number;
  runId?: number;
  level: 'info' | 'warning' | 'error';
  message: string;
}

/** Adds lines to the logs of projects. */
export async function writeLog(db: Db, lines: LogLine[]): Promise<void> {
  if (lines.length === 0) return;
  await db
    .insertInto('log_lines')
    .values(
      lines.map(({ projectId, runId, level, message }) => ({
        ...{ project_id: projectId, run_id: runId ?? null, level, message },
      })),
    )
    .execute();
}

/** Removes the oldest lines beyond the number that is kept of each project. Returns how many. */
export async function trimLogs(db: Db): Promise<number> {
  const { rows } = await sql<{ projectId: number; last: number }>`
    SELECT p.id AS "projectId", old.id AS last
      FROM projects p CROSS JOIN LATERAL (
        SELECT l.id FROM log_lines l WHERE l.project_id = p.id ORDER BY l.id DESC OFFSET ${KEPT_LINES} LIMIT 1) old`.execute(
    db,
  );
  let removed = 0n;
  for (const { projectId, last } of rows) {
    const deleted = await db
      .deleteFrom('log_lines')
      .where('project_id', '=', projectId)
      .where('id', '<=', last)
      .executeTakeFirst();
    removed += deleted.numDeletedRows;
  }
  return Number(removed);
}
