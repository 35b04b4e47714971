import { rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { lockRow } from '@cairn/db';
import type { Jobs } from '@cairn/jobs';
import type { Actor, AuditContext } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { FindPgPrograms } from '../../postgres-programs/find-programs.ts';
import { KINDS } from '../../server-jobs/kinds.ts';
import { recordAudit } from '../audit/repo.ts';
import type { Platform } from '../connections/platform.ts';
import { enqueueDatabaseJob } from '../databases/enqueue-job.ts';
import type { DatabaseJobs } from '../databases/job-requests.ts';
import { findDatabases } from '../databases/repo.ts';
import type { RefuseReserved } from '../databases/database-name.ts';
import type { DatabaseService } from '../databases/service.ts';
import type { Database, Enqueued } from '../databases/types.ts';
import { serverVersion } from '../servers/server-queries.ts';
import type { Servers } from '../servers/service.ts';
import { openBackupFile, readFileName } from './backup-file.ts';
import type { BackupPayload } from './dump-job.ts';
import { backupInUse, backupNotFound, badRestoreMode, noSuchBackup, nothingToBackUp } from './errors.ts';
import { deleteBackupRow, findBackup, findBackups, isBeingRestored } from './repo.ts';
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
export function createBackupService(deps: {
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
  const { db, servers, databases, databaseJobs, platform, refuseReserved, findPrograms, backupRoot } = deps;

  async function requirePrograms(connectionId: number): Promise<void> {
    findPrograms(await servers.ask(connectionId, serverVersion));
  }

  async function enqueueBackup(database: Database, note: string, cause: AuditContext): Promise<number> {
    const { jobId } = await enqueueDatabaseJob<BackupPayload>(deps, {
      kind: KINDS.backup,
      title: `Back up ${database.name}`,
      payload: { note: note.trim() },
      claim: { database, use: 'shared' },
      audit: { event: 'backup.asked', subject: database.name },
      cause,
    });
    return jobId;
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
      return enqueueBackup(database, note, cause);
    },

    /** One job per registered database; leaves out those that are being created, replaced or dropped. */
    async backupAll(connectionId: number, cause: AuditContext): Promise<number[]> {
      await requirePrograms(connectionId);
      const ready = (await findDatabases(db, connectionId)).filter(({ creation }) => creation === null);
      const jobIds: number[] = [];
      for (const database of ready) {
        const jobId = await enqueueBackup(database, '', cause).catch((error: { code?: string }) => {
          if (!SKIPPED_ERRORS.includes(error.code ?? '')) throw error;
          return null;
        });
        if (jobId !== null) jobIds.push(jobId);
      }
      if (jobIds.length === 0) throw nothingToBackUp();
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
        if (!(await lockRow(trx, 'backups', backup.id))) return;
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
      return enqueueDatabaseJob<RestorePayload>(deps, {
        kind: KINDS.restore,
        title: mode === 'new' ? `Restore ${database.name} to ${name}` : `Restore ${name}`,
        payload: {
          backup_id: backup.id,
          filename: backup.filename,
          mode,
          name,
          model_name: database.name,
        },
        ...(mode === 'new'
          ? { create: { connectionId, server, name, purpose: `Restored from ${backup.filename}` } }
          : { claim: { database, use: 'alone' } }),
        audit: {
          event: 'backup.restore_asked',
          subject: database.name,
          details: { filename: backup.filename, mode, name },
        },
        cause,
        async check(trx) {
          if (!(await lockRow(trx, 'backups', backup.id))) throw noSuchBackup();
        },
      });
    },
  };
}

function readMode(mode: string): 'existing' | 'new' {
  if (mode === 'new') return mode;
  if (mode === 'existing' || mode === '') return 'existing';
  throw badRestoreMode();
}
