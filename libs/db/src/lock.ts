import { sql } from 'kysely';
import type { Kysely } from 'kysely';

export interface AdvisoryLock {
  /** The same name is the same lock for all processes on this database. */
  name: string;
  /** The error for the caller when another process holds the lock. */
  busy(): Error;
}

/**
 * Runs work that only one process may do at a time, on the connection that holds the lock. A second caller gets the error of `busy`
 * at once. `work` must not use another connection of the pool: waiting callers may hold all of them.
 */
export function withLock<DB, T>(
  db: Kysely<DB>,
  { name, busy }: AdvisoryLock,
  work: (connection: Kysely<DB>) => Promise<T>,
): Promise<T> {
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ got: boolean }>`
      SELECT pg_try_advisory_lock(hashtextextended(${name}, 0)) AS got`.execute(connection);
    if (!rows[0]?.got) throw busy();
    try {
      return await work(connection);
    } finally {
      await sql`SELECT pg_advisory_unlock(hashtextextended(${name}, 0))`.execute(connection);
    }
  });
}

/** Locks a row until the end of the transaction. Returns whether it exists. */
export async function lockRow<DB>(trx: Kysely<DB>, table: keyof DB & string, id: number): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM ${sql.table(table)} WHERE id = ${id} FOR UPDATE`.execute(trx);
  return rows.length > 0;
}
