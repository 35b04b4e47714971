import type { FileHandle } from 'node:fs/promises';
import type { Processor } from '@cairn/jobs';
import { unprocessable } from '@cairn/service';
import type pg from 'pg';
import type { JobPayload } from '../../server-jobs/kinds.ts';
import { runServerJob } from '../../server-jobs/server-job.ts';
import type { Context, ServerJob } from '../../server-jobs/server-job.ts';
import { explainSqlError } from '../../server-jobs/sql-failure.ts';
import { createLike } from '../databases/clone-job.ts';
import { createEmpty } from '../databases/create-job.ts';
import { openToAll } from '../databases/closed.ts';
import type { DatabaseJobDeps } from '../databases/create-job.ts';
import { findServerDatabase, inUse, databaseExists, renameDatabase } from '../databases/server-databases.ts';
import { CREATED, createOnce } from '../databases/create-once.ts';
import { copyProperties } from '../databases/copy-properties.ts';
import { markCreated, registerPreviousDatabase } from '../databases/lifecycle-repo.ts';
import { MAINTENANCE } from '../servers/service.ts';
import { openBackupFile } from './backup-file.ts';
import type { BackupDeps } from './dump-job.ts';
import { hashFile } from './verify.ts';
import { findBackupById } from './repo.ts';
import { restoreArchive } from './restore-archive.ts';
import { keptName, swapDatabases } from './swap.ts';
import type { Backup } from './types.ts';

export interface RestorePayload extends JobPayload {
  backup_id: number;
  filename: string;
  mode: 'existing' | 'new';
  /** What the restored database is called in the end. */
  name: string;
  /** The database whose owner, rights and settings it gets. */
  model_name: string;
}

export type RestoreDeps = BackupDeps & DatabaseJobDeps;

/**
 * Restores a backup into a database of its own, which then gets its name. With `existing` the database that had the name is
 * renamed in the same transaction, and stays: until the very end nothing of it was touched, and afterwards nothing is lost.
 */
export function restoreDatabaseJob(parts: RestoreDeps): Processor {
  const { db, servers, logger, refuseReserved } = parts;
  return async (payload: RestorePayload, context: Context) => {
    const { name, mode, connection_id: connectionId, database_id: databaseId } = payload;
    await refuseReserved(connectionId, name);
    const backup = await findBackupById(db, payload.backup_id);
    if (!backup) throw unprocessable('dbadmin.backup_gone', 'The backup was deleted; nothing was changed.');
    const kept = keptName(name, context.job.createdAt);
    const done = await runServerJob(
      { servers, logger },
      { context, connectionId, keep: CREATED },
      async (run) => {
        const { oid, skipped } = await createOnce(run, async (temporary) => {
          if (mode === 'existing') await refuseInUse(run, name);
          return make(parts, run, { payload, backup, temporary });
        });
        context.progress(99, 'Putting the restored database in its place');
        const previous = await run.session(MAINTENANCE, async (client) => {
          if (mode === 'existing') return swapDatabases(client, { oid, name, kept });
          await renameDatabase(client, oid, name);
          return null;
        });
        return { previous_database: previous, not_carried_over: skipped };
      },
    ).catch((error: unknown) => {
      throw explainSqlError(error, 'Restoring the backup');
    });
    if (mode === 'new') await markCreated(db, databaseId, context.job.id);
    if (done.previous_database !== null) {
      await registerPreviousDatabase(db, {
        connectionId,
        name: kept,
        purpose: `"${name}" as it was before ${backup.filename} was restored; drop it when you need it no more.`,
        createdBy: payload.requested_by,
      });
    }
    return { database_id: databaseId, name, filename: backup.filename, ...done };
  };
}

/** Before an hour of work, not after it: names change only while nobody is connected. */
async function refuseInUse({ session }: ServerJob, name: string): Promise<void> {
  await session(MAINTENANCE, async (client) => {
    for (let look = 0; look < 3; look += 1) {
      const found = await findServerDatabase(client, name);
      if (!found || found.sessions === 0) return;
      if (look === 2) throw inUse(name, found.sessions);
      await client.query('SELECT pg_sleep(2)');
    }
  });
}

/** Returns what of the backup and of the model could not be carried over. */
async function make(
  parts: RestoreDeps,
  run: ServerJob,
  { payload, backup, temporary }: { payload: RestorePayload; backup: Backup; temporary: string },
): Promise<string[]> {
  const { context, session } = run;
  const file = await openBackupFile(parts.backupRoot, backup.artifact);
  try {
    context.progress(1, 'Checking the backup');
    // Nothing of a changed backup is ever run; the database it would have gone to is dropped with the attempt.
    const [unchanged, created] = await Promise.allSettled([
      requireUnchanged(file, backup, context.signal),
      session(MAINTENANCE, (client) => createFor(client, payload.model_name, temporary)),
    ]);
    for (const done of [unchanged, created]) if (done.status === 'rejected') throw done.reason;
    const left = await restoreArchive(parts, run, { file, database: temporary });
    const skipped = await session(MAINTENANCE, async (client) => {
      const hasModel = await databaseExists(client, payload.model_name);
      if (!hasModel) await openToAll(client, temporary);
      return copyProperties(client, payload.model_name, temporary);
    });
    return [...left, ...skipped];
  } finally {
    await file.close();
  }
}

async function requireUnchanged(file: FileHandle, backup: Backup, signal: AbortSignal): Promise<void> {
  if ((await hashFile(file, { signal })) === backup.sha256) return;
  throw unprocessable(
    'dbadmin.backup_changed',
    'The file of this backup is not what it was when it was made; it was not restored. Choose another backup.',
  );
}

async function createFor(client: pg.ClientBase, model: string, temporary: string): Promise<void> {
  const live = await findServerDatabase(client, model);
  if (live) await createLike(client, live, temporary);
  else await createEmpty(client, temporary);
}
