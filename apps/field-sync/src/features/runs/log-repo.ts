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
  const { rows } = await sql`
    DELETE FROM log_lines USING (
      SELECT p.id AS project_id, (
        SELECT l.id FROM log_lines l WHERE l.project_id = p.id ORDER BY l.id DESC OFFSET ${KEPT_LINES} LIMIT 1) AS last
      FROM projects p) old
    WHERE log_lines.project_id = old.project_id AND log_lines.id <= old.last RETURNING log_lines.id`.execute(
    db,
  );
  return rows.length;
}
