import type { Extent } from '../crs/extent.ts';
import { join } from 'node:path';
import type { Crs } from '../crs/crs.ts';
import { withTimeLimit } from '../gdal/gdal.ts';
import type { Gdal, GdalOptions } from '../gdal/gdal.ts';
import type { ReplyTo, ReaderRequest } from '../reader-protocol/protocol.ts';
import type { Reader } from '../reader-client/reader.ts';
import { runReaderTask } from '../reader-client/run-task.ts';

/** A layer of a GeoPackage of unknown origin. */
export interface DeriveSource {
  /** Absolute path. */
  path: string;
  layer: string;
}

/** A layer's coordinate reference system. */
export interface SpatialReference {
  crs: Crs;
  /** The CRS as an argument for GDAL. */
  srs: string;
}

/** Where a layer is, for an area that clips it. */
export interface LayerFrame extends SpatialReference {
  extent: Extent;
  extentWgs84: Extent;
}

export interface DerivedFile {
  /** Below the job's folder. */
  path: string;
  /** Features in the layer that was worked on. */
  featureCount: number;
  /** Sentences for the user. */
  warnings: string[];
}

export interface DeriveOptions {
  /** An empty folder of the caller's, removed by the caller. */
  cwd: string;
  signal?: AbortSignal;
  /** From 0 to 1, with what is being done. */
  progress?(share: number, stage: string): void;
  /** How long one program may take; default 2 hours. */
  timeLimitMs?: number;
  /** Running reader processes, for work that a page waits for; limited to one minute. */
  reader?: Reader;
}

const TIME_LIMIT_MS = 2 * 3600_000;
const READER_LIMIT_MS = 60_000;

export function gdalOptions(options: DeriveOptions): GdalOptions & { cwd: string } {
  const { cwd, signal, reader, timeLimitMs = TIME_LIMIT_MS } = options;
  const run = withTimeLimit(timeLimitMs, { cwd, ...(signal ? { signal } : {}) });
  return reader ? { ...run, timeLimitMs: READER_LIMIT_MS } : run;
}

/** A reader sees the files of a job read-only, so work that adds to a file in several steps runs in the job's own folder. */
export function withoutReader(options: DeriveOptions): DeriveOptions {
  return { ...options, reader: undefined };
}

/** Runs a task in the reader; files by absolute path. */
export function runTask<R extends ReaderRequest>(
  gdal: Gdal,
  request: R,
  options: DeriveOptions,
): Promise<ReplyTo<R>> {
  const { reader, signal } = options;
  return reader
    ? reader.run(request, { timeLimitMs: READER_LIMIT_MS, ...(signal ? { signal } : {}) })
    : runReaderTask(gdal, request, gdalOptions(options));
}

/** Absolute path of a file in the job's folder. */
export function fileIn({ cwd }: Pick<DeriveOptions, 'cwd'>, name: string): string {
  return join(cwd, name);
}
