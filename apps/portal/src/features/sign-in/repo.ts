import { CompiledQuery, sql } from 'kysely';
import type { Db } from '../../db/handle.ts';

/** The client of the rate limiter. On its connections a hanging database is an error. */
export function createCounterClient(db: Db) {
  return {
    async query({ text, values }: { text: string; values: unknown[] }) {
      const { rows } = await db.executeQuery(CompiledQuery.raw(text, values));
      return { rows, rowCount: rows.length };
    },
  };
}

export async function deleteExpiredCounters(db: Db): Promise<number> {
  const result = await sql`DELETE FROM sign_in_throttle WHERE expire < ${Date.now()}`.execute(db);
  return Number(result.numAffectedRows ?? 0);
}
