import type { Selectable } from 'kysely';
import type { Db } from '../../db/handle.ts';
import type { DbadminDatabase } from '../../db/schema.ts';
import type { Backup } from './types.ts';

/** The newest backup of each of the databases that has one. */
export async function findLastBackups(db: Db, databaseIds: number[]): Promise<Map<number, Backup>> {
  if (databaseIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('backups')
    .selectAll()
    .distinctOn('database_id')
    .where('database_id', 'in', databaseIds)
    .orderBy('database_id')
    .orderBy('id', 'desc')
    .execute();
  return new Map(rows.map((row) => [row.database_id as number, toBackup(row)]));
}

export function toBackup(row: Selectable<DbadminDatabase['backups']>): Backup {
  return {
    id: row.id,
    connectionId: row.connection_id,
    databaseId: row.database_id,
    databaseName: row.database_name,
    filename: row.filename,
    artifact: row.artifact,
    size: row.size,
    sha256: row.sha256,
    serverVersion: row.server_version,
    note: row.note,
    verifiedAt: row.verified_at,
    createdAt: row.created_at,
    createdBy: row.created_by,
  };
}
