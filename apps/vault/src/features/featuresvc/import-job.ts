import type { JobContext } from '@cairn/jobs';
import { unprocessable } from '@cairn/service';
import type { Actor, SafeFetch } from '@cairn/service';
import type pg from 'pg';
import type { VaultDatabase } from '../../db/schema.ts';
import { requireRequester } from '../access/dataset-guard.ts';
import { endsJob, withDestination } from '../connections/destination.ts';
import type { DestinationDeps, Target } from '../connections/destination.ts';
import {
  isTransactionCommitted,
  readDatabaseName,
  readServerIdentifier,
} from '../connections/server-queries.ts';
import type { LoadTarget } from '../connections/types.ts';
import { findOpenFolder } from '../folders/open-folder.ts';
import type { PortalSync } from '../portal-sync/portal-sync.ts';
import { insertTableDataset } from '../rows/tables/register-table.ts';
import { dropLoadedTables } from './drop-loaded-tables.ts';
import { toTableError } from './errors.ts';
import { createFeatureProgress } from './feature-progress.ts';
import { loadLayer } from './load-layer.ts';
import { countFeatures, openService } from './open-service.ts';
import { planImport, requireSameFields, toTableName } from './plan.ts';
import type { LayerPlan } from './plan.ts';
import { findImport, savePlan, saveTransaction } from './repo.ts';
import type { ImportRow } from './repo.ts';
import { openSecrets } from './seal-secrets.ts';
import { completeTable } from './server-queries.ts';
import { readServiceAddress } from './service-address.ts';
import { createServiceClient } from './service-client.ts';
import type { ServiceClient } from './service-client.ts';
import type { ImportResult, LayerResult } from './types.ts';

export interface ServiceImportDeps extends DestinationDeps {
  safeFetch: SafeFetch;
  portalSync: PortalSync;
  importLimits: { retryMs: number };
}

interface Run {
  row: ImportRow;
  actor: Actor;
  service: ServiceClient;
  context: JobContext<VaultDatabase>;
}

interface Loaded {
  plan: LayerPlan;
  rows: number;
  note: string | null;
}

const TRIES = 6;
/** Name of the step that registers the datasets. */
const REGISTER = 'register';

/**
 * Imports layers of a feature service as tables and registers them as datasets, all or none. Pages are appended to tables that get
 * their names at the end; when a worker dies, the next attempt continues behind the last complete page.
 */
export function importService<T = ImportResult>(
  deps: ServiceImportDeps,
  toResult: (result: ImportResult, target: Target) => T = (result) => result as T,
) {
  return async (_payload: unknown, context: JobContext<VaultDatabase>): Promise<T> => {
    const row = await findImport(deps.db, context.job.id);
    if (!row)
      throw unprocessable('vault.import_gone', 'The import request has expired. Start the import again.');
    try {
      const actor = await requireRequester(deps.auth, row.requestedById);
      const { address } = readServiceAddress(deps.safeFetch, row.request.address);
      const { login, destination } = openSecrets(deps.secretBox, row);
      const service = createServiceClient(address, {
        safeFetch: deps.safeFetch,
        login,
        signal: context.signal,
        tries: TRIES,
        retryMs: deps.importLimits.retryMs,
      });
      return await withDestination(deps, { destination, run: context }, async (target) =>
        toResult(await importInto(deps, { row, actor, service, context }, target), target),
      );
    } catch (error) {
      if (endsJob(error, context, false)) await dropLoadedTables(deps, context.job);
      throw error;
    }
  };
}

async function importInto(deps: ServiceImportDeps, run: Run, target: Target): Promise<ImportResult> {
  const { row, actor, context } = run;
  const registered = await context.committed<ImportResult>(REGISTER);
  if (registered) return registered;
  const { folderId } = row.request;
  if (folderId !== null) await findOpenFolder(deps.db, folderId, actor);
  const { loaded, database } = await target.inSession(async (client) => ({
    loaded: await loadTables(deps, run, { target, client }),
    database: {
      database: await readDatabaseName(client),
      serverIdentifier: await readServerIdentifier(client),
    },
  }));
  context.progress(98, 'Registering the datasets');
  return register(deps, run, { loaded, database, connectionId: target.connectionId });
}

async function loadTables(
  deps: ServiceImportDeps,
  run: Run,
  { target, client }: { target: Target; client: pg.Client },
): Promise<Loaded[]> {
  const { db } = deps;
  const { row, service, context } = run;
  if (row.plan && row.transactionId && (await isTransactionCommitted(client, row.transactionId)))
    return (await context.committed<Loaded[]>('loaded')) ?? [];
  context.progress(0, 'Reading the service');
  const plans = await preparePlan(deps, run, { target, client });
  const totals: number[] = [];
  for (const { layer } of plans) totals.push(await countFeatures(service, layer));
  const progress = createFeatureProgress(
    context.progress,
    totals.reduce((sum, each) => sum + each, 0),
  );
  const loaded: Loaded[] = [];
  for (const [i, plan] of plans.entries()) {
    const loadedBefore = loaded.reduce((sum, { rows }) => sum + rows, 0);
    const before = totals[i] ?? 0;
    const onRows = (rows: number) =>
      progress({ layer: plan.layer.name, before: loadedBefore, rows, of: before });
    const { signal } = context;
    loaded.push({ plan, ...(await loadLayer({ service, client, plan, signal, before, onRows })) });
  }
  context.progress(95, 'Creating the spatial indexes');
  await context.commit(() => Promise.resolve(loaded), 'loaded');
  await client.query('BEGIN');
  try {
    for (const plan of plans) {
      await completeTable(client, plan.table).catch((error: unknown) => {
        throw toTableError(error, toTableName(plan));
      });
    }
    const { rows } = await client.query<{ id: string }>('SELECT pg_current_xact_id()::text AS id');
    await saveTransaction(db, row.jobId, rows[0]!.id);
    context.signal.throwIfAborted();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
  return loaded;
}

/** The plan of this job, new or that of an earlier attempt. */
async function preparePlan(
  { db }: ServiceImportDeps,
  { row, service }: Run,
  { target, client }: { target: Target; client: pg.Client },
): Promise<LayerPlan[]> {
  const current = await openService(service);
  const { address } = service;
  const layerIds = row.request.layerIds ?? (address.layerId === null ? null : [address.layerId]);
  const plans =
    row.plan ?? (await planImport(db, client, { service: current, request: { ...row.request, layerIds } }));
  for (const plan of row.plan ?? []) {
    const layer = current.layers.find(({ id }) => id === plan.layer.id);
    if (layer) requireSameFields(plan, layer);
  }
  await target.checkTables(client, plans.map(toTableName));
  if (!row.plan) await savePlan(db, row.jobId, plans);
  return plans;
}

/** Registers all layers as datasets in one transaction, once in the life of the job. */
async function register(
  { db: _db, auth, portalSync }: ServiceImportDeps,
  { row, actor, service, context }: Run,
  { loaded, database, connectionId }: { loaded: Loaded[]; database: LoadTarget; connectionId: number | null },
): Promise<ImportResult> {
  const author = { id: actor.id, username: actor.username };
  const ids = new Map<string, number>();
  for (const {
    plan: { dataset },
  } of loaded)
    if (dataset !== null)
      ids.set(dataset, await portalSync.registerNew({ name: dataset, ownerId: actor.id }));
  return context.commit(async (trx) => {
    const layers: LayerResult[] = [];
    for (const { plan, rows, note } of loaded) {
      const { dataset, table } = plan;
      if (dataset !== null && table.geometry !== null && connectionId !== null) {
        await insertTableDataset(trx, auth, {
          datasetId: ids.get(dataset)!,
          name: dataset,
          folderId: row.request.folderId,
          projectId: 1,
          source: { connectionId, schema: table.schema, table: table.name, geometryColumn: table.geometry },
          tables: [{ schema: table.schema, table: table.name }],
          target: database,
          author,
          cause: { actorId: actor.id, actorName: actor.username },
        });
      }
      layers.push(toLayerResult({ plan, rows, note }));
    }
    return { service_url: service.address.url.href, layers };
  }, REGISTER);
}

function toLayerResult({ plan: { layer, dataset, table }, rows, note }: Loaded): LayerResult {
  return {
    layer_id: layer.id,
    layer: layer.name,
    dataset,
    schema: table.schema,
    table: table.name,
    features: rows,
    srid: table.srid,
    ...(note === null ? {} : { note }),
  };
}
