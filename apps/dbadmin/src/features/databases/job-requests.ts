import type { Jobs } from '@cairn/jobs';
import type { AuditContext } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { FindPgPrograms } from '../../postgres-programs/find-programs.ts';
import { KINDS, MAX_ATTEMPTS } from '../../server-jobs/kinds.ts';
import { recordAudit } from '../audit/repo.ts';
import { readServerAddress, requireSameAddress } from '../connections/server-address.ts';
import type { ServerAddress } from '../connections/server-address.ts';
import { serverVersion } from '../servers/server-queries.ts';
import type { Servers } from '../servers/service.ts';
import type { ClonePayload } from './clone-job.ts';
import type { CreatePayload } from './create-job.ts';
import { readDatabaseName } from './database-name.ts';
import { requireConfirmed } from './delete-job.ts';
import type { DeletePayload } from './delete-job.ts';
import { databaseExists, databaseRegistered, noPostgis } from './errors.ts';
import { claimDatabase } from './job-conflicts.ts';
import { reserveDatabase, setCreatingJob } from './repo.ts';
import type { RefuseReserved } from './reserved-databases.ts';
import { isDatabaseName } from './server-databases.ts';
import { hasPostgis } from './server-queries.ts';
import type { DatabaseService } from './service.ts';
import type { Enqueued, NewDatabase } from './types.ts';

export type DatabaseJobs = ReturnType<typeof createDatabaseJobs>;

/** Enqueues jobs that create, copy and drop databases, after everything that can be checked at once. */
export function createDatabaseJobs({
  db,
  jobs,
  servers,
  databases,
  refuseReserved,
  findPrograms,
}: {
  db: Db;
  jobs: Jobs;
  servers: Servers;
  databases: DatabaseService;
  refuseReserved: RefuseReserved;
  findPrograms: FindPgPrograms;
}) {
  /** Checks the name of a database that is to be created on a server. @throws {AppError} */
  async function readNewName(connectionId: number, sent: string): Promise<string> {
    const name = readDatabaseName(sent);
    await refuseReserved(connectionId, name);
    if (await servers.ask(connectionId, (client) => isDatabaseName(client, name))) throw databaseExists(name);
    return name;
  }

  /** In a transaction: adds the row of a database, and the job that will create it. */
  async function reserve(
    trx: Db,
    { name, purpose, ...address }: NewDatabase & ServerAddress,
    cause: AuditContext,
    enqueue: (databaseId: number) => Promise<{ id: number }>,
  ): Promise<Enqueued> {
    await requireSameAddress(trx, address);
    const databaseId = await reserveDatabase(trx, {
      connectionId: address.connectionId,
      name,
      purpose: purpose.trim(),
      createdBy: cause.actorName,
    });
    if (databaseId === null) throw databaseRegistered(name);
    const { id: jobId } = await enqueue(databaseId);
    await setCreatingJob(trx, databaseId, jobId);
    return { databaseId, jobId };
  }

  return {
    readNewName,
    reserve,

    async create(request: NewDatabase & { spatial: boolean }, cause: AuditContext): Promise<Enqueued> {
      const { connectionId, spatial } = request;
      const address = await readServerAddress(db, connectionId);
      const name = await readNewName(connectionId, request.name);
      if (spatial && !(await servers.ask(connectionId, hasPostgis))) throw noPostgis();
      const enqueued = await db.transaction().execute(async (trx) => {
        await recordAudit(trx, {
          event: 'database.creation_asked',
          cause,
          connectionId,
          subject: name,
          details: { spatial },
        });
        return reserve(trx, { ...request, ...address, name }, cause, (databaseId) =>
          jobs.enqueue(trx, {
            kind: KINDS.create,
            payload: {
              title: `Create ${name}`,
              requested_by: cause.actorName,
              connection_id: connectionId,
              database_id: databaseId,
              name,
              spatial,
            } satisfies CreatePayload,
            requestedBy: cause.actorId,
            maxAttempts: MAX_ATTEMPTS,
          }),
        );
      });
      void jobs.dispatch();
      return enqueued;
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
      const enqueued = await db.transaction().execute(async (trx) => {
        await claimDatabase(trx, source, 'copy');
        await recordAudit(trx, {
          event: 'database.clone_asked',
          cause,
          connectionId,
          subject: source.name,
          details: { name },
        });
        return reserve(trx, { connectionId, server, name, purpose: request.purpose }, cause, (databaseId) =>
          jobs.enqueue(trx, {
            kind: KINDS.clone,
            payload: {
              title: `Copy ${source.name} as ${name}`,
              requested_by: cause.actorName,
              connection_id: connectionId,
              database_id: databaseId,
              name,
              source_id: source.id,
              source_name: source.name,
            } satisfies ClonePayload,
            requestedBy: cause.actorId,
            maxAttempts: MAX_ATTEMPTS,
          }),
        );
      });
      void jobs.dispatch();
      return enqueued;
    },

    async remove(id: number, confirmed: string, cause: AuditContext): Promise<number> {
      const database = await databases.get(id);
      requireConfirmed(database.name, confirmed);
      await refuseReserved(database.connectionId, database.name);
      const job = await db.transaction().execute(async (trx) => {
        await claimDatabase(trx, database, 'alone');
        await recordAudit(trx, {
          event: 'database.deletion_asked',
          cause,
          connectionId: database.connectionId,
          subject: database.name,
        });
        return jobs.enqueue(trx, {
          kind: KINDS.delete,
          payload: {
            title: `Drop ${database.name}`,
            requested_by: cause.actorName,
            connection_id: database.connectionId,
            database_id: id,
            confirm_name: confirmed,
          } satisfies DeletePayload,
          requestedBy: cause.actorId,
          maxAttempts: MAX_ATTEMPTS,
        });
      });
      void jobs.dispatch();
      return job.id;
    },
  };
}
