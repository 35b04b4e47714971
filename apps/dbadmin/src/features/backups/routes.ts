import type { DbadminOperations } from '@cairn/contracts';
import { sendBytes } from '@cairn/files';
import { auditContext, respond, streaming } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { recordAudit } from '../audit/repo.ts';
import { toQueuedBody } from '../databases/lifecycle-routes.ts';
import { toBackupBody } from './mapper.ts';
import type { BackupService } from './service.ts';

type Names =
  | 'backupDatabase'
  | 'backupConnection'
  | 'listBackups'
  | 'downloadBackup'
  | 'deleteBackup'
  | 'restoreDatabase';

export function backupRoutes({
  db,
  backups,
  config: { backupRoot },
}: {
  db: Db;
  backups: BackupService;
  config: { backupRoot: string };
}): Handlers<DbadminOperations, Names> {
  return {
    async backupDatabase({ path, body }, actor, call) {
      const jobId = await backups.backup(path.id, body?.note ?? '', auditContext(actor, call));
      return respond(202, { job_id: String(jobId) });
    },
    async backupConnection({ path }, actor, call) {
      const jobIds = await backups.backupAll(path.id, auditContext(actor, call));
      return respond(202, { job_ids: jobIds.map(String) });
    },
    async listBackups({ path }) {
      return (await backups.list(path.id)).map((backup) => toBackupBody(backup, backupRoot));
    },
    downloadBackup: streaming(async ({ req, res, input, actor, call }) => {
      const { backup, file } = await backups.open(input.path.id, input.path.filename, actor);
      try {
        // Whoever reads a backup reads all of a database; before the bytes go, not after them.
        if (req.method !== 'HEAD')
          await recordAudit(db, {
            event: 'backup.downloaded',
            cause: auditContext(actor, call),
            connectionId: backup.connectionId,
            subject: backup.databaseName,
            details: { filename: backup.filename, range: req.headers.range ?? null },
          });
        await sendBytes(req, res, {
          size: (await file.stat()).size,
          sha256: backup.sha256,
          modified: backup.createdAt,
          fileName: backup.filename,
          open: (range) => file.createReadStream({ ...range, autoClose: false, highWaterMark: 256 * 1024 }),
        });
      } finally {
        await file.close();
      }
    }),
    async deleteBackup({ path }, actor, call) {
      await backups.remove(path.id, path.filename, { actor, cause: auditContext(actor, call) });
      return { success: true };
    },
    async restoreDatabase({ path, body }, actor, call) {
      const { artifact, mode = 'existing', new_database_name: newName = '' } = body;
      const cause = auditContext(actor, call);
      const queued = await backups.restore(path.id, { artifact, mode, newName }, { actor, cause });
      return respond(202, toQueuedBody(queued));
    },
  };
}
