import { sql } from 'kysely';
import type { Db } from '../../db/handle.ts';
import type { Database } from '../databases/types.ts';
import type { ServerAddress } from '../connections/server-address.ts';
import type { Backup } from './types.ts';

const BACKUP = [
  'id',
  'connection_id as connectionId',
  'database_id as databaseId',
  'database_name as databaseName',
  'filename',
  'artifact',
  'size',
  'sha256',
  'server_version as serverVersion',
  'server_identifier as serverIdentifier',
  'note',
  'verified_at as verifiedAt',
  'created_at as createdAt',
  'created_by as createdBy',
] as const;

/** The newest backup of each of the databases that has one. */
export async function findNewestBackups(db: Db, databaseIds: number[]): Promise<Map<number, Backup>> {
  if (databaseIds.length === 0) return new Map();
  const backups = await db
    .selectFrom('backups')
    .select(BACKUP)
    .distinctOn('database_id')
    .where('database_id', 'in', databaseIds)
    .orderBy('database_id')
    .orderBy('id', 'desc')
    .execute();
  return new Map(backups.map((backup) => [backup.databaseId!, backup]));
}

export type NewBackup = Omit<Backup, 'id' | 'verifiedAt' | 'createdAt'> & {
  jobId: number;
  serverIdentifier: string;
};

/** Adds a backup that was just verified. */
export async function insertBackup(db: Db, backup: NewBackup): Promise<void> {
  await db
    .insertInto('backups')
    .values({
      connection_id: backup.connectionId,
      database_id: backup.databaseId,
      database_name: backup.databaseName,
      filename: backup.filename,
      artifact: backup.artifact,
      size: backup.size,
      sha256: backup.sha256,
      server_version: backup.serverVersion,
      server_identifier: backup.serverIdentifier,
      note: backup.note,
      job_id: backup.jobId,
      verified_at: new Date(),
      created_by: backup.createdBy,
    })
    .execute();
}

/**
 * The backups of a database are its own, and those of a dropped database with its name on its connection, or on an earlier connection
 * to its server.
 */
type Owner = Pick<Database, 'id' | 'connectionId' | 'server' | 'name'>;

/** Newest file name first. */
export async function findBackups(db: Db, owner: Owner): Promise<Backup[]> {
  return ofDatabase(db, owner).orderBy('filename', 'desc').execute();
}

export async function findBackup(
  db: Db,
  owner: Owner,
  by: { filename: string } | { artifact: string },
): Promise<Backup | null> {
  const [[column, value]] = Object.entries(by) as [['filename' | 'artifact', string]];
  return (await ofDatabase(db, owner).where(column, '=', value).executeTakeFirst()) ?? null;
}

export async function findBackupById(db: Db, id: number): Promise<Backup | null> {
  return (await db.selectFrom('backups').select(BACKUP).where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function isBackupName(db: Db, filename: string): Promise<boolean> {
  const row = await db.selectFrom('backups').select('id').where('filename', '=', filename).executeTakeFirst();
  return row !== undefined;
}

export async function deleteBackupRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('backups').where('id', '=', id).execute();
}

/** Whether an active job restores this backup. */
export async function isBeingRestored(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('jobs')
    .select('id')
    .where('status', 'in', ['queued', 'running'])
    .where(sql<string>`payload ->> 'backup_id'`, '=', String(id))
    .executeTakeFirst();
  return row !== undefined;
}

/** Before a connection is deleted: notes on its backups which server they are of. Returns how many there are. */
export async function keepBackups(trx: Db, { connectionId, server }: ServerAddress): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('backups')
    .set({ server })
    .where('connection_id', '=', connectionId)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

function ofDatabase(db: Db, { id, connectionId, server, name }: Owner) {
  return db
    .selectFrom('backups')
    .select(BACKUP)
    .where((eb) =>
      eb.or([
        eb('database_id', '=', id),
        eb.and([
          eb('database_id', 'is', null),
          eb('database_name', '=', name),
          eb.or([
            eb('connection_id', '=', connectionId),
            eb.and([eb('connection_id', 'is', null), eb('server', '=', server)]),
          ]),
        ]),
      ]),
    );
}
