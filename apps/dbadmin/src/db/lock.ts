import { sql } from 'kysely';
import { conflict } from '@cairn/service';
import type { Db } from './handle.ts';

/**
 * Some work that only one process at a time may do, with the connection that holds the lock: a crash releases it. Whoever
 * comes second is told so instead of waiting. Ask nothing else of the pool meanwhile, for others may wait there.
 */
export function withLock<T>(
  db: Db,
  { name, busy }: { name: string; busy: string },
  work: (connection: Db) => Promise<T>,
): Promise<T> {
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ got: boolean }>`
      SELECT pg_try_advisory_lock(hashtextextended(${name}, 0)) AS got`.execute(connection);
    if (!rows[0]?.got) throw conflict('dbadmin.busy', busy);
    try {
      return await work(connection);
    } finally {
      await sql`SELECT pg_advisory_unlock(hashtextextended(${name}, 0))`.execute(connection);
    }
  });
}
