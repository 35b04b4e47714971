import type { FileHandle } from 'node:fs/promises';
import { ident } from '@cairn/db';
import type { Processor } from '@cairn/jobs';
import { DatabaseError } from 'pg';
import type pg from 'pg';
import type { JobPayload } from '../../server-jobs/kinds.ts';
import { explainSqlError, runServerJob } from '../../server-jobs/server-job.ts';
import type { Context, ServerJob } from '../../server-jobs/server-job.ts';
import { copyProperties } from '../databases/copy-properties.ts';
import type { DatabaseJobDeps } from '../databases/create-job.ts';
import { CREATED, createOnce } from '../databases/create-once.ts';
import { withEnding } from '../databases/database-name.ts';
import { createdDatabaseGone, databaseInUse } from '../databases/errors.ts';
import { markCreated, registerPreviousDatabase } from '../databases/repo.ts';
import {
  createDatabaseLike,
  createEmptyDatabase,
  findDatabaseName,
  findServerDatabase,
  isDatabaseName,
  openToPublic,
  renameDatabase,
} from '../databases/server-databases.ts';
import { MAINTENANCE } from '../servers/service.ts';
import { openBackupFile, stampOf } from './backup-file.ts';
import type { BackupDeps } from './dump-job.ts';
import { backupChanged, backupDeleted } from './errors.ts';
import { findBackupById } from './repo.ts';
import { restoreArchive } from './restore-archive.ts';
import type { Backup } from './types.ts';
import { hashFile } from './verify.ts';

export interface RestorePayload extends JobPayload {
  backup_id: number;
  filename: string;
  mode: 'existing' | 'new';
  /** The name of the restored database. */
  name: string;
  /** The database whose owner, privileges and settings it gets. */
  model_name: string;
}

export type RestoreDeps = BackupDeps & DatabaseJobDeps;

/**
 * Restores a backup into a new database, which then gets its name. With `existing` the database that had the name is renamed in the
 * same transaction and stays: nothing of it is changed or lost.
 */
export function restoreDatabaseJob(deps: RestoreDeps): Processor {
  const { db, servers, logger, refuseReserved } = deps;
  return async (payload: RestorePayload, context: Context) => {
    const { name, mode, connection_id: connectionId, database_id: databaseId } = payload;
    await refuseReserved(connectionId, name);
    const backup = await findBackupById(db, payload.backup_id);
    if (!backup) throw backupDeleted();
    const previousName = previousNameOf(name, context.job.createdAt);
    const job = { context, connectionId, keep: CREATED };
    const result = await runServerJob({ servers, logger }, job, async (run) => {
      const { oid, skipped } = await createOnce(run, async (temporary) => {
        if (mode === 'existing') await refuseInUse(run, name);
        return createFromBackup(deps, run, { payload, backup, temporary });
      });
      context.progress(99, 'Renaming the restored database');
      const previous = await run.session(MAINTENANCE, async (client) => {
        if (mode === 'existing') return swapDatabases(client, { oid, name, previousName });
        await renameDatabase(client, oid, name);
        return null;
      });
      return { previous_database: previous, not_carried_over: skipped };
    }).catch((error: unknown) => {
      throw explainSqlError(error, 'Restoring the backup');
    });
    if (mode === 'new') await markCreated(db, databaseId, context.job.id);
    if (result.previous_database !== null) {
      await registerPreviousDatabase(db, {
        connectionId,
        name: previousName,
        purpose: `"${name}" as it was before ${backup.filename} was restored. Drop it when you no longer need it.`,
        createdBy: payload.requested_by,
      });
    }
    return { database_id: databaseId, name, filename: backup.filename, ...result };
  };
}

/** Checks before the work, not after it: a database can only be renamed while it has no connections. */
async function refuseInUse({ session }: ServerJob, name: string): Promise<void> {
  await session(MAINTENANCE, async (client) => {
    for (let round = 0; round < 3; round += 1) {
      const database = await findServerDatabase(client, name);
      if (!database || database.sessions === 0) return;
      if (round === 2) throw databaseInUse(name, database.sessions);
      await client.query('SELECT pg_sleep(2)');
    }
  });
}

/** Returns what of the backup and of the model could not be carried over. */
async function createFromBackup(
  deps: RestoreDeps,
  run: ServerJob,
  { payload, backup, temporary }: { payload: RestorePayload; backup: Backup; temporary: string },
): Promise<string[]> {
  const { context, session } = run;
  const file = await openBackupFile(deps.backupRoot, backup.artifact);
  try {
    context.progress(1, 'Checking the backup');
    // A changed backup is never restored; the database created for it is dropped with the attempt.
    const [unchanged, created] = await Promise.allSettled([
      requireUnchanged(file, backup, context.signal),
      session(MAINTENANCE, (client) => createLikeModel(client, payload.model_name, temporary)),
    ]);
    for (const outcome of [unchanged, created]) if (outcome.status === 'rejected') throw outcome.reason;
    const notRestored = await restoreArchive(deps, run, { file, database: temporary });
    const skipped = await session(MAINTENANCE, async (client) => {
      const hasModel = await isDatabaseName(client, payload.model_name);
      if (!hasModel) await openToPublic(client, temporary);
      return copyProperties(client, payload.model_name, temporary);
    });
    return [...notRestored, ...skipped];
  } finally {
    await file.close();
  }
}

async function requireUnchanged(file: FileHandle, backup: Backup, signal: AbortSignal): Promise<void> {
  if ((await hashFile(file, { signal })) === backup.sha256) return;
  throw backupChanged();
}

async function createLikeModel(client: pg.ClientBase, model: string, temporary: string): Promise<void> {
  const database = await findServerDatabase(client, model);
  if (database) await createDatabaseLike(client, database, temporary);
  else await createEmptyDatabase(client, temporary);
}

/** The new name of the database that had the name before. */
function previousNameOf(name: string, at: Date): string {
  return withEnding(name, `_before_${stampOf(at).toLowerCase()}`);
}

/**
 * Renames the database that has a name to `previousName`, and another one to that name, in one transaction. Does nothing when that
 * was already done. Returns the name of the previous database; null when there was none.
 * @throws {AppError} conflict while sessions are connected to the previous database.
 */
async function swapDatabases(
  client: pg.ClientBase,
  { oid, name, previousName }: { oid: number; name: string; previousName: string },
): Promise<string | null> {
  const present = await findDatabaseName(client, oid);
  if (present === name) return (await isDatabaseName(client, previousName)) ? previousName : null;
  if (present === null) throw createdDatabaseGone();
  const hasPrevious = await isDatabaseName(client, name);
  await client.query('BEGIN');
  try {
    if (hasPrevious) await client.query(`ALTER DATABASE ${ident(name)} RENAME TO ${ident(previousName)}`);
    await client.query(`ALTER DATABASE ${ident(present)} RENAME TO ${ident(name)}`);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    if (!(error instanceof DatabaseError) || error.code !== '55006') throw error;
    throw databaseInUse(name, Math.max(1, (await findServerDatabase(client, name))?.sessions ?? 1));
  }
  return hasPrevious ? previousName : null;
}
