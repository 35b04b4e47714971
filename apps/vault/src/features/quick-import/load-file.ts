import { basename, extname, join } from 'node:path';
import type { Storage } from '@cairn/files';
import {
  checkSource,
  detectFormat,
  launder,
  loadIntoPostgis,
  makeWorkingCopy,
  openGdal,
  typeOf,
} from '@cairn/geo';
import type { LoadedTable, LoadOptions } from '@cairn/geo';
import { OutboundError, unprocessable } from '@cairn/service';
import type { SafeFetch } from '@cairn/service';
import { createByteProgress } from '../imports/byte-progress.ts';
import { download } from '../imports/download.ts';
import { objectSource, urlSource } from '../imports/file-source.ts';
import type { ImportLimits } from '../imports/import-job.ts';
import { fetchMapLayer } from '../mapserver/import/fetch-layer.ts';
import type { MapServers } from '../mapserver/connections/service.ts';
import type { ObjectStore } from '../imports/remote/object-store.ts';
import { rasterNotLoaded } from './service.ts';
import type { QuickSource, QuickTarget } from './types.ts';

export interface FileDeps {
  storage: Storage;
  safeFetch: SafeFetch;
  objectStore: ObjectStore;
  mapServers: MapServers;
  importLimits: ImportLimits;
}

interface ReceivedFile {
  fileName: string;
  path: string;
  /** Removes a download. */
  discard(): Promise<void>;
}

/** Percent of the job when the bytes have arrived. */
const ARRIVED = 50;

/** The file of a source: a temporary download, or the uploaded object. @throws {AppError} unprocessable when the upload has expired. */
export async function fetchFile(
  deps: FileDeps,
  source: Exclude<QuickSource, { kind: 'spatialdb' }>,
  {
    objectKey,
    signal,
    progress,
  }: { objectKey: string | null; signal: AbortSignal; progress: (percent: number, stage?: string) => void },
): Promise<ReceivedFile> {
  const { storage, safeFetch, objectStore, importLimits } = deps;
  if (source.kind === 'upload') {
    if (objectKey === null || (await storage.size(objectKey)) === null)
      throw unprocessable('vault.upload_gone', 'The uploaded file has expired. Upload it again.');
    return { fileName: source.fileName, path: storage.path(objectKey), discard: () => Promise.resolve() };
  }
  const { maxBytes, maxMs, retryMs } = importLimits;
  if (source.kind === 'mapserver') {
    const { fileName, file } = await fetchMapLayer(deps, source, {
      maxBytes,
      maxMs,
      signal: AbortSignal.any([signal, AbortSignal.timeout(maxMs)]),
      onProgress: (share, stage) => progress(Math.round(share * ARRIVED), stage),
    });
    return { fileName, path: file.path, discard: () => file.discard() };
  }
  const sourceDeps = { safeFetch, objectStore, limits: { maxBytes, totalMs: maxMs } };
  const remote = source.kind === 'url' ? urlSource(sourceDeps, source.url) : objectSource(sourceDeps, source);
  const late = AbortSignal.timeout(maxMs);
  progress(0, 'Requesting the file');
  const { fileName, file } = await download(remote, {
    storage,
    maxBytes,
    retryMs,
    signal: AbortSignal.any([signal, late]),
    fallbackName: 'data',
    onBytes: createByteProgress(progress, { upTo: ARRIVED }),
  }).catch((error: unknown) => {
    if (!late.aborted) throw error;
    throw new OutboundError('late', 'The server took longer than is allowed for one file.');
  });
  return { fileName, path: file.path, discard: () => file.discard() };
}

/** Checks a file and returns what loads its layers into a database. @throws {AppError} unprocessable for what cannot be loaded. */
export async function prepareFile(
  { fileName, path }: ReceivedFile,
  {
    storage,
    cwd,
    signal,
    target,
  }: { storage: Storage; cwd: string; signal: AbortSignal; target: QuickTarget },
): Promise<
  (
    options: Pick<LoadOptions, 'client' | 'checkTables' | 'onProgress' | 'beforeCommit'>,
  ) => Promise<LoadedTable[]>
> {
  const format = await detectFormat(path, fileName);
  if (typeOf(format) === 'raster') throw rasterNotLoaded();
  const gdal = await openGdal();
  const source = { path, format };
  const layers = await storage.inScratch((folder) => checkSource(gdal, source, { cwd: folder, signal }));
  const copy = join(cwd, 'layers.gpkg');
  if (format !== 'GPKG') {
    await storage.inScratch((folder) => makeWorkingCopy(gdal, source, { cwd: folder, target: copy, signal }));
  }
  // A GeoJSON layer has no name of its own.
  const ownName =
    layers.length === 1 && format === 'GeoJSON' ? launder(basename(fileName, extname(fileName))) : undefined;
  const table = target.table ?? ownName;
  return (options) =>
    loadIntoPostgis(gdal, {
      ...options,
      file: format === 'GPKG' ? path : copy,
      cwd,
      schema: target.schema,
      ...(table === undefined ? {} : { table }),
      mode: target.mode,
      signal,
    });
}
