import type { Processor } from '@cairn/jobs';
import type { Logger } from '@cairn/service';
import { DatabaseError } from 'pg';
import type pg from 'pg';
import type { Db } from '../../db/handle.ts';
import type { JobPayload } from '../../jobs/kinds.ts';
import { onServer } from '../../jobs/server-work.ts';
import type { Context } from '../../jobs/server-work.ts';
import { explainSql } from '../../jobs/sql-failure.ts';
import { MAINTENANCE } from '../servers/service.ts';
import type { Servers } from '../servers/service.ts';
import { createClosed, openToAll } from './closed.ts';
import { MADE, makeDatabase } from './create-once.ts';
import { markMade } from './lifecycle-repo.ts';
import type { RefuseReserved } from './reserved.ts';

export interface LifecycleDeps {
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
export function createDatabaseJob({ db, servers, logger, refuseReserved }: LifecycleDeps): Processor {
  return async (payload: CreatePayload, context: Context) => {
    const { name, connection_id: connectionId, database_id: databaseId } = payload;
    await refuseReserved(connectionId, name);
    await onServer({ servers, logger }, { context, connectionId, keep: MADE }, async (run) => {
      await makeDatabase(run, name, async (temporary) => {
        context.progress(10, 'Creating the database');
        await run.session(MAINTENANCE, (client) => createEmpty(client, temporary));
        if (payload.spatial) {
          context.progress(50, 'Installing PostGIS');
          await run.session(temporary, (client) => client.query('CREATE EXTENSION postgis SCHEMA public'));
        }
        await run.session(MAINTENANCE, (client) => openToAll(client, temporary));
        return [];
      }).catch((error: unknown) => {
        throw explainSql(error, 'Creating the database');
      });
    });
    await markMade(db, databaseId, context.job.id);
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
