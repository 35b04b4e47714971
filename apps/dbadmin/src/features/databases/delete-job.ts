import { ident } from '@cairn/db';
import type { Processor } from '@cairn/jobs';
import { DatabaseError } from 'pg';
import type pg from 'pg';
import type { JobPayload } from '../../server-jobs/kinds.ts';
import { explainSqlError, runServerJob } from '../../server-jobs/server-job.ts';
import type { Context, ServerJob } from '../../server-jobs/server-job.ts';
import { MAINTENANCE } from '../servers/service.ts';
import type { DatabaseJobDeps } from './create-job.ts';
import { databaseInUse, nameNotConfirmed } from './errors.ts';
import { deleteDatabaseRow, findDatabase } from './repo.ts';
import { findDatabaseName, findServerDatabase } from './server-databases.ts';
import type { FindLastBackups } from './service.ts';

/** dependent_objects_still_exist */
const DEPENDENT_OBJECTS = '2BP01';

export interface DeletePayload extends JobPayload {
  confirm_name: string;
  /** Only the database with this OID is dropped; null: none, because it was never completed. Absent: the one with the name. */
  oid?: number | null;
  /** Roles that were created for the database only. */
  roles?: string[];
  /** A role that is dropped too if it has this comment. */
  owned_by?: { role: string; comment: string } | null;
}

export interface DeleteDeps extends DatabaseJobDeps {
  findLastBackups: FindLastBackups;
}

/** @throws {AppError} bad_request unless the name is spelled exactly as that of the database. */
export function requireConfirmed(name: string, confirmed: string): void {
  if (name !== confirmed) throw nameNotConfirmed();
}

/**
 * Drops a database. Fails while sessions are connected, and ends none of them. The backups stay, and belong to the next database of
 * this name on the connection.
 */
export function deleteDatabaseJob(deps: DeleteDeps): Processor {
  const { db, servers, logger, refuseReserved, findLastBackups } = deps;
  return async (payload: DeletePayload, context: Context) => {
    const { connection_id: connectionId, database_id: databaseId, confirm_name: confirmed } = payload;
    const row = await findDatabase(db, databaseId);
    if (row) {
      requireConfirmed(row.name, confirmed);
      await refuseReserved(connectionId, row.name);
    }
    const backup = (await findLastBackups([databaseId])).get(databaseId);
    const dropped = await runServerJob({ servers, logger }, { context, connectionId }, (run) =>
      drop(run, payload),
    );
    await deleteDatabaseRow(db, databaseId);
    return { name: confirmed, dropped, last_backup: backup?.filename ?? null };
  };
}

/** Returns whether there was a database to drop. */
async function drop({ session, context }: ServerJob, payload: DeletePayload): Promise<boolean> {
  return session(MAINTENANCE, async (client) => {
    const dropped = await dropDatabase(client, context, payload);
    await dropRoles(client, payload);
    return dropped;
  });
}

async function dropDatabase(
  client: pg.ClientBase,
  context: Context,
  { confirm_name: name, oid: expected }: DeletePayload,
): Promise<boolean> {
  const database = await findServerDatabase(client, name);
  const isMeant = expected === undefined || database?.oid === expected;
  // If this attempt is cut off, the next one must not drop another database that got the name in the meantime.
  const oid = await context.commit(() => Promise.resolve(isMeant ? (database?.oid ?? null) : null), 'found');
  if (oid === null) return false;
  if ((await findDatabaseName(client, oid)) !== name) return true;
  context.progress(20, 'Dropping the database');
  try {
    await client.query(`DROP DATABASE ${ident(name)}`);
    return true;
  } catch (error) {
    const sessions = (await findServerDatabase(client, name))?.sessions ?? 0;
    if (error instanceof DatabaseError && error.code === '55006')
      throw databaseInUse(name, Math.max(1, sessions));
    throw explainSqlError(error, 'Dropping the database');
  }
}

/** Drops the roles that were created for a database. A role that got privileges or objects elsewhere stays. */
async function dropRoles(
  client: pg.ClientBase,
  { roles = [], owned_by: owner }: DeletePayload,
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT rolname AS name FROM pg_roles
      WHERE rolname = ANY($1) OR (rolname = $2 AND shobj_description(oid, 'pg_authid') = $3)`,
    [roles, owner?.role ?? null, owner?.comment ?? null],
  );
  for (const { name } of rows) {
    await client.query(`DROP ROLE IF EXISTS ${ident(name)}`).catch((error: { code?: string }) => {
      if (error.code !== DEPENDENT_OBJECTS) throw explainSqlError(error, `Dropping the role "${name}"`);
    });
  }
}
