import { ident } from '@cairn/db';
import { crsArgument, loadIntoPostgis, readLayerCrs, transformLayer } from '@cairn/geo';
import type { Gdal, LoadedTable } from '@cairn/geo';
import { conflict, unprocessable } from '@cairn/service';
import { DatabaseError } from 'pg';
import type pg from 'pg';
import type { ServerJob } from '../../server-jobs/server-job.ts';
import { createRestoreLogins } from '../backups/restore-logins.ts';
import { inSessionOf } from '../servers/service.ts';
import { findAppendTarget } from './append-target.ts';
import type { AppendTarget } from './append-target.ts';
import { refuseEventTriggers } from '../servers/server-queries.ts';
import { notTransformed, readSridPolicy } from './reference-system.ts';
import type { TargetTable } from './target.ts';

const LOCK_WAIT = '30s';

export interface Append extends TargetTable {
  /** Name of the database. */
  database: string;
  /** A GeoPackage. */
  file: string;
  layer: string;
  sridPolicy: string;
  cwd: string;
  timeLimitMs: number;
  onProgress(share: number): void;
  beforeCommit(transactionId: string, tables: LoadedTable[]): Promise<void>;
}

/**
 * Appends the rows of a layer to a table, in one transaction. Triggers, defaults and checks of the table run with the rights of
 * its owner; in a table of a superuser, and in a schema of another owner, they run as a login that may insert there and nothing
 * else (docs/adr/0008).
 */
export async function appendLayer(run: ServerJob, gdal: Gdal, append: Append): Promise<void> {
  const { context, session, attempt } = run;
  const { database, file, schema, table, layer, cwd, timeLimitMs } = append;
  const target = await session(database, (client) => findAppendTarget(client, append));
  const around = { cwd, signal: context.signal, timeLimitMs };
  const placed = { srid: target.srid, geometries: await transformed(gdal, { ...append, target }, around) };
  const logins = createRestoreLogins(run, database, { isShared: true });
  const one = await logins.make(target.withOwnersRights ? target.owner : null);
  if (!target.withOwnersRights) {
    await session(database, (client) => lendInserts(client, { ...append, ...target, to: one.name }));
  }
  await logins.signedIn(one, (as) =>
    inSessionOf(
      as,
      database,
      async (client) => {
        if (target.withOwnersRights) await client.query(`SET ROLE ${ident(target.owner)}`);
        await client.query(`SET lock_timeout = '${LOCK_WAIT}'`);
        await loadIntoPostgis(gdal, {
          ...{ client, file, schema, table, layer, placed, ...around },
          mode: 'append',
          onProgress: append.onProgress,
          beforeCommit: append.beforeCommit,
        });
      },
      { signal: context.signal, statementTimeoutMs: 0, applicationName: attempt.applicationName },
    ).catch((error: unknown) => {
      throw explainLock(error, append);
    }),
  );
  await logins.drop(new Map());
}

/** Geometries in the reference system of the table; null where those of the file are, and where the table names none. */
async function transformed(
  gdal: Gdal,
  { file, layer, sridPolicy, target }: Append & { target: AppendTarget },
  run: { cwd: string; signal: AbortSignal; timeLimitMs: number },
): Promise<string | null> {
  if (target.srid === 0) return null;
  const policy = readSridPolicy(sridPolicy);
  const crs = await readLayerCrs(gdal, { file, layer }, run);
  const from = (crs && crsArgument(crs)) ?? (policy.kind === 'transform' ? `EPSG:${policy.srid}` : null);
  if (from === null) {
    throw unprocessable(
      'dbadmin.no_crs',
      `The layer "${layer}" does not say which coordinate system it is in; name it as EPSG:<number>.`,
    );
  }
  const to = target.crs && crsArgument(target.crs);
  if (from === to) return null;
  if (!to) throw notTransformed(target.srid);
  return transformLayer(gdal, { file, layer, from, to }, run);
}

/** What a login needs for the rows of a table whose owner's rights it must not have. */
async function lendInserts(
  client: pg.ClientBase,
  { schema, table, sequences, to }: TargetTable & AppendTarget & { to: string },
): Promise<void> {
  await refuseEventTriggers(client);
  const role = ident(to);
  await client.query(`GRANT USAGE ON SCHEMA ${ident(schema)} TO ${role}`);
  await client.query(`GRANT INSERT ON TABLE ${ident(schema)}.${ident(table)} TO ${role}`);
  if (sequences.length > 0) await client.query(`GRANT USAGE ON SEQUENCE ${sequences.join(', ')} TO ${role}`);
}

function explainLock(error: unknown, { schema, table }: TargetTable): unknown {
  if (!(error instanceof DatabaseError) || error.code !== '55P03') return error;
  return conflict(
    'dbadmin.table_busy',
    `Another session has kept ${schema}.${table} locked for longer than ${LOCK_WAIT}; nothing was imported. Try again later.`,
  );
}
