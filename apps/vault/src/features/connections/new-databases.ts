import { setTimeout as delay } from 'node:timers/promises';
import type { Job } from '@cairn/jobs';
import { conflict } from '@cairn/service';
import type { Logger } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { DbadminClient } from './dbadmin-client.ts';
import {
  deleteEndedNewDatabases,
  markUndoing,
  markUndone,
  reserveNewDatabase,
  saveDatabaseId,
  takeAbandoned,
} from './new-databases-repo.ts';
import type { NewDatabase } from './new-databases-repo.ts';
import type { NewDatabaseRequest } from './types.ts';

export interface NewDatabaseDeps {
  db: Db;
  dbadmin: DbadminClient;
  logger: Logger;
}

interface Creation {
  job: Pick<Job, 'id' | 'fence'>;
  userId: number;
  request: NewDatabaseRequest;
  signal: AbortSignal;
}

/** A busy server may let a database wait for its creation. */
const MAX_REQUESTS = 30;
const UNDO_TRIES = 3;
const UNDO_PAUSE_MS = 1_000;
const UNDO_MS = 60_000;

/**
 * Has database administration create the database of a job, with the rights of its user, and returns its id there. The request is saved
 * first: a later attempt gets the same database, and whatever a killed worker left is undone by `undoAbandonedDatabases`.
 * @throws {AppError} of database administration; conflict when an earlier attempt has undone it.
 */
export async function createNewDatabase(
  { db, dbadmin }: NewDatabaseDeps,
  { job, userId, request, signal }: Creation,
): Promise<number> {
  const { serverId, name, owner } = request;
  const row = await reserveNewDatabase(db, { jobId: job.id, serverId, name, userId });
  if (row.state === 'undoing' || row.state === 'undone') {
    throw conflict('vault.new_database_undone', row.error ?? 'The new database was removed again.');
  }
  const call = { requestId: `job-${job.id}`, signal };
  for (let round = 0; round < MAX_REQUESTS; round += 1) {
    const { database_id: id, state } = await dbadmin.createDatabase(call, {
      requestId: row.requestId,
      serverId,
      userId,
      name,
      owner,
    });
    if (row.databaseId !== id) await saveDatabaseId(db, job.id, id);
    if (state === 'ready') return id;
  }
  throw conflict(
    'vault.new_database_late',
    `The server did not create the database "${name}" in time. Try again later.`,
  );
}

/** Drops the database that a job created, unless it stays. What cannot be dropped now is dropped by `undoAbandonedDatabases`. */
export async function undoNewDatabase(
  deps: NewDatabaseDeps,
  job: Pick<Job, 'id' | 'fence'>,
  error: string,
): Promise<void> {
  const { db, logger } = deps;
  const row = await markUndoing(db, job, error);
  if (!row) return;
  for (let tries = 1; tries <= UNDO_TRIES; tries += 1) {
    if (await undo(deps, row)) return;
    if (tries < UNDO_TRIES) await delay(UNDO_PAUSE_MS);
  }
  logger.warn({ jobId: job.id, database: row.name }, 'new database not removed yet, retrying later');
}

/** Undoes what jobs left that ended without keeping their database. */
export async function undoAbandonedDatabases(deps: NewDatabaseDeps): Promise<void> {
  await deleteEndedNewDatabases(deps.db);
  for (const row of await takeAbandoned(deps.db)) await undo(deps, row);
}

/** Returns whether the database is gone. */
async function undo({ db, dbadmin, logger }: NewDatabaseDeps, row: NewDatabase): Promise<boolean> {
  const call = { requestId: `job-${row.jobId}`, signal: AbortSignal.timeout(UNDO_MS) };
  try {
    const { state, error } = await dbadmin.undoDatabase(call, row.requestId);
    if (state === 'dropped') await markUndone(db, row);
    else logger.info({ jobId: row.jobId, reason: error }, 'new database is not dropped yet');
    return state === 'dropped';
  } catch (error) {
    logger.warn({ err: error, jobId: row.jobId }, 'new database could not be dropped');
    return false;
  }
}
