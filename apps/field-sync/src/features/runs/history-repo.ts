import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';
import type { TargetRequest } from './types.ts';

/** A project whose history was not looked through for a day; no other worker gets it. */
export async function takeUntrimmed(
  db: Db,
): Promise<(TargetRequest & { id: number; historyDays: number }) | undefined> {
  const { rows } = await sql<TargetRequest & { id: number; historyDays: number }>`
    UPDATE projects SET history_trimmed_at = now()
     WHERE id = (SELECT id FROM projects
                  WHERE history_days > 0 AND applied_seq > 0 AND coalesce(history_trimmed_at < now() - interval '1 day', true)
                  ORDER BY history_trimmed_at, id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)
    RETURNING id, uuid, pglink_id AS "linkId", schema, history_days AS "historyDays"`.execute(db);
  return rows[0];
}

/** Behind those that wait for their day. */
export async function continueTrimLater(db: Db, projectId: number): Promise<void> {
  await db.updateTable('projects').set({ history_trimmed_at: null }).where('id', '=', projectId).execute();
}
