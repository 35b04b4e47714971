import { sql } from 'kysely';
import type { Logger } from '@cairn/service';
import type { Db } from './db/handle.ts';
import { deleteEndedSessions } from './features/sessions/repo.ts';

const INTERVAL_MS = 15 * 60_000;

/** Removes sessions that have ended and counters that no longer count. */
export async function deleteExpiredRows(db: Db): Promise<{ sessions: number; counters: number }> {
  const sessions = await deleteEndedSessions(db);
  const counters = await sql`DELETE FROM sign_in_throttle WHERE expire < ${Date.now()}`.execute(db);
  return { sessions, counters: Number(counters.numAffectedRows ?? 0) };
}

/** Tidies up four times an hour until it is stopped. Replicas may do so at the same time. */
export function startHousekeeping(db: Db, logger: Logger): () => void {
  const timer = setInterval(() => {
    deleteExpiredRows(db).then(
      (removed) => logger.debug(removed, 'housekeeping done'),
      (err: unknown) => logger.warn({ err }, 'could not remove ended sessions, retrying'),
    );
  }, INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
