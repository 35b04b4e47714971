import type { Processor } from '@cairn/jobs';
import { ident } from '@cairn/db';
import { DatabaseError } from 'pg';
import { badRequest } from '@cairn/service';
import type { JobPayload } from '../../server-jobs/kinds.ts';
import { runServerJob } from '../../server-jobs/server-job.ts';
import type { Context, ServerJob } from '../../server-jobs/server-job.ts';
import { explainSqlError } from '../../server-jobs/sql-failure.ts';
import { findLastBackups } from '../backups/repo.ts';
import { findDatabase } from './repo.ts';
import { MAINTENANCE } from '../servers/service.ts';
import type { DatabaseJobDeps } from './create-job.ts';
import { findServerDatabase, inUse, nameOf } from './server-databases.ts';
import { deleteDatabaseRow } from './lifecycle-repo.ts';

export interface DeletePayload extends JobPayload {
  confirm_name: string;
}

/** AppError `bad_request` unless the name was written exactly as the database is called. */
export function requireConfirmed(name: string, confirmed: string): void {
  if (name === confirmed) return;
  throw badRequest(
    'dbadmin.name_not_confirmed',
    'The name in confirm_name is not the name of this database; nothing was dropped.',
  );
}

/**
 * Drops a database. Nobody is thrown out: while somebody is connected to it the job fails and says so. The backups stay, and
 * belong to whichever database gets this name on this connection again.
 */
export function deleteDatabaseJob({ db, servers, logger, refuseReserved }: DatabaseJobDeps): Processor {
  return async (payload: DeletePayload, context: Context) => {
    const { connection_id: connectionId, database_id: databaseId, confirm_name: confirmed } = payload;
    const row = await findDatabase(db, databaseId);
    if (row) {
      requireConfirmed(row.name, confirmed);
      await refuseReserved(connectionId, row.name);
    }
    const backup = (await findLastBackups(db, [databaseId])).get(databaseId);
    const dropped = await runServerJob({ servers, logger }, { context, connectionId }, (run) =>
      drop(run, confirmed),
    );
    await deleteDatabaseRow(db, databaseId);
    return { name: confirmed, dropped, last_backup: backup?.filename ?? null };
  };
}

/** Whether there was a database to drop. */
async function drop({ session, context }: ServerJob, name: string): Promise<boolean> {
  return session(MAINTENANCE, async (client) => {
    const found = await findServerDatabase(client, name);
    // Should this attempt break off, the next one must not drop another database that got the name meanwhile.
    const oid = await context.commit(() => Promise.resolve(found?.oid ?? null), 'found');
    if (oid === null) return false;
    if ((await nameOf(client, oid)) !== name) return true;
    context.progress(20, 'Dropping the database');
    try {
      await client.query(`DROP DATABASE ${ident(name)}`);
      return true;
    } catch (error) {
      const sessions = (await findServerDatabase(client, name))?.sessions ?? 0;
      if (error instanceof DatabaseError && error.code === '55006') throw inUse(name, Math.max(1, sessions));
      throw explainSqlError(error, 'Dropping the database');
    }
  });
}
