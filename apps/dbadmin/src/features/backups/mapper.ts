import { relative } from 'node:path';
import type { DbadminSchemas } from '@cairn/contracts';
import type { Backup } from './types.ts';

/** `artifact` is relative to the backup folder, whose path callers do not see. */
export function toBackupBody(backup: Backup, backupRoot: string): DbadminSchemas['Backup'] {
  return {
    filename: backup.filename,
    artifact: relative(backupRoot, backup.artifact),
    size_bytes: backup.size,
    sha256: backup.sha256,
    database_name: backup.databaseName,
    server_version: backup.serverVersion,
    verified_at: backup.verifiedAt?.toISOString() ?? null,
    note: backup.note,
    created_at: backup.createdAt.toISOString(),
    created_by: backup.createdBy,
  };
}
