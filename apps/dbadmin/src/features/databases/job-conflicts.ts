import type { Db } from '../../db/handle.ts';
import { KINDS } from '../../server-jobs/kinds.ts';
import { requireSameAddress } from '../connections/server-address.ts';
import { databaseBusy, noSuchDatabase } from './errors.ts';
import { findJobsUsing, lockDatabase } from './repo.ts';
import type { Database } from './types.ts';

const EXCLUSIVE_KINDS: string[] = [KINDS.create, KINDS.clone, KINDS.delete, KINDS.restore];

/** How a new job uses a database: alone, to copy it, or beside other jobs. */
export type Use = 'alone' | 'copy' | 'shared';

/**
 * Locks the row of a database and refuses a job that conflicts with an active one, or whose connection leads to another server than
 * when it was requested. Call it in the transaction that enqueues the job, so that of two concurrent requests the second sees the
 * first.
 * @throws {AppError} conflict, or not_found when the database was unregistered in the meantime.
 */
export async function claimDatabase(trx: Db, database: Database, use: Use): Promise<void> {
  const { id, name } = database;
  await requireSameAddress(trx, database);
  if (!(await lockDatabase(trx, id))) throw noSuchDatabase(id);
  const jobs = await findJobsUsing(trx, id);
  const other = jobs.find((job) => conflicts(job, use));
  if (other) throw databaseBusy(name, `${other.kind}, job ${other.id}`, 'try again');
}

function conflicts({ kind, copies }: { kind: string; copies: boolean }, use: Use): boolean {
  if (use === 'alone') return true;
  return copies ? use === 'copy' : EXCLUSIVE_KINDS.includes(kind);
}
