import type { DbadminOperations } from '@cairn/contracts';
import { sendBytes } from '@cairn/files';
import { auditContext, respond, streaming } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { toEnqueuedBody } from '../databases/mapper.ts';
import { toBackupBody } from './mapper.ts';
import type { BackupService } from './service.ts';

type Operation =
  | 'backupDatabase'
  | 'backupConnection'
  | 'listBackups'
  | 'downloadBackup'
  | 'deleteBackup'
  | 'restoreDatabase';

export function backupRoutes({
  backups,
  config: { backupRoot },
}: {
  backups: BackupService;
  config: { backupRoot: string };
}): Handlers<DbadminOperations, Operation> {
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
        if (req.method !== 'HEAD')
          await backups.recordDownload(backup, req.headers.range, auditContext(actor, call));
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
      const enqueued = await backups.restore(path.id, { artifact, mode, newName }, { actor, cause });
      return respond(202, toEnqueuedBody(enqueued));
    },
  };
}
