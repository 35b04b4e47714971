import { toAppError } from '@cairn/db';
import { badRequest, conflict, notFound } from '@cairn/service';
import type { AuditContext } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { recordAudit } from '../audit/repo.ts';
import { requireDatabase } from '../servers/databases.ts';
import type { Servers } from '../servers/service.ts';
import { deleteDatabaseRow, findDatabase, findJobsUnderWay, insertDatabase, savePurpose } from './repo.ts';
import type { Database } from './types.ts';

/** Made by initdb: servers are administered from one of them, and new databases are copies of the others. */
const OF_THE_SERVER = ['postgres', 'template0', 'template1'];

const CONSTRAINTS = {
  databases_name_key: {
    code: 'dbadmin.database_registered',
    message: 'This database is registered already; look for it in the list.',
  },
};

export type DatabaseService = ReturnType<typeof createDatabaseService>;

/** Which databases are looked after here. What is in them is their server's. */
export function createDatabaseService({ db, servers }: { db: Db; servers: Servers }) {
  async function required(id: number): Promise<Database> {
    const found = await findDatabase(db, id);
    if (!found) throw noSuchDatabase(id);
    return found;
  }

  return {
    get: required,

    /** A database that is there: AppError `conflict` while it is being made, or when creation it failed. */
    async ready(id: number): Promise<Database> {
      const database = await required(id);
      if (!database.creation) return database;
      throw conflict(
        'dbadmin.database_not_there',
        `"${database.name}" is not there yet; wait for the job that makes it, or look why it failed.`,
      );
    },

    async register(
      connectionId: number,
      { name, purpose }: { name: string; purpose: string },
      cause: AuditContext,
    ): Promise<number> {
      if (OF_THE_SERVER.includes(name)) {
        throw badRequest(
          'dbadmin.reserved_database',
          `"${name}" belongs to the server itself; register databases of your own.`,
        );
      }
      const there = await requireDatabase(servers, connectionId, name);
      return inTransaction(db, async (trx) => {
        const id = await insertDatabase(trx, {
          connectionId,
          name: there,
          purpose: purpose.trim(),
          createdBy: cause.actorName,
        });
        await recordAudit(trx, { event: 'database.registered', cause, connectionId, subject: there });
        return id;
      });
    },

    async describe(id: number, purpose: string): Promise<void> {
      await required(id);
      await savePurpose(db, id, purpose.trim());
    },

    async unregister(id: number, cause: AuditContext): Promise<void> {
      const { name, connectionId } = await required(id);
      const job = (await findJobsUnderWay(db, [id])).get(id);
      if (job) {
        throw conflict(
          'dbadmin.database_busy',
          `A job is working on "${name}" (${job.kind}); wait for it or cancel it, then forget the database.`,
        );
      }
      await inTransaction(db, async (trx) => {
        await deleteDatabaseRow(trx, id);
        await recordAudit(trx, { event: 'database.unregistered', cause, connectionId, subject: name });
      });
    },
  };
}

export function noSuchDatabase(id: number) {
  return notFound('dbadmin.no_such_database', `There is no database ${id}; choose one from the list.`);
}

async function inTransaction<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(work);
  } catch (error) {
    throw toAppError(error, CONSTRAINTS);
  }
}
