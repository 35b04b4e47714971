import { ident } from '@cairn/db';
import { crsArgument, loadIntoPostgis, readLayerCrs, transformLayer } from '@cairn/geo';
import type { Gdal, LoadedTable } from '@cairn/geo';
import type pg from 'pg';
import type { ServerJob } from '../../server-jobs/server-job.ts';
import { createJobLogins } from '../backups/job-logins.ts';
import { refuseEventTriggers } from '../servers/server-queries.ts';
import { inSessionOf } from '../servers/service.ts';
import { findAppendTarget } from './append-target.ts';
import type { AppendTarget } from './append-target.ts';
import { LOCK_WAIT, explainLock, noCrs, notTransformed } from './errors.ts';
import { readSridPolicy } from './reference-system.ts';
import type { TargetTable } from './types.ts';

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
 * @throws {AppError} conflict or unprocessable
 */
export async function appendLayer(run: ServerJob, gdal: Gdal, append: Append): Promise<void> {
  const { context, session, attempt } = run;
  const { database, file, schema, table, layer, cwd, timeLimitMs } = append;
  const target = await session(database, (client) => findAppendTarget(client, append));
  const limits = { cwd, signal: context.signal, timeLimitMs };
  const placed = { srid: target.srid, geometries: await transform(gdal, { ...append, target }, limits) };
  const logins = createJobLogins(run, database, { isShared: true });
  const login = await logins.create(target.withOwnersRights ? target.owner : null);
  if (!target.withOwnersRights) {
    await session(database, (client) => grantInserts(client, { ...append, ...target, to: login.name }));
  }
  await logins.withLogin(login, (as) =>
    inSessionOf(
      as,
      database,
      async (client) => {
        if (target.withOwnersRights) await client.query(`SET ROLE ${ident(target.owner)}`);
        await client.query(`SET lock_timeout = '${LOCK_WAIT}'`);
        await loadIntoPostgis(gdal, {
          ...{ client, file, schema, table, layer, placed, ...limits },
          mode: 'append',
          onProgress: append.onProgress,
          beforeCommit: append.beforeCommit,
        });
      },
      { signal: context.signal, statementTimeoutMs: 0, applicationName: attempt.applicationName },
    ).catch((error: unknown) => {
      throw explainLock(error, `${schema}.${table}`);
    }),
  );
  await logins.drop(new Map());
}

/** Transforms the geometries to the reference system of the table; null when that is not needed, or the table has none. */
async function transform(
  gdal: Gdal,
  { file, layer, sridPolicy, target }: Append & { target: AppendTarget },
  run: { cwd: string; signal: AbortSignal; timeLimitMs: number },
): Promise<string | null> {
  if (target.srid === 0) return null;
  const policy = readSridPolicy(sridPolicy);
  const crs = await readLayerCrs(gdal, { file, layer }, run);
  const from = (crs && crsArgument(crs)) ?? (policy.kind === 'transform' ? `EPSG:${policy.srid}` : null);
  if (from === null) throw noCrs(layer);
  const to = target.crs && crsArgument(target.crs);
  if (from === to) return null;
  if (!to) throw notTransformed(target.srid);
  return transformLayer(gdal, { file, layer, from, to }, run);
}

/** Grants what a login needs to insert rows without the rights of the table's owner. */
async function grantInserts(
  client: pg.ClientBase,
  { schema, table, sequences, to }: TargetTable & AppendTarget & { to: string },
): Promise<void> {
  await refuseEventTriggers(client);
  const role = ident(to);
  await client.query(`GRANT USAGE ON SCHEMA ${ident(schema)} TO ${role}`);
  await client.query(`GRANT INSERT ON TABLE ${ident(schema)}.${ident(table)} TO ${role}`);
  if (sequences.length > 0) await client.query(`GRANT USAGE ON SEQUENCE ${sequences.join(', ')} TO ${role}`);
}
