import { extname, join } from 'node:path';
import type { InScratch } from '@cairn/files';
import {
  formatByName,
  loadIntoPostgis,
  makeWorkingCopy,
  openGdal,
  readLayerCrs,
  transformLayer,
} from '@cairn/geo';
import type { Gdal, LoadedTable } from '@cairn/geo';
import type { Processor } from '@cairn/jobs';
import { AppError } from '@cairn/service';
import type { Logger } from '@cairn/service';
import type pg from 'pg';
import type { Db } from '../../db/handle.ts';
import type { JobPayload } from '../../server-jobs/kinds.ts';
import { explainSqlError, runServerJob } from '../../server-jobs/server-job.ts';
import type { Context, ServerJob } from '../../server-jobs/server-job.ts';
import { databaseUnregistered } from '../databases/errors.ts';
import { findDatabase } from '../databases/repo.ts';
import type { RefuseReserved } from '../databases/database-name.ts';
import { refuseEventTriggers } from '../servers/server-queries.ts';
import type { Servers } from '../servers/service.ts';
import { appendLayer } from './append-layer.ts';
import { layerGone, uploadDeleted } from './errors.ts';
import { chooseReference, readSridPolicy } from './reference-system.ts';
import { findUploadById } from './repo.ts';
import { replaceTable } from './replace-table.ts';
import { chooseStaging, createStaging } from './staging.ts';
import { checkTarget } from './target.ts';
import type { Upload } from './types.ts';

/** Progress in percent when the file is ready to be loaded. */
const PREPARED = 30;

export interface ImportPayload extends JobPayload {
  upload_id: string;
  filename: string;
  layer: string;
  schema: string;
  table: string;
  srid_policy: string;
  overwrite: boolean;
  /** Whether to append to an existing table; missing in jobs of earlier versions. */
  append?: boolean;
}

export interface ImportDeps {
  db: Db;
  servers: Servers;
  logger: Logger;
  inScratch: InScratch;
  refuseReserved: RefuseReserved;
  /** Time limit of a step; the same as that of the job. */
  timeLimitMs: number;
}

export interface Imported {
  schema: string;
  table: string;
  layer: string;
  rows: number;
  srid: number;
  /** Geometries that PostGIS does not accept; their rows were imported without them. Absent when all were accepted. */
  broken_geometries?: NonNullable<LoadedTable['broken']>;
}

/**
 * Loads a layer of an uploaded file into a table, in one transaction on the server: into a table in a temporary schema, which replaces
 * the old table at the end. When the result of a commit is lost, the next attempt asks the server for it.
 */
export function importFileJob(deps: ImportDeps): Processor {
  const { db, servers, logger, inScratch, refuseReserved, timeLimitMs } = deps;
  return async (payload: ImportPayload, context: Context) => {
    const { connection_id: connectionId, database_id: databaseId } = payload;
    const database = await findDatabase(db, databaseId);
    const upload = await findUploadById(db, payload.upload_id);
    if (!database) throw databaseUnregistered();
    if (!upload) throw uploadDeleted();
    await refuseReserved(connectionId, database.name);
    return runServerJob({ servers, logger }, { context, connectionId }, async (run) => {
      const before = await run.session(database.name, (client) => committedBefore(context, client));
      if (before) return before;
      return inScratch(async (cwd) => {
        const gdal = await openGdal();
        const file = await toGeoPackage(gdal, upload, { cwd, context, timeLimitMs });
        const loading = { file, cwd, payload, timeLimitMs };
        if (payload.append) return append(run, gdal, { ...loading, database: database.name });
        return run.session(database.name, (client) => load(run, { ...loading, gdal, client }));
      });
    }).catch((error: unknown) => {
      throw explainSqlError(error, 'Importing the file');
    });
  };
}

interface Commit {
  transactionId: string;
  imported: Imported;
}

/** The step in which an attempt notes its transaction on the server, just before the commit. */
function stepOf(fence: number): string {
  return `committing ${fence}`;
}

/** The result of an earlier attempt, if its transaction was committed. */
async function committedBefore(context: Context, client: pg.Client): Promise<Imported | null> {
  for (let fence = context.job.fence - 1; fence > 0; fence -= 1) {
    const commit = await context.committed<Commit>(stepOf(fence));
    if (!commit) continue;
    const { rows } = await client.query<{ status: string | null }>(
      'SELECT pg_xact_status($1::xid8) AS status',
      [commit.transactionId],
    );
    if (rows[0]?.status === 'committed') return commit.imported;
  }
  return null;
}

/** Converts the upload to a GeoPackage, the only format that the loader reads. */
async function toGeoPackage(
  gdal: Gdal,
  upload: Upload,
  { cwd, context, timeLimitMs }: { cwd: string; context: Context; timeLimitMs: number },
): Promise<string> {
  const format = formatByName(upload.sourcePath);
  if (!format) throw new Error(`an upload of the type ${extname(upload.sourcePath)}`);
  if (format === 'GPKG') return upload.sourcePath;
  context.progress(1, 'Reading the file');
  const target = join(cwd, 'layers.gpkg');
  await makeWorkingCopy(
    gdal,
    { path: upload.sourcePath, format },
    { cwd, target, signal: context.signal, timeLimitMs },
  );
  return target;
}

interface Load {
  gdal: Gdal;
  client: pg.Client;
  file: string;
  cwd: string;
  payload: ImportPayload;
  timeLimitMs: number;
}

async function load(
  { context, attempt }: ServerJob,
  { gdal, client, file, cwd, payload, timeLimitMs }: Load,
): Promise<Imported> {
  const { schema, table, overwrite, layer } = payload;
  const policy = readSridPolicy(payload.srid_policy);
  await refuseEventTriggers(client);
  await checkTarget(client, { schema, table }, { overwrite, srid: null });
  const loaded = attempt.temporary;
  const staging = await chooseStaging(client, loaded, schema);
  const run = { cwd, signal: context.signal, timeLimitMs };
  const crs = await readLayerCrs(gdal, { file, layer }, run);
  const { srid, transformation } = await chooseReference(policy, crs, { client, gdal, ...run });
  if (transformation) context.progress(PREPARED, 'Transforming the coordinates');
  const geometries = transformation && (await transformLayer(gdal, { file, layer, ...transformation }, run));
  const outcome = createOutcome(context, payload, async () => {
    context.progress(95, 'Replacing the table');
    await replaceTable(client, { schema, table }, { staging, loaded, overwrite });
  });
  const { signal } = context;
  await loadIntoPostgis(gdal, {
    ...{ client, file, cwd, schema: staging, table: loaded, layer, signal, timeLimitMs },
    mode: 'create',
    onProgress: (share) =>
      context.progress(Math.round(PREPARED + (90 - PREPARED) * share), `Loading "${layer}"`),
    placed: { srid, geometries },
    afterBegin: () => createStaging(client, staging, schema),
    beforeCommit: outcome.commit,
  }).catch((error: unknown) => {
    throw withUserNames(error, { staging, loaded }, { schema, table });
  });
  return outcome.result();
}

async function append(
  run: ServerJob,
  gdal: Gdal,
  { file, cwd, payload, timeLimitMs, database }: Omit<Load, 'gdal' | 'client'> & { database: string },
): Promise<Imported> {
  const { context } = run;
  const { schema, table, layer } = payload;
  const outcome = createOutcome(context, payload);
  await appendLayer(run, gdal, {
    ...{ database, file, layer, schema, table, cwd },
    sridPolicy: payload.srid_policy,
    timeLimitMs,
    onProgress: (share) =>
      context.progress(Math.round(PREPARED + (95 - PREPARED) * share), `Loading "${layer}"`),
    beforeCommit: outcome.commit,
  });
  return outcome.result();
}

/** Notes the transaction of this attempt and its result, just before the server commits it. */
function createOutcome(
  context: Context,
  { schema, table, layer }: ImportPayload,
  finish?: () => Promise<void>,
) {
  let result: Imported | null = null;
  return {
    async commit(transactionId: string, [loaded]: LoadedTable[]): Promise<void> {
      if (!loaded) throw layerGone(layer);
      await finish?.();
      const { rows, srid, broken } = loaded;
      const imported: Imported = {
        ...{ schema, table, layer, rows, srid },
        ...(broken ? { broken_geometries: broken } : {}),
      };
      const commit: Commit = { transactionId, imported };
      await context.commit(() => Promise.resolve(commit), stepOf(context.job.fence));
      result = imported;
    },
    result(): Imported {
      if (result === null) throw new Error('the loader committed without a result');
      return result;
    },
  };
}

/** Replaces the names of the temporary table and schema in an error by those that the user knows. */
function withUserNames(
  error: unknown,
  { staging, loaded }: { staging: string; loaded: string },
  { schema, table }: { schema: string; table: string },
): unknown {
  if (!(error instanceof AppError) || !error.message.includes(loaded)) return error;
  const { kind, code } = error;
  const message = error.message
    .replaceAll(`${staging}.${loaded}`, `${schema}.${table}`)
    .replaceAll(loaded, table);
  return new AppError({ kind, code, message, cause: error });
}
