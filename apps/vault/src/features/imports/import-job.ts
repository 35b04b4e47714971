import type { Storage } from '@cairn/files';
import type { JobContext, Processor } from '@cairn/jobs';
import { OutboundError, unprocessable } from '@cairn/service';
import type { Actor, SafeFetch } from '@cairn/service';
import type { VaultDatabase } from '../../db/schema.ts';
import { runLoad } from '../connections/load-job.ts';
import type { LoadDeps } from '../connections/load-job.ts';
import type { PostgisService } from '../connections/service.ts';
import { requireRequester } from '../access/dataset-guard.ts';
import { serviceUrl } from '../mapserver/geoserver/ogc.ts';
import type { MapServers } from '../mapserver/connections/service.ts';
import { publishIngested } from '../mapserver/publications/after-ingest.ts';
import type { Publications } from '../mapserver/publications/service.ts';
import { fetchMapLayer } from '../mapserver/import/fetch-layer.ts';
import type { MapLayerSource } from '../mapserver/import/fetch-layer.ts';
import { findDataset } from '../versions/dataset-repo.ts';
import { datasetGone } from '../versions/errors.ts';
import { toIngestBody } from '../versions/mapper.ts';
import type { Commit, Destination, IngestResult, Origin } from '../versions/types.ts';
import type { VersionWriter } from '../versions/version-writer.ts';
import { createByteProgress } from './byte-progress.ts';
import { download } from './download.ts';
import { objectSource, urlSource } from './file-source.ts';
import type { ObjectStore } from './remote/object-store.ts';
import type { RemoteReader } from './remote/reader.ts';
import { registerRemoteObject } from './remote/register.ts';
import { findImportRequest } from './repo.ts';
import { SECRETS_PURPOSE } from './types.ts';
import type { ImportRequest, ImportResult, ImportSecrets } from './types.ts';

export interface ImportJobDeps extends LoadDeps {
  storage: Storage;
  safeFetch: SafeFetch;
  objectStore: ObjectStore;
  remote: RemoteReader;
  versionWriter: VersionWriter;
  postgis: PostgisService;
  mapServers: MapServers;
  mapPublications: Publications;
  importLimits: ImportLimits;
}

export interface ImportLimits {
  maxBytes: number;
  /** Longest time for one file, over all its connections. */
  maxMs: number;
  /** First pause before a lost connection is resumed. */
  retryMs: number;
}

interface ImportRun {
  request: ImportRequest;
  actor: Actor;
  destination: Destination;
  context: JobContext<VaultDatabase>;
}

/** Percent of the job when the bytes have arrived. */
const ARRIVED = 85;

/**
 * Imports a file from an address or an object store. When a worker dies, the sweeper removes its partial file and the next attempt
 * starts again; the version is created at most once.
 */
export function importFile(deps: ImportJobDeps): Processor<VaultDatabase> {
  return async (_payload, context): Promise<ImportResult> => {
    const request = await readRequest(deps, context.job.id);
    const actor = await requireRequester(deps.auth, request.requestedById);
    const result =
      (await deps.versionWriter.resume(context)) ??
      (await createVersion(deps, {
        request,
        actor,
        destination: await resolveAgain(deps, actor, request),
        context,
      }));
    return {
      ...toIngestBody(result, request.basePath),
      ...layerFields(request),
      ...(await publish(deps, request, { result, actor, context })),
    };
  };
}

async function readRequest({ db, secretBox }: ImportJobDeps, jobId: number): Promise<ImportRequest> {
  const stored = await findImportRequest(db, jobId);
  if (!stored)
    throw unprocessable('vault.import_gone', 'The import request has expired. Start the import again.');
  const { sealed, ...request } = stored;
  const secrets =
    sealed === null ? {} : (JSON.parse(secretBox.open(sealed, SECRETS_PURPOSE)) as ImportSecrets);
  return { ...request, secrets };
}

/** The current destination: a new dataset if there was none when the import was requested, else that one. */
async function resolveAgain(
  { db, versionWriter }: ImportJobDeps,
  actor: Actor,
  { dataset: name, projectId, folderId, exists }: ImportRequest,
): Promise<Destination> {
  const current = exists ? null : await findDataset(db, name);
  // An earlier attempt of this job may have created it before it was registered with the portal.
  const isOwn = current !== null && current.ownerId === actor.id;
  if (isOwn) return { name, projectId, folderId, datasetId: null };
  const destination = await versionWriter.resolveDestination(actor, { name, projectId, folderId });
  if (exists && destination.datasetId === null) throw datasetGone(name);
  return { ...destination, datasetId: exists ? destination.datasetId : null };
}

/** Creates a version from a copy of the file, or one that refers to the object where it is stored. */
function createVersion(deps: ImportJobDeps, run: ImportRun): Promise<IngestResult> {
  const { source } = run.request;
  return source.kind === 's3' && source.mode === 'remote' ? registerRemote(deps, run) : copyFile(deps, run);
}

async function copyFile(
  deps: ImportJobDeps,
  { request, actor, destination, context }: ImportRun,
): Promise<IngestResult> {
  const { safeFetch, objectStore, storage, versionWriter, importLimits } = deps;
  const { maxBytes, maxMs, retryMs } = importLimits;
  const { signal, progress, commit } = context;
  const sourceDeps = { safeFetch, objectStore, limits: { maxBytes, totalMs: maxMs } };
  const { source, secrets } = request;
  if (source.kind === 'mapserver') return copyLayer(deps, source, { request, actor, destination, context });
  const file =
    source.kind === 'url'
      ? urlSource(sourceDeps, secrets.url ?? source.address)
      : objectSource(sourceDeps, { location: source.location, keys: secrets.keys ?? null });
  progress(0, 'Requesting the file');
  // A server may cut connection after connection, and each has a time limit of its own.
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(new OutboundError('late', 'The server took longer than is allowed for one file.')),
    maxMs,
  );
  const downloaded = await download(file, {
    storage,
    maxBytes,
    retryMs,
    signal: AbortSignal.any([signal, late.signal]),
    fallbackName: request.dataset,
    onBytes: createByteProgress(progress, { upTo: ARRIVED }),
  }).finally(() => clearTimeout(timer));
  progress(ARRIVED, 'Checking the file');
  return versionWriter.ingest({
    ...downloaded,
    destination,
    author: { id: actor.id, username: actor.username },
    origin: originOf(request),
    signal,
    commit,
  });
}

async function copyLayer(
  deps: ImportJobDeps,
  source: MapLayerSource,
  { request, actor, destination, context }: ImportRun,
): Promise<IngestResult> {
  const { signal, progress, commit } = context;
  const { maxBytes, maxMs } = deps.importLimits;
  const fetched = await fetchMapLayer(deps, source, {
    maxBytes,
    maxMs,
    signal: AbortSignal.any([signal, AbortSignal.timeout(maxMs)]),
    onProgress: (share, stage) => progress(Math.round(share * ARRIVED), stage),
  });
  progress(ARRIVED, 'Checking the file');
  return deps.versionWriter.ingest({
    ...fetched,
    destination,
    author: { id: actor.id, username: actor.username },
    origin: originOf(request),
    signal,
    commit,
  });
}

/** What the response to an import of a layer has beside the others. */
function layerFields({ source }: ImportRequest): { wms_url?: string; datasource_type?: 'file' } {
  if (source.kind !== 'mapserver') return {};
  return { wms_url: serviceUrl(source.serverUrl, source.workspace, 'wms'), datasource_type: 'file' };
}

async function registerRemote(
  deps: ImportJobDeps,
  { request, actor, destination, context }: ImportRun,
): Promise<IngestResult> {
  const { source, secrets } = request;
  if (source.kind !== 's3') throw new Error('only objects of a store can be registered where they are');
  const { signal, progress, commit } = context;
  const { location } = source;
  progress(10, 'Reading the object');
  const { checked, saveSource } = await registerRemoteObject(deps, {
    object: { location, keys: secrets.keys ?? null },
    fileName: location.key.split('/').at(-1) ?? location.key,
    signal,
  });
  signal.throwIfAborted();
  progress(ARRIVED, 'Saving the location');
  return deps.versionWriter.write({
    author: { id: actor.id, username: actor.username },
    destination,
    checked,
    saveSource,
    origin: originOf(request),
    commit,
  });
}

function originOf({ source, label }: ImportRequest): Origin {
  const described = label === null ? {} : { label };
  if (source.kind === 'url')
    return { operation: 'import_url', parameters: { url: source.address }, ...described };
  if (source.kind === 'mapserver') {
    const { serverUrl, workspace, layer } = source;
    return { operation: 'import_mapserver', parameters: { url: serverUrl, workspace, layer }, ...described };
  }
  const { endpoint, bucket, key } = source.location;
  const parameters = { endpoint, bucket, key, mode: source.mode };
  return { operation: 'import_s3', parameters, ...described };
}

/** Loads the version into PostGIS and queues its publication, as requested. Failures here do not undo the version. */
async function publish(
  deps: ImportJobDeps,
  { secrets: { postgis: load }, publish: settings }: ImportRequest,
  { result, actor, context }: { result: IngestResult; actor: Actor; context: JobContext<VaultDatabase> },
): Promise<Pick<ImportResult, 'mapserver' | 'spatialdb'>> {
  const { versionId } = result;
  const commit: Commit = (fn, step) => context.commit(fn, step);
  const published = await publishIngested(deps.mapPublications, actor, { versionId, settings, commit });
  if (!load) return published;
  // Saved once in the job's life, so that a second attempt continues the first one's load.
  const id = await context.commit(
    (trx) => deps.postgis.requestLoad(trx, { versionId, request: load }),
    'postgis',
  );
  return { spatialdb: await runLoad(deps, id, context), ...published };
}
