import { rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import type { Jobs, NewJob } from '@cairn/jobs';
import type { Actor, AuditContext } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { FindPgPrograms } from '../../postgres-programs/find-programs.ts';
import { KINDS, MAX_ATTEMPTS } from '../../server-jobs/kinds.ts';
import { recordAudit } from '../audit/repo.ts';
import type { Platform } from '../connections/platform.ts';
import { claimDatabase } from '../databases/job-conflicts.ts';
import type { DatabaseJobs } from '../databases/job-requests.ts';
import { findDatabases } from '../databases/repo.ts';
import type { RefuseReserved } from '../databases/reserved-databases.ts';
import type { DatabaseService } from '../databases/service.ts';
import type { Database, Enqueued } from '../databases/types.ts';
import { serverVersion } from '../servers/server-queries.ts';
import type { Servers } from '../servers/service.ts';
import { openBackupFile } from './backup-file.ts';
import type { BackupPayload } from './dump-job.ts';
import { backupInUse, backupNotFound, badRestoreMode, noSuchBackup, nothingToBackUp } from './errors.ts';
import { readFileName } from './file-name.ts';
import { deleteBackupRow, findBackup, findBackups, isBeingRestored, lockBackup } from './repo.ts';
import type { RestorePayload } from './restore-job.ts';
import type { Backup } from './types.ts';

/** Errors that leave a database out when all are backed up: it is busy, or was just unregistered. */
const SKIPPED_ERRORS = ['dbadmin.database_busy', 'dbadmin.no_such_database'];

export interface RestoreRequest {
  artifact: string;
  mode: string;
  newName: string;
}

export type BackupService = ReturnType<typeof createBackupService>;

/** Enqueues, lists, opens, deletes and restores backups. */
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

  async function find(id: number, filename: string): Promise<Backup> {
    const database = await databases.get(id);
    const name = readFileName(filename);
    const backup = name && !name.partial ? await findBackup(db, database, { filename }) : null;
    if (name === null) throw noSuchBackup();
    if (backup) return backup;
    throw backupNotFound();
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

    /** One job per registered database; leaves out those that are being created, replaced or dropped. */
    async backupAll(connectionId: number, cause: AuditContext): Promise<number[]> {
      await requirePrograms(connectionId);
      const ready = (await findDatabases(db, connectionId)).filter(({ creation }) => creation === null);
      const jobIds: number[] = [];
      for (const database of ready) {
        const jobId = await db
          .transaction()
          .execute((trx) => enqueueBackup(trx, database, '', cause))
          .catch((error: { code?: string }) => {
            if (!SKIPPED_ERRORS.includes(error.code ?? '')) throw error;
            return null;
          });
        if (jobId !== null) jobIds.push(jobId);
      }
      if (jobIds.length === 0) throw nothingToBackUp();
      void jobs.dispatch();
      return jobIds;
    },

    /** Opens the file of a backup; the caller closes it. */
    async open(id: number, filename: string, actor: Actor): Promise<{ backup: Backup; file: FileHandle }> {
      const backup = await find(id, filename);
      await platform.requireMayUseBackup(actor, backup);
      return { backup, file: await openBackupFile(backupRoot, backup.artifact) };
    },

    /** Records a download before the bytes are sent: a backup holds all data of a database. */
    async recordDownload(backup: Backup, range: string | undefined, cause: AuditContext): Promise<void> {
      await recordAudit(db, {
        event: 'backup.downloaded',
        cause,
        connectionId: backup.connectionId,
        subject: backup.databaseName,
        details: { filename: backup.filename, range: range ?? null },
      });
    },

    async remove(
      id: number,
      filename: string,
      { actor, cause }: { actor: Actor; cause: AuditContext },
    ): Promise<void> {
      const backup = await find(id, filename);
      await platform.requireMayUseBackup(actor, backup);
      await db.transaction().execute(async (trx) => {
        if (!(await lockBackup(trx, backup.id))) return;
        if (await isBeingRestored(trx, backup.id)) throw backupInUse();
        await deleteBackupRow(trx, backup.id);
        await recordAudit(trx, {
          event: 'backup.deleted',
          cause,
          connectionId: backup.connectionId,
          subject: backup.databaseName,
          details: { filename },
        });
      });
      // If the process ends here, the sweeper removes the file.
      await rm(backup.artifact, { force: true });
    },

    async restore(
      id: number,
      request: RestoreRequest,
      { actor, cause }: { actor: Actor; cause: AuditContext },
    ): Promise<Enqueued> {
      const database = await databases.get(id);
      const { connectionId, server } = database;
      const mode = readMode(request.mode);
      // Compared to the letter: no other spelling of the path names the backup.
      const artifact = isAbsolute(request.artifact) ? request.artifact : `${backupRoot}/${request.artifact}`;
      const backup = await findBackup(db, database, { artifact });
      if (!backup) throw noSuchBackup();
      await platform.requireMayUseBackup(actor, backup);
      await (await openBackupFile(backupRoot, backup.artifact)).close();
      if (mode === 'existing') await databases.ready(id);
      await refuseReserved(connectionId, database.name);
      const name =
        mode === 'new' ? await databaseJobs.readNewName(connectionId, request.newName) : database.name;
      await requirePrograms(connectionId);
      const enqueued = await db.transaction().execute(async (trx) => {
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
      return enqueued;
    },
  };
}

function readMode(mode: string): 'existing' | 'new' {
  if (mode === 'new') return mode;
  if (mode === 'existing' || mode === '') return 'existing';
  throw badRestoreMode();
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

function restoreJob({
  backup,
  mode,
  name,
  database,
  databaseId,
  cause,
}: {
  backup: Backup;
  mode: 'existing' | 'new';
  name: string;
  database: Database;
  databaseId: number;
  cause: AuditContext;
}): NewJob {
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
