import { rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import type { Jobs, NewJob } from '@cairn/jobs';
import { badRequest, conflict, notFound } from '@cairn/service';
import type { Actor, AuditContext } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { KINDS, MAX_ATTEMPTS } from '../../server-jobs/kinds.ts';
import type { FindPgPrograms } from '../../postgres-programs/find-programs.ts';
import { recordAudit } from '../audit/repo.ts';
import { findDatabases } from '../databases/repo.ts';
import type { DatabaseService } from '../databases/service.ts';
import type { Database } from '../databases/types.ts';
import { claimDatabase } from '../databases/job-conflicts.ts';
import type { RefuseReserved } from '../databases/reserved-databases.ts';
import type { DatabaseJobs, Queued } from '../databases/job-requests.ts';
import type { Platform } from '../connections/platform.ts';
import type { Servers } from '../servers/service.ts';
import { serverVersion } from '../servers/version.ts';
import { noSuchBackup, openBackupFile } from './backup-file.ts';
import type { BackupPayload } from './dump-job.ts';
import { readFileName } from './file-name.ts';
import { deleteBackupRow, findBackup, findBackups, isBeingRestored, lockBackup } from './repo.ts';
import type { RestorePayload } from './restore-job.ts';
import type { Backup } from './types.ts';

/** Why a database is left out when all are backed up: somebody works on it, or has just forgotten it. */
const PASSED_OVER = ['dbadmin.database_busy', 'dbadmin.no_such_database'];

export interface RestoreRequest {
  artifact: string;
  mode: string;
  newName: string;
}

export type BackupService = ReturnType<typeof createBackupService>;

/** Backups of databases: asked for, listed, read, deleted, restored. */
export function createBackupService({
  db,
  jobs,
  servers,
  databases,
  databaseJobs,
  platform,
  refuseReserved,
  findPrograms,
  backupRoot,
}: {
  db: Db;
  jobs: Jobs;
  servers: Servers;
  databases: DatabaseService;
  databaseJobs: DatabaseJobs;
  platform: Platform;
  refuseReserved: RefuseReserved;
  findPrograms: FindPgPrograms;
  backupRoot: string;
}) {
  async function requirePrograms(connectionId: number): Promise<void> {
    findPrograms(await servers.ask(connectionId, serverVersion));
  }

  async function enqueueBackup(
    trx: Db,
    database: Database,
    note: string,
    cause: AuditContext,
  ): Promise<number> {
    await claimDatabase(trx, database, 'shared');
    await recordAudit(trx, {
      event: 'backup.asked',
      cause,
      connectionId: database.connectionId,
      subject: database.name,
    });
    const { id } = await jobs.enqueue(trx, backupJob(database, note, cause));
    return id;
  }

  async function required(id: number, filename: string): Promise<Backup> {
    const database = await databases.get(id);
    const name = readFileName(filename);
    const backup = name && !name.partial ? await findBackup(db, database, { filename }) : null;
    if (name === null) throw noSuchBackup();
    if (backup) return backup;
    throw notFound(
      'dbadmin.no_such_backup',
      'There is no backup of this name; choose one from the database’s list.',
    );
  }

  return {
    async list(id: number): Promise<Backup[]> {
      return findBackups(db, await databases.get(id));
    },

    async backup(id: number, note: string, cause: AuditContext): Promise<number> {
      const database = await databases.ready(id);
      await requirePrograms(database.connectionId);
      const jobId = await db.transaction().execute((trx) => enqueueBackup(trx, database, note, cause));
      void jobs.dispatch();
      return jobId;
    },

    /** One job a registered database; what is being made, replaced or dropped is left out. */
    async backupAll(connectionId: number, cause: AuditContext): Promise<number[]> {
      await requirePrograms(connectionId);
      const ready = (await findDatabases(db, connectionId)).filter(({ creation }) => creation === null);
      const asked: number[] = [];
      for (const database of ready) {
        const jobId = await db
          .transaction()
          .execute((trx) => enqueueBackup(trx, database, '', cause))
          .catch((error: { code?: string }) => {
            if (!PASSED_OVER.includes(error.code ?? '')) throw error;
            return null;
          });
        if (jobId !== null) asked.push(jobId);
      }
      if (asked.length === 0) {
        throw conflict(
          'dbadmin.nothing_to_back_up',
          'No database of this connection can be backed up now; register one, or wait for the jobs under way.',
        );
      }
      void jobs.dispatch();
      return asked;
    },

    /** The file of a backup, open; the caller closes it. */
    async open(id: number, filename: string, actor: Actor): Promise<{ backup: Backup; file: FileHandle }> {
      const backup = await required(id, filename);
      await platform.requireMayUseBackup(actor, backup);
      return { backup, file: await openBackupFile(backupRoot, backup.artifact) };
    },

    async remove(
      id: number,
      filename: string,
      { actor, cause }: { actor: Actor; cause: AuditContext },
    ): Promise<void> {
      const backup = await required(id, filename);
      await platform.requireMayUseBackup(actor, backup);
      await db.transaction().execute(async (trx) => {
        if (!(await lockBackup(trx, backup.id))) return;
        if (await isBeingRestored(trx, backup.id)) {
          throw conflict(
            'dbadmin.backup_in_use',
            'This backup is being restored; wait for that job or cancel it, then delete the backup.',
          );
        }
        await deleteBackupRow(trx, backup.id);
        await recordAudit(trx, {
          event: 'backup.deleted',
          cause,
          connectionId: backup.connectionId,
          subject: backup.databaseName,
          details: { filename },
        });
      });
      // Should this be the last thing that the process does, the sweeper removes the file.
      await rm(backup.artifact, { force: true });
    },

    async restore(
      id: number,
      asked: RestoreRequest,
      { actor, cause }: { actor: Actor; cause: AuditContext },
    ): Promise<Queued> {
      const database = await databases.get(id);
      const { connectionId, server } = database;
      const mode = readMode(asked.mode);
      // To the letter: no other spelling of the path names the backup.
      const artifact = isAbsolute(asked.artifact) ? asked.artifact : `${backupRoot}/${asked.artifact}`;
      const backup = await findBackup(db, database, { artifact });
      if (!backup) throw noSuchBackup();
      await platform.requireMayUseBackup(actor, backup);
      await (await openBackupFile(backupRoot, backup.artifact)).close();
      if (mode === 'existing') await databases.ready(id);
      await refuseReserved(connectionId, database.name);
      const name = mode === 'new' ? await databaseJobs.checkNew(connectionId, asked.newName) : database.name;
      await requirePrograms(connectionId);
      const queued = await db.transaction().execute(async (trx) => {
        if (!(await lockBackup(trx, backup.id))) throw noSuchBackup();
        await recordAudit(trx, {
          event: 'backup.restore_asked',
          cause,
          connectionId,
          subject: database.name,
          details: { filename: backup.filename, mode, name },
        });
        const enqueue = (databaseId: number) =>
          jobs.enqueue(trx, restoreJob({ backup, mode, name, database, databaseId, cause }));
        if (mode === 'new')
          return databaseJobs.reserve(
            trx,
            { connectionId, server, name, purpose: `Restored from ${backup.filename}` },
            cause,
            enqueue,
          );
        await claimDatabase(trx, database, 'alone');
        return { databaseId: id, jobId: (await enqueue(id)).id };
      });
      void jobs.dispatch();
      return queued;
    },
  };
}

function readMode(mode: string): 'existing' | 'new' {
  if (mode === 'new') return mode;
  if (mode === 'existing' || mode === '') return 'existing';
  throw badRequest('dbadmin.bad_mode', 'mode must be "existing" or "new".');
}

function backupJob(database: Database, note: string, cause: AuditContext): NewJob {
  return {
    kind: KINDS.backup,
    payload: {
      title: `Back up ${database.name}`,
      requested_by: cause.actorName,
      connection_id: database.connectionId,
      database_id: database.id,
      note: note.trim(),
    } satisfies BackupPayload,
    requestedBy: cause.actorId,
    maxAttempts: MAX_ATTEMPTS,
  };
}

function restoreJob(asked: {
  backup: Backup;
  mode: 'existing' | 'new';
  name: string;
  database: Database;
  databaseId: number;
  cause: AuditContext;
}): NewJob {
  const { backup, mode, name, database, databaseId, cause } = asked;
  return {
    kind: KINDS.restore,
    payload: {
      title: mode === 'new' ? `Restore ${database.name} as ${name}` : `Restore ${name}`,
      requested_by: cause.actorName,
      connection_id: database.connectionId,
      database_id: databaseId,
      backup_id: backup.id,
      filename: backup.filename,
      mode,
      name,
      model_name: database.name,
    } satisfies RestorePayload,
    requestedBy: cause.actorId,
    maxAttempts: MAX_ATTEMPTS,
  };
}
