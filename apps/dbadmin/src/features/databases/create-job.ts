import type { Processor } from '@cairn/jobs';
import type { Logger } from '@cairn/service';
import { DatabaseError } from 'pg';
import type pg from 'pg';
import type { Db } from '../../db/handle.ts';
import type { JobPayload } from '../../server-jobs/kinds.ts';
import { runServerJob } from '../../server-jobs/server-job.ts';
import type { Context } from '../../server-jobs/server-job.ts';
import { explainSqlError } from '../../server-jobs/sql-failure.ts';
import { MAINTENANCE } from '../servers/service.ts';
import type { Servers } from '../servers/service.ts';
import { createClosed, openToAll } from './closed.ts';
import { CREATED, createDatabaseOnce } from './create-once.ts';
import { markCreated } from './lifecycle-repo.ts';
import type { RefuseReserved } from './reserved-databases.ts';

export interface DatabaseJobDeps {
  db: Db;
  servers: Servers;
  logger: Logger;
  refuseReserved: RefuseReserved;
}

export interface CreatePayload extends JobPayload {
  name: string;
  spatial: boolean;
}

/** Makes an empty database in UTF-8, with PostGIS when that was asked for. */
export function createDatabaseJob({ db, servers, logger, refuseReserved }: DatabaseJobDeps): Processor {
  return async (payload: CreatePayload, context: Context) => {
    const { name, connection_id: connectionId, database_id: databaseId } = payload;
    await refuseReserved(connectionId, name);
    await runServerJob({ servers, logger }, { context, connectionId, keep: CREATED }, async (run) => {
      await createDatabaseOnce(run, name, async (temporary) => {
        context.progress(10, 'Creating the database');
        await run.session(MAINTENANCE, (client) => createEmpty(client, temporary));
        if (payload.spatial) {
          context.progress(50, 'Installing PostGIS');
          await run.session(temporary, (client) => client.query('CREATE EXTENSION postgis SCHEMA public'));
        }
        await run.session(MAINTENANCE, (client) => openToAll(client, temporary));
        return [];
      }).catch((error: unknown) => {
        throw explainSqlError(error, 'Creating the database');
      });
    });
    await markCreated(db, databaseId, context.job.id);
    return { database_id: databaseId, name };
  };
}

/** Closed to others, and from template0: what operators put into template1 is for their own databases. */
export async function createEmpty(client: pg.ClientBase, name: string): Promise<void> {
  try {
    await createClosed(client, name, `ENCODING 'UTF8'`);
  } catch (error) {
    // The server's locale belongs to another encoding; C goes with every one.
    if (!(error instanceof DatabaseError) || error.code !== '22023') throw error;
    await createClosed(client, name, `ENCODING 'UTF8' LOCALE 'C'`);
  }
}
