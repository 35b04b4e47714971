import type { DbadminSchemas } from '@cairn/contracts';
import { inTransaction } from '@cairn/db';
import type { Actor, AuditContext } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { recordAudit } from '../audit/repo.ts';
import type { ConnectionService } from '../connections/service.ts';
import type { Connection } from '../connections/types.ts';
import { requireDatabase } from '../servers/server-queries.ts';
import type { Servers } from '../servers/service.ts';
import type { ServerVisibility } from '../servers/visibility.ts';
import { CONSTRAINTS, databaseBusy, databaseNotReady, noSuchDatabase, systemDatabase } from './errors.ts';
import type { LiveStats } from './live-stats.ts';
import {
  deleteDatabaseRow,
  findActiveJobs,
  findDatabase,
  findDatabases,
  insertDatabase,
  savePurpose,
} from './repo.ts';
import { isSystemDatabase } from './database-name.ts';
import type { Database, DatabaseView } from './types.ts';

/** The newest backup of each of these databases that has one. */
export type FindLastBackups = (databaseIds: number[]) => Promise<Map<number, DbadminSchemas['Backup']>>;

export type DatabaseService = ReturnType<typeof createDatabaseService>;

/** The registered databases. Their contents belong to their servers. */
export function createDatabaseService(deps: {
  db: Db;
  servers: Servers;
  connections: Pick<ConnectionService, 'get'>;
  liveStats: LiveStats;
  visibility: ServerVisibility;
  findLastBackups: FindLastBackups;
}) {
  const { db, servers, connections, liveStats, visibility, findLastBackups } = deps;

  async function get(id: number): Promise<Database> {
    const database = await findDatabase(db, id);
    if (!database) throw noSuchDatabase(id);
    return database;
  }

  async function toViews(databases: Database[], actor: Actor): Promise<DatabaseView[]> {
    const ids = databases.map(({ id }) => id);
    const [stats, jobs, backups, seesServers] = await Promise.all([
      liveStats.read(databases),
      findActiveJobs(db, ids),
      findLastBackups(ids),
      visibility.seesServers(actor),
    ]);
    return stats.map((each) => {
      const { id } = each.database;
      return { ...each, job: jobs.get(id), lastBackup: backups.get(id), seesServers };
    });
  }

  return {
    get,

    /** A database that exists. @throws {AppError} conflict while it is being created, or when that failed. */
    async ready(id: number): Promise<Database> {
      const database = await get(id);
      if (database.creation) throw databaseNotReady(database.name);
      return database;
    },

    /** All registered databases, or those of one connection. */
    async listViews(connectionId: number | undefined, actor: Actor): Promise<DatabaseView[]> {
      return toViews(await findDatabases(db, connectionId), actor);
    },

    async view(id: number, actor: Actor): Promise<{ view: DatabaseView; connection: Connection }> {
      const database = await get(id);
      const [views, connection] = await Promise.all([
        toViews([database], actor),
        connections.get(database.connectionId),
      ]);
      return { view: views[0]!, connection };
    },

    async register(
      connectionId: number,
      { name, purpose }: { name: string; purpose: string },
      cause: AuditContext,
    ): Promise<number> {
      if (isSystemDatabase(name)) throw systemDatabase(name, 'Register a database of your own.');
      const existing = await requireDatabase(servers, connectionId, name);
      return inTransaction(db, CONSTRAINTS, async (trx) => {
        const fields = { connectionId, name: existing, purpose: purpose.trim(), createdBy: cause.actorName };
        const id = await insertDatabase(trx, fields);
        await recordAudit(trx, { event: 'database.registered', cause, connectionId, subject: existing });
        return id;
      });
    },

    async setPurpose(id: number, purpose: string): Promise<void> {
      await get(id);
      await savePurpose(db, id, purpose.trim());
    },

    async unregister(id: number, cause: AuditContext): Promise<void> {
      const { name, connectionId } = await get(id);
      const job = (await findActiveJobs(db, [id])).get(id);
      if (job) throw databaseBusy(name, job.kind, 'unregister the database');
      await inTransaction(db, CONSTRAINTS, async (trx) => {
        await deleteDatabaseRow(trx, id);
        await recordAudit(trx, { event: 'database.unregistered', cause, connectionId, subject: name });
      });
    },
  };
}
