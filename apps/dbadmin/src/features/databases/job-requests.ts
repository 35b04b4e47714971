import type { Jobs } from '@cairn/jobs';
import { conflict } from '@cairn/service';
import type { AuditContext } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { KINDS, MAX_ATTEMPTS } from '../../server-jobs/kinds.ts';
import type { FindPgPrograms } from '../../postgres-programs/find-programs.ts';
import { recordAudit } from '../audit/repo.ts';
import type { DatabaseService } from './service.ts';
import type { Servers } from '../servers/service.ts';
import { serverVersion } from '../servers/version.ts';
import { claimDatabase } from './job-conflicts.ts';
import type { ClonePayload } from './clone-job.ts';
import type { CreatePayload } from './create-job.ts';
import { requireConfirmed } from './delete-job.ts';
import type { DeletePayload } from './delete-job.ts';
import { databaseExists } from './server-databases.ts';
import { readDatabaseName } from './database-name.ts';
import { reserveDatabase, setCreatingJob } from './lifecycle-repo.ts';
import type { RefuseReserved } from './reserved-databases.ts';
import { readServerAddress, requireSameAddress } from '../connections/server-address.ts';
import type { ServerAddress } from '../connections/server-address.ts';

export interface NewDatabase {
  connectionId: number;
  name: string;
  purpose: string;
}

export interface Queued {
  databaseId: number;
  jobId: number;
}

export type DatabaseJobs = ReturnType<typeof createDatabaseJobs>;

/** Asks workers to make, copy and drop databases, after everything that can be checked at once was. */
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
  /** AppError unless a database of this name can be made on the server. */
  async function checkNew(connectionId: number, sent: string): Promise<string> {
    const name = readDatabaseName(sent);
    await refuseReserved(connectionId, name);
    if (await servers.ask(connectionId, (client) => databaseExists(client, name))) {
      throw conflict(
        'dbadmin.database_exists',
        `There is a database "${name}" on the server already; register it, or choose another name.`,
      );
    }
    return name;
  }

  /** The row of a database that the job made by `enqueue` will make; in a transaction. */
  async function reserve(
    trx: Db,
    { name, purpose, ...place }: NewDatabase & ServerAddress,
    cause: AuditContext,
    enqueue: (databaseId: number) => Promise<{ id: number }>,
  ): Promise<Queued> {
    await requireSameAddress(trx, place);
    const databaseId = await reserveDatabase(trx, {
      connectionId: place.connectionId,
      name,
      purpose: purpose.trim(),
      createdBy: cause.actorName,
    });
    if (databaseId === null) {
      throw conflict(
        'dbadmin.database_registered',
        `A database "${name}" is registered on this connection already; choose another name.`,
      );
    }
    const { id: jobId } = await enqueue(databaseId);
    await setCreatingJob(trx, databaseId, jobId);
    return { databaseId, jobId };
  }

  async function hasPostgis(connectionId: number): Promise<boolean> {
    return servers.ask(connectionId, async (client) => {
      const { rows } = await client.query("SELECT 1 FROM pg_available_extensions WHERE name = 'postgis'");
      return rows.length > 0;
    });
  }

  return {
    checkNew,
    reserve,

    async create(asked: NewDatabase & { spatial: boolean }, cause: AuditContext): Promise<Queued> {
      const { connectionId, spatial } = asked;
      const place = await readServerAddress(db, connectionId);
      const name = await checkNew(connectionId, asked.name);
      if (spatial && !(await hasPostgis(connectionId))) {
        throw conflict(
          'dbadmin.no_postgis',
          'PostGIS is not installed on this server; ask its operator to install it, or create the database without.',
        );
      }
      const queued = await db.transaction().execute(async (trx) => {
        await recordAudit(trx, {
          event: 'database.creation_asked',
          cause,
          connectionId,
          subject: name,
          details: { spatial },
        });
        return reserve(trx, { ...asked, ...place, name }, cause, (databaseId) =>
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
      return queued;
    },

    async clone(id: number, asked: { name: string; purpose: string }, cause: AuditContext): Promise<Queued> {
      const source = await databases.ready(id);
      const { connectionId, server } = source;
      await refuseReserved(connectionId, source.name);
      const name = await checkNew(connectionId, asked.name);
      // The copy may have to be dumped.
      findPrograms(await servers.ask(connectionId, serverVersion));
      const queued = await db.transaction().execute(async (trx) => {
        await claimDatabase(trx, source, 'copy');
        await recordAudit(trx, {
          event: 'database.clone_asked',
          cause,
          connectionId,
          subject: source.name,
          details: { name },
        });
        return reserve(trx, { connectionId, server, name, purpose: asked.purpose }, cause, (databaseId) =>
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
      return queued;
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
