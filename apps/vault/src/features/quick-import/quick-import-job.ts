import type { LoadedTable, TableName } from '@cairn/geo';
import type { JobContext, Processor } from '@cairn/jobs';
import { unprocessable } from '@cairn/service';
import type { Actor } from '@cairn/service';
import type pg from 'pg';
import type { VaultDatabase } from '../../db/schema.ts';
import { recordAudit } from '../audit/repo.ts';
import { requireRequester } from '../access/dataset-guard.ts';
import { withDestination } from '../connections/destination.ts';
import type { DestinationDeps, Target } from '../connections/destination.ts';
import { isTransactionCommitted } from '../connections/server-queries.ts';
import { importService } from '../featuresvc/import-job.ts';
import type { ImportResult } from '../featuresvc/types.ts';
import type { PortalSync } from '../portal-sync/portal-sync.ts';
import { copyTables } from './copy-tables.ts';
import { fetchFile, prepareFile } from './load-file.ts';
import type { FileDeps } from './load-file.ts';
import { findQuickImport, saveCommit } from './repo.ts';
import { QUICK_IMPORT_PURPOSE } from './types.ts';
import type { QuickImportRequest, QuickImportResult, StoredQuickImport } from './types.ts';

export interface QuickImportJobDeps extends DestinationDeps, FileDeps {
  portalSync: PortalSync;
}

interface Run {
  request: QuickImportRequest;
  stored: StoredQuickImport;
  context: JobContext<VaultDatabase>;
  requester: Actor;
}

/** Loads layers in a session of the destination. */
type Load = (client: pg.Client, options: LoadHooks) => Promise<LoadedTable[]>;

interface LoadHooks {
  checkTables(names: TableName[]): Promise<void>;
  onProgress(share: number, name: string): void;
  beforeCommit(transactionId: string, tables: LoadedTable[]): Promise<void>;
}

/**
 * Loads a file or tables into a database, once: the transaction there is noted before its commit, and the next attempt asks for its
 * outcome. Downloads are removed when the attempt ends.
 */
export function quickImport(deps: QuickImportJobDeps): Processor<VaultDatabase> {
  const importFeatures = importService(deps, toFeatureResult);
  return async (payload: { title: string; source?: 'featuresvc' }, context): Promise<QuickImportResult> => {
    const { id, requestedBy } = context.job;
    const requester = await requireRequester(deps.auth, requestedBy === null ? null : Number(requestedBy));
    if (payload.source === 'featuresvc') {
      const result = await importFeatures(payload, context);
      await recordLoad({ context, requester }, result);
      return result;
    }
    const stored = await findQuickImport(deps.db, id);
    if (!stored)
      throw unprocessable('vault.import_gone', 'The import request has expired. Start the import again.');
    const text = deps.secretBox.open(stored.sealedRequest, QUICK_IMPORT_PURPOSE);
    const run = { request: JSON.parse(text) as QuickImportRequest, stored, context, requester };
    return run.request.source.kind === 'spatialdb' ? loadTables(deps, run) : loadFile(deps, run);
  };
}

function toFeatureResult({ layers }: ImportResult, { databaseId, pgServiceName }: Target): QuickImportResult {
  return {
    success: true,
    source_type: 'featuresvc',
    database_id: databaseId,
    tables: layers.map(({ layer, table, features, srid }) => ({
      layer,
      table,
      rows: features,
      ...(srid === null ? {} : { srid }),
    })),
    schema: layers[0]?.schema ?? '',
    pg_service: pgServiceName,
  };
}

async function loadFile(deps: QuickImportJobDeps, run: Run): Promise<QuickImportResult> {
  const { request, stored, context } = run;
  const { source, target } = request;
  if (source.kind === 'spatialdb') throw new Error('tables are no file');
  const { signal, progress } = context;
  const file = await fetchFile(deps, source, { objectKey: stored.objectKey, signal, progress });
  try {
    return await deps.storage.inScratch(async (cwd) => {
      progress(50, 'Checking the file');
      const load = await prepareFile(file, { storage: deps.storage, cwd, signal, target });
      return loadOnce(deps, run, (client, hooks) => load({ client, ...hooks }));
    });
  } finally {
    await file.discard();
  }
}

function loadTables(deps: QuickImportJobDeps, run: Run): Promise<QuickImportResult> {
  const { source, target } = run.request;
  if (source.kind !== 'spatialdb') throw new Error('a file is not a table');
  const { databaseId, schema, tables } = source;
  const { signal } = run.context;
  // Rights on the source are checked before a database is created for the copy.
  return withDestination(deps, { destination: { databaseId }, run: run.context }, (from) =>
    loadOnce(deps, run, (client, hooks) =>
      from.inSession((sourceClient) =>
        copyTables({
          source: sourceClient,
          target: client,
          from: { schema, tables },
          into: target,
          signal,
          ...hooks,
        }),
      ),
    ),
  );
}

async function loadOnce(deps: QuickImportJobDeps, run: Run, load: Load): Promise<QuickImportResult> {
  const { request, context, stored } = run;
  const { source, target } = request;
  const jobId = context.job.id;
  const work = async ({
    inSession,
    checkTables,
    databaseId,
    pgServiceName,
  }: Target): Promise<QuickImportResult> => {
    const tables = await inSession(async (client) => {
      const { committing } = stored;
      if (committing && (await isTransactionCommitted(client, committing.transactionId)))
        return committing.tables;
      return load(client, {
        checkTables: (names) => checkTables(client, names),
        onProgress: (share, name) => context.progress(50 + Math.round(share * 50), `Loading "${name}"`),
        beforeCommit: (transactionId, loaded) =>
          saveCommit(deps.db, jobId, { transactionId, tables: loaded }),
      });
    });
    const result: QuickImportResult = {
      success: true,
      source_type: source.kind,
      database_id: databaseId,
      tables: tables.map(({ broken, ...table }) => ({
        ...table,
        ...(broken ? { broken_geometries: broken } : {}),
      })),
      schema: target.schema,
      pg_service: pgServiceName,
    };
    await recordLoad(run, result);
    return result;
  };
  return withDestination(deps, { destination: target.destination, run: context }, work);
}

/** Recorded once, also when the job runs again. */
async function recordLoad(
  { requester, context }: Pick<Run, 'requester' | 'context'>,
  { source_type: source, schema, tables }: QuickImportResult,
): Promise<void> {
  await context.commit(async (trx) => {
    await recordAudit(trx, {
      event: 'database.loaded',
      cause: { actorId: requester.id, actorName: requester.username },
      subject: (context.job.payload as { title: string }).title,
      details: { source, schema, tables: tables.map(({ table }) => table) },
    });
  }, 'audit');
}
