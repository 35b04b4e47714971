import { ident } from '@cairn/db';
import type { Processor } from '@cairn/jobs';
import { DatabaseError } from 'pg';
import type pg from 'pg';
import type { JobPayload } from '../../server-jobs/kinds.ts';
import { explainSqlError, runServerJob } from '../../server-jobs/server-job.ts';
import type { Context, ServerJob } from '../../server-jobs/server-job.ts';
import { serverVersion } from '../servers/server-queries.ts';
import { MAINTENANCE } from '../servers/service.ts';
import { copyProperties } from './copy-properties.ts';
import type { DatabaseJobDeps } from './create-job.ts';
import { CREATED, createDatabaseOnce } from './create-once.ts';
import { markCreated } from './repo.ts';
import { createDatabaseLike, requireServerDatabase } from './server-databases.ts';
import type { ServerDatabase } from './server-databases.ts';

/** From this size on, copying files costs less than writing every page to the WAL, checkpoints included. */
const FILE_COPY_BYTES = 100 * 1024 ** 2;
/** object_in_use: users are connected; insufficient_privilege: only owners may use it as a template. Then it is dumped. */
const NOT_BY_TEMPLATE = new Set(['55006', '42501']);

export interface ClonePayload extends JobPayload {
  name: string;
  source_id: number;
  source_name: string;
}

export interface CloneDeps extends DatabaseJobDeps {
  /** Dumps a database and restores it into an empty one. Returns what could not be copied. */
  copyByDump(run: ServerJob, databases: { from: string; to: string }): Promise<string[]>;
}

/**
 * Copies a database on its server: as a template while it has no connections, which takes seconds. Sessions are never ended for
 * that; while there are any, the database is dumped and restored beside them.
 */
export function cloneDatabaseJob(deps: CloneDeps): Processor {
  const { db, servers, logger, refuseReserved } = deps;
  return async (payload: ClonePayload, context: Context) => {
    const { name, connection_id: connectionId, database_id: databaseId } = payload;
    await refuseReserved(connectionId, name);
    await refuseReserved(connectionId, payload.source_name);
    let method: Copied['method'] = 'template';
    const job = { context, connectionId, keep: CREATED };
    const skipped = await runServerJob({ servers, logger }, job, async (run) =>
      createDatabaseOnce(run, name, async (temporary) => {
        const copied = await copy(deps, run, { from: payload.source_name, to: temporary });
        method = copied.method;
        const properties = await run.session(MAINTENANCE, (client) =>
          copyProperties(client, payload.source_name, temporary),
        );
        return [...copied.skipped, ...properties];
      }).catch((error: unknown) => {
        throw explainSqlError(error, 'Copying the database');
      }),
    );
    await markCreated(db, databaseId, context.job.id);
    return { database_id: databaseId, name, source: payload.source_name, method, not_carried_over: skipped };
  };
}

interface Copied {
  method: 'template' | 'dump';
  /** What is not in the copy, for people. */
  skipped: string[];
}

async function copy(
  { copyByDump }: CloneDeps,
  run: ServerJob,
  { from, to }: { from: string; to: string },
): Promise<Copied> {
  const { context } = run;
  const source = await run.session(MAINTENANCE, (client) => requireServerDatabase(client, from));
  context.progress(5, 'Copying the files of the database');
  const isCopied = await run.session(MAINTENANCE, (client) => copyAsTemplate(client, source, to));
  if (isCopied) return { method: 'template', skipped: [] };
  context.progress(10, 'Sessions are connected; copying with a dump');
  await run.session(MAINTENANCE, (client) => createDatabaseLike(client, source, to));
  return { method: 'dump', skipped: await copyByDump(run, { from, to }) };
}

/** Returns whether that was possible. */
async function copyAsTemplate(
  client: pg.ClientBase,
  { name, sizeBytes }: ServerDatabase,
  to: string,
): Promise<boolean> {
  const isLarge = sizeBytes === null || sizeBytes > FILE_COPY_BYTES;
  const strategy = isLarge && (await serverVersion(client)) >= 150_000 ? ' STRATEGY file_copy' : '';
  try {
    await client.query(`CREATE DATABASE ${ident(to)} TEMPLATE ${ident(name)}${strategy}`);
    return true;
  } catch (error) {
    if (error instanceof DatabaseError && NOT_BY_TEMPLATE.has(error.code ?? '')) return false;
    throw error;
  }
}
