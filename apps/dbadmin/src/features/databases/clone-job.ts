import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { ident } from '@cairn/db';
import type { InScratch } from '@cairn/files';
import type { Processor } from '@cairn/jobs';
import { DatabaseError, escapeLiteral } from 'pg';
import type pg from 'pg';
import type { JobPayload } from '../../server-jobs/kinds.ts';
import type { FindPgPrograms } from '../../postgres-programs/find-programs.ts';
import { runServerJob } from '../../server-jobs/server-job.ts';
import type { Context, ServerJob } from '../../server-jobs/server-job.ts';
import { explainSqlError } from '../../server-jobs/sql-failure.ts';
import { dumpToFile } from '../backups/pg-dump.ts';
import { restoreArchive } from '../backups/restore-archive.ts';
import { MAINTENANCE } from '../servers/service.ts';
import { serverVersion } from '../servers/version.ts';
import { createClosed } from './closed.ts';
import type { DatabaseJobDeps } from './create-job.ts';
import { requireServerDatabase } from './server-databases.ts';
import type { ServerDatabase } from './server-databases.ts';
import { CREATED, createDatabaseOnce } from './create-once.ts';
import { copyProperties } from './copy-properties.ts';
import { markCreated } from './lifecycle-repo.ts';

/** From here on copying files costs less than writing every page to the log, checkpoints included. */
const FILE_COPY_BYTES = 100 * 1024 ** 2;
/** object_in_use: users are connected; insufficient_privilege: only owners may use it as a template. Then it is dumped. */
const NOT_BY_TEMPLATE = new Set(['55006', '42501']);

export interface ClonePayload extends JobPayload {
  name: string;
  source_id: number;
  source_name: string;
}

export interface CloneDeps extends DatabaseJobDeps {
  findPrograms: FindPgPrograms;
  inScratch: InScratch;
}

/**
 * Copies a database on its server. As a template while nobody is connected to it, which takes seconds; nobody is thrown out for
 * that: otherwise it is dumped into the copy while others go on working.
 */
export function cloneDatabaseJob(parts: CloneDeps): Processor {
  const { db, servers, logger, refuseReserved } = parts;
  return async (payload: ClonePayload, context: Context) => {
    const { name, connection_id: connectionId, database_id: databaseId } = payload;
    await refuseReserved(connectionId, name);
    await refuseReserved(connectionId, payload.source_name);
    let method: Copied['method'] = 'template';
    const skipped = await runServerJob(
      { servers, logger },
      { context, connectionId, keep: CREATED },
      async (run) =>
        createDatabaseOnce(run, name, async (temporary) => {
          const copied = await copy(parts, run, { from: payload.source_name, to: temporary });
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
  parts: CloneDeps,
  run: ServerJob,
  { from, to }: { from: string; to: string },
): Promise<Copied> {
  const { context } = run;
  const source = await run.session(MAINTENANCE, (client) => requireServerDatabase(client, from));
  context.progress(5, 'Copying the files of the database');
  const isCopied = await run.session(MAINTENANCE, (client) => copyAsTemplate(client, source, to));
  if (isCopied) return { method: 'template', skipped: [] };
  context.progress(10, 'Others are connected; copying beside them');
  await run.session(MAINTENANCE, (client) => createLike(client, source, to));
  return { method: 'dump', skipped: await copyByDump(parts, run, { from, to }) };
}

/** Whether it could be done. */
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

/** An empty database, closed to others, that takes the same texts and sorts them in the same way. */
export async function createLike(client: pg.ClientBase, model: ServerDatabase, name: string): Promise<void> {
  const text = escapeLiteral;
  const locale =
    model.provider === 'c'
      ? `LC_COLLATE ${text(model.collate)} LC_CTYPE ${text(model.ctype)}`
      : await otherLocale(client, model);
  await createClosed(
    client,
    name,
    `ENCODING ${text(model.encoding)} ${locale} TABLESPACE ${ident(model.tablespace)}`,
  );
}

/** PostgreSQL 15 and 16 call it daticulocale, 17 datlocale. */
async function otherLocale(client: pg.ClientBase, model: ServerDatabase): Promise<string> {
  const { rows } = await client.query<{ locale: string | null }>(
    `SELECT coalesce(to_jsonb(d) ->> 'datlocale', to_jsonb(d) ->> 'daticulocale') AS locale
       FROM pg_database d WHERE datname = $1`,
    [model.name],
  );
  const text = escapeLiteral;
  const [provider, kind] = model.provider === 'i' ? ['icu', 'ICU_LOCALE'] : ['builtin', 'BUILTIN_LOCALE'];
  return `LOCALE_PROVIDER ${provider} ${kind} ${text(rows[0]?.locale ?? 'C')} LC_COLLATE ${text(model.collate)} LC_CTYPE ${text(model.ctype)}`;
}

/** By way of a file: pg_restore's list of it decides with whose rights each entry is restored. Returns what is not in the copy. */
async function copyByDump(
  parts: CloneDeps,
  run: ServerJob,
  { from, to }: { from: string; to: string },
): Promise<string[]> {
  const { findPrograms, inScratch, logger } = parts;
  const programs = findPrograms(await run.session(MAINTENANCE, serverVersion));
  return inScratch(async (cwd) => {
    const path = join(cwd, 'copy.dump');
    const missing = await dumpToFile(run, { programs, database: from, path }, { cwd, logger });
    const file = await open(path, 'r');
    try {
      return [...missing, ...(await restoreArchive(parts, run, { file, database: to }))];
    } finally {
      await file.close();
    }
  });
}
