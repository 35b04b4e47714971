import type { DbadminSchemas } from '@cairn/contracts';
import type { Backup } from './types.ts';

export function toBackupBody(backup: Backup): DbadminSchemas['Backup'] {
  return {
    filename: backup.filename,
    artifact: backup.artifact,
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
