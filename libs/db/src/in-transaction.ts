import type { Kysely } from 'kysely';
import { toAppError } from './errors.ts';
import type { ConstraintErrors } from './errors.ts';

/** Does some work in a transaction. @throws {AppError} as listed for a violated constraint */
export async function inTransaction<DB, T>(
  db: Kysely<DB>,
  constraints: ConstraintErrors,
  work: (trx: Kysely<DB>) => Promise<T>,
): Promise<T> {
  try {
    return await db.transaction().execute(work);
  } catch (error) {
    throw toAppError(error, constraints);
  }
}
