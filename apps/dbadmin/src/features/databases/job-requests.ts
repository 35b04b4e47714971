import type { Jobs } from '@cairn/jobs';
import type { AuditContext } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { FindPgPrograms } from '../../postgres-programs/find-programs.ts';
import { KINDS } from '../../server-jobs/kinds.ts';
import { readServerAddress } from '../connections/server-address.ts';
import { serverVersion } from '../servers/server-queries.ts';
import type { Servers } from '../servers/service.ts';
import type { ClonePayload } from './clone-job.ts';
import type { CreatePayload } from './create-job.ts';
import { readDatabaseName } from './database-name.ts';
import { requireConfirmed } from './delete-job.ts';
import type { DeletePayload } from './delete-job.ts';
import { enqueueDatabaseJob } from './enqueue-job.ts';
import { databaseExists, noPostgis } from './errors.ts';
import type { RefuseReserved } from './database-name.ts';
import { isDatabaseName } from './server-databases.ts';
import { hasPostgis } from './server-queries.ts';
import type { DatabaseService } from './service.ts';
import type { Enqueued, NewDatabase } from './types.ts';

export type DatabaseJobs = ReturnType<typeof createDatabaseJobs>;

/** Enqueues jobs that create, copy and drop databases, after everything that can be checked at once. */
export function createDatabaseJobs(deps: {
  db: Db;
  jobs: Jobs;
  servers: Servers;
  databases: DatabaseService;
  refuseReserved: RefuseReserved;
  findPrograms: FindPgPrograms;
}) {
  const { db, servers, databases, refuseReserved, findPrograms } = deps;

  /** Checks the name of a database that is to be created on a server. @throws {AppError} */
  async function readNewName(connectionId: number, sent: string): Promise<string> {
    const name = readDatabaseName(sent);
    await refuseReserved(connectionId, name);
    if (await servers.ask(connectionId, (client) => isDatabaseName(client, name))) throw databaseExists(name);
    return name;
  }

  return {
    readNewName,

    async create(
      request: NewDatabase & {
        spatial: boolean;
        onEnqueued?: (trx: Db, enqueued: Enqueued) => Promise<void>;
      },
      cause: AuditContext,
    ): Promise<Enqueued> {
      const { connectionId, purpose, spatial, onEnqueued } = request;
      const address = await readServerAddress(db, connectionId);
      const name = await readNewName(connectionId, request.name);
      if (spatial && !(await servers.ask(connectionId, hasPostgis))) throw noPostgis();
      return enqueueDatabaseJob<CreatePayload>(deps, {
        kind: KINDS.create,
        title: `Create ${name}`,
        payload: { name, spatial },
        create: { ...address, name, purpose },
        audit: { event: 'database.creation_asked', subject: name, details: { spatial } },
        cause,
        onEnqueued,
      });
    },

    async clone(
      id: number,
      request: { name: string; purpose: string },
      cause: AuditContext,
    ): Promise<Enqueued> {
      const source = await databases.ready(id);
      const { connectionId, server } = source;
      await refuseReserved(connectionId, source.name);
      const name = await readNewName(connectionId, request.name);
      // The database may have to be copied with a dump.
      findPrograms(await servers.ask(connectionId, serverVersion));
      return enqueueDatabaseJob<ClonePayload>(deps, {
        kind: KINDS.clone,
        title: `Copy ${source.name} to ${name}`,
        payload: { name, source_id: source.id, source_name: source.name },
        claim: { database: source, use: 'copy' },
        create: { connectionId, server, name, purpose: request.purpose },
        audit: { event: 'database.clone_asked', subject: source.name, details: { name } },
        cause,
      });
    },

    async remove(id: number, confirmed: string, cause: AuditContext): Promise<number> {
      const database = await databases.get(id);
      requireConfirmed(database.name, confirmed);
      await refuseReserved(database.connectionId, database.name);
      const { jobId } = await enqueueDatabaseJob<DeletePayload>(deps, {
        kind: KINDS.delete,
        title: `Drop ${database.name}`,
        payload: { confirm_name: confirmed },
        claim: { database, use: 'alone' },
        audit: { event: 'database.deletion_asked', subject: database.name },
        cause,
      });
      return jobId;
    },

    /** Drops a database that was created for another service, and no other one that has its name now. */
    async undoCreation(
      id: number,
      created: { oid: number | null; roles: string[]; ownedBy: DeletePayload['owned_by'] },
      cause: AuditContext,
    ): Promise<number> {
      const database = await databases.get(id);
      await refuseReserved(database.connectionId, database.name);
      const { jobId } = await enqueueDatabaseJob<DeletePayload>(deps, {
        kind: KINDS.delete,
        title: `Drop ${database.name}`,
        payload: {
          confirm_name: database.name,
          oid: created.oid,
          roles: created.roles,
          owned_by: created.ownedBy,
        },
        claim: { database, use: 'alone' },
        audit: { event: 'database.deletion_asked', subject: database.name, details: { undo: true } },
        cause,
      });
      return jobId;
    },
  };
}
