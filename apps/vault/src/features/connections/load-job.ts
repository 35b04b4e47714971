import type { Storage } from '@cairn/files';
import { loadIntoPostgis, openGdal, typeOf } from '@cairn/geo';
import type { LoadedTable } from '@cairn/geo';
import { JobCancelledError } from '@cairn/jobs';
import type { Processor } from '@cairn/jobs';
import { AppError, conflict } from '@cairn/service';
import type { Logger } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { ContentService } from '../content/service.ts';
import { recordAudit } from '../audit/repo.ts';
import type { AuditRecord } from '../audit/repo.ts';
import { findVersionById } from '../versions/repo.ts';
import type { Version } from '../versions/types.ts';
import { withDestination } from './destination.ts';
import type { DestinationDeps, DestinationRun } from './destination.ts';
import { findLoad, saveCommit, saveResult } from './repo.ts';
import { isTransactionCommitted } from './server-queries.ts';
import type { Load, LoadRequest, LoadResult } from './types.ts';

export interface LoadDeps extends DestinationDeps {
  storage: Storage;
  contents: ContentService;
}

/** The part of a job's context that a load needs. */
export type LoadRun = DestinationRun;

/** Purpose of sealed requests. */
export const LOAD_PURPOSE = 'vault.postgis_loads';
/** A server that answers slowly must not occupy a worker for ever. */
const MAX_MS = 6 * 3_600_000;

/** Loads an uploaded version into PostGIS. Its result is part of the response to the upload. */
export function loadPostgis(deps: LoadDeps): Processor {
  return async (payload: { load_id: number }, context) => {
    const result = await runLoad(deps, payload.load_id, context);
    if (!result.success) context.signal.throwIfAborted();
    return result;
  };
}

/**
 * Loads a version into PostGIS, once even when it is started several times. Failures are part of the result: the version stays,
 * also when a user cancels the load. Throws only when another worker is to continue.
 */
export async function runLoad(deps: LoadDeps, id: number, run: LoadRun): Promise<LoadResult> {
  const { db, secretBox } = deps;
  const load = await findLoad(db, id);
  if (!load) return { success: false, error: 'The version was deleted before it could be loaded.' };
  if (load.result) return load.result;
  const request = JSON.parse(secretBox.open(load.sealedRequest, LOAD_PURPOSE)) as LoadRequest;
  const version = await findVersionById(db, load.versionId);
  const outcome = await loadVersion(deps, { id, load, request, version }, run).then(
    (tables: LoadedTable[]) => ({ success: true, tables: tables.map(toTableBody) }),
    (error: unknown) => ({ success: false, error: toSentence(error, run, deps.logger) }),
  );
  const result: LoadResult = { schema: request.schema, mode: request.mode, ...outcome };
  const cause = await causeOf(deps, run);
  await db.transaction().execute(async (trx) => {
    await saveResult(trx, id, result);
    if (version && result.success) await recordLoad(trx, { version, result, cause });
  });
  return result;
}

function toTableBody({ broken, ...table }: LoadedTable): NonNullable<LoadResult['tables']>[number] {
  return broken ? { ...table, broken_geometries: broken } : table;
}

async function causeOf({ auth }: LoadDeps, { job: { requestedBy } }: LoadRun): Promise<AuditRecord['cause']> {
  const user = requestedBy === null ? null : await auth.user(Number(requestedBy));
  return { actorId: user?.id ?? null, actorName: user?.username ?? null };
}

async function recordLoad(
  trx: Db,
  { version, result, cause }: { version: Version; result: LoadResult } & Pick<AuditRecord, 'cause'>,
): Promise<void> {
  const tables = result.tables?.map(({ table }) => table);
  await recordAudit(trx, {
    event: 'version.loaded',
    cause,
    datasetId: version.datasetId,
    subject: version.dataset,
    details: { version: version.version, schema: result.schema, tables },
  });
}

async function loadVersion(
  deps: LoadDeps,
  { id, load, request, version }: { id: number; load: Load; request: LoadRequest; version: Version | null },
  run: LoadRun,
): Promise<LoadedTable[]> {
  const { db, storage, contents } = deps;
  if (!version) throw conflict('vault.version_gone', 'The version was deleted before it could be loaded.');
  if (typeOf(version.format) === 'raster') {
    throw conflict('vault.raster_not_loaded', 'Rasters are not loaded into PostGIS, only vector layers.');
  }
  await contents.obtain(version, run);
  const source = await contents.readable(version);
  const signal = AbortSignal.any([run.signal, AbortSignal.timeout(MAX_MS)]);
  const destination = { destination: request.connection, run: { ...run, signal }, isFinal: true };
  return withDestination(deps, destination, ({ inSession, checkTables }) =>
    storage.inScratch((cwd) =>
      inSession(async (client) => {
        if (load.committing && (await isTransactionCommitted(client, load.committing.transactionId)))
          return load.committing.tables;
        return loadIntoPostgis(await openGdal(), {
          client,
          file: source.path,
          cwd,
          schema: request.schema,
          ...(request.table === undefined ? {} : { table: request.table }),
          mode: request.mode,
          signal,
          checkTables: (names) => checkTables(client, names),
          onProgress: (share, layer) =>
            run.progress(Math.round(share * 100), `Loading "${layer}" into PostGIS`),
          beforeCommit: (transactionId, tables) => saveCommit(db, id, { transactionId, tables }),
        });
      }),
    ),
  );
}

function toSentence(error: unknown, { signal }: LoadRun, logger: Logger): string {
  if (signal.reason instanceof JobCancelledError)
    return 'Loading into PostGIS was cancelled. No rows were loaded; the version itself was created.';
  signal.throwIfAborted();
  if (error instanceof AppError && error.kind !== 'internal') return error.message;
  logger.warn({ err: error }, 'postgis load failed');
  return 'The database rejected the layers. No rows were loaded. Try again.';
}
