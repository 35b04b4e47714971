import type { Processor } from '@cairn/jobs';
import type { Logger } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { JobPayload } from '../../server-jobs/kinds.ts';
import { explainSqlError, runServerJob } from '../../server-jobs/server-job.ts';
import type { Context } from '../../server-jobs/server-job.ts';
import { MAINTENANCE } from '../servers/service.ts';
import type { Servers } from '../servers/service.ts';
import { CREATED, createDatabaseOnce } from './create-once.ts';
import { markCreated } from './repo.ts';
import type { RefuseReserved } from './database-name.ts';
import { createEmptyDatabase, openToPublic } from './server-databases.ts';

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

/** Creates an empty UTF-8 database, with PostGIS if requested. */
export function createDatabaseJob({ db, servers, logger, refuseReserved }: DatabaseJobDeps): Processor {
  return async (payload: CreatePayload, context: Context) => {
    const { name, connection_id: connectionId, database_id: databaseId } = payload;
    await refuseReserved(connectionId, name);
    await runServerJob({ servers, logger }, { context, connectionId, keep: CREATED }, async (run) => {
      await createDatabaseOnce(run, name, async (temporary) => {
        context.progress(10, 'Creating the database');
        await run.session(MAINTENANCE, (client) => createEmptyDatabase(client, temporary));
        if (payload.spatial) {
          context.progress(50, 'Installing PostGIS');
          await run.session(temporary, (client) => client.query('CREATE EXTENSION postgis SCHEMA public'));
        }
        await run.session(MAINTENANCE, (client) => openToPublic(client, temporary));
        return [];
      }).catch((error: unknown) => {
        throw explainSqlError(error, 'Creating the database');
      });
    });
    await markCreated(db, databaseId, context.job.id);
    return { database_id: databaseId, name };
  };
}
