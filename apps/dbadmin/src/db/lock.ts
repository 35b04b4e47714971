import { withLock as withDatabaseLock } from '@cairn/db';
import { conflict } from '@cairn/service';
import type { Db } from './handle.ts';

/** Work that only one process at a time may do, see `withLock` of the database library. @throws {AppError} conflict while it runs. */
export function withLock<T>(
  db: Db,
  { name, busy }: { name: string; busy: string },
  work: (connection: Db) => Promise<T>,
): Promise<T> {
  return withDatabaseLock(db, { name, busy: () => conflict('dbadmin.busy', busy) }, work);
}
