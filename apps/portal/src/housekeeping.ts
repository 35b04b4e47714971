import { sql } from 'kysely';
import { repeat } from '@cairn/service';
import type { Context } from './context.ts';
import type { Db } from './db/handle.ts';
import { deleteEndedSessions } from './features/sessions/repo.ts';

const INTERVAL_MS = 15 * 60_000;

/** Removes sessions that have ended and counters that no longer count. */
export async function deleteExpiredRows(db: Db): Promise<{ sessions: number; counters: number }> {
  const sessions = await deleteEndedSessions(db);
  const counters = await sql`DELETE FROM sign_in_throttle WHERE expire < ${Date.now()}`.execute(db);
  return { sessions, counters: Number(counters.numAffectedRows ?? 0) };
}

/** Deletes expired rows four times an hour. Replicas may do so at the same time. */
export function startHousekeeping({
  db,
  config,
  logger,
}: Pick<Context, 'db' | 'config' | 'logger'>): () => void {
  if (!config.databaseUrl) return () => undefined;
  return repeat(
    async () => {
      const deleted = await deleteExpiredRows(db);
      logger.debug(deleted, 'deleted expired rows');
    },
    { everyMs: INTERVAL_MS, what: 'deleting expired sessions', logger },
  );
}
