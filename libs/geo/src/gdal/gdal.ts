import { statfs } from 'node:fs/promises';
import { diskFullError, toStorageError } from '@cairn/files';
import { ProgramError, findProgram, runProgram } from '@cairn/programs';
import type { ProgramOptions } from '@cairn/programs';
import { AppError, unavailable } from '@cairn/service/errors';
import { createFairSemaphore } from '@cairn/service/fair-semaphore';
import { relaySocket } from '../remote/relay.ts';

export type GdalProgram =
  | 'ogr2ogr'
  | 'ogrinfo'
  | 'gdalsrsinfo'
  | 'gdalinfo'
  | 'gdalwarp'
  | 'gdal_translate'
  | 'gdaldem'
  | 'gdaltransform'
  | 'gdal_edit.py';

/** How to run a program on a job's files. */
export type GdalOptions = Omit<
  ProgramOptions,
  'program' | 'args' | 'env' | 'timeLimitMs' | 'network' | 'sandboxed' | 'cwd'
> & {
  cwd: string;
  env?: Record<string, string>;
  timeLimitMs?: number;
};

export interface Gdal {
  /** How many programs one piece of work should run at once. */
  atOnce: number;
  run(tool: GdalProgram, args: string[], options: GdalOptions): Promise<{ stdout: string; stderr: string }>;
  /** Runs another program under the same conditions and in the same queue. */
  runBeside(
    program: string,
    args: string[],
    options: GdalOptions,
  ): Promise<{ stdout: string; stderr: string }>;
}

/** Formats that users may bring, and those in which we write. */
const ALLOWED = ['GTiff', 'GPKG', 'GeoJSON', 'ESRI Shapefile', 'MEM', 'Memory', 'PNG', 'JPEG'];
/** Programs that one piece of work runs at once, and all of this process. */
const AT_ONCE = 2;
const PLACES = 3;
/** Shortest wait in the queue. */
const MIN_WAIT_MS = 30_000;

/** Brings the functions of SpatiaLite back, for statements on files that are ours to the last byte. */
export const WITH_SPATIALITE = { SPATIALITE_LOAD: 'YES' };

/** What programs run for: a page that a user waits for, or an upload or a job, for which one place is always kept. */
export type Purpose = 'page' | 'work';

let opened: Promise<Record<Purpose, Gdal>> | null = null;

/** The same options with a limit of elapsed and of processor time. */
export function withTimeLimit<Options extends object>(timeLimitMs: number, options: Options) {
  return { ...options, timeLimitMs, limits: { cpuSeconds: Math.ceil(timeLimitMs / 1000) } };
}

/**
 * GDAL's programs with all other drivers unregistered and with network access disabled in every way that GDAL offers. These
 * settings are no security boundary; the sandbox of runProgram is.
 * At most three programs run at once in a process: one for each user, and two for pages. A caller that waits longer than 30 s, and
 * longer than the program itself might run, gets AppError `unavailable`.
 */
export async function openGdal(purpose: Purpose = 'work'): Promise<Gdal> {
  opened ??= open().catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return (await opened)[purpose];
}

/** The environment of programs that read users' files with GDAL: no other formats, no network. Not a boundary; the sandbox is. */
export async function gdalEnvironment(): Promise<Record<string, string>> {
  const tools = ['gdalinfo', 'ogrinfo'] as const;
  const all = new Set((await Promise.all(tools.map(listDrivers))).flat());
  if (!all.has('GPKG') || !all.has('GTiff')) throw missing('the GeoPackage and GeoTIFF drivers of GDAL');
  const skipped = [...all].filter((name) => !ALLOWED.includes(name));
  return {
    // The first variable is split at spaces, the second at commas: names with a space need the second.
    GDAL_SKIP: skipped.filter((name) => !name.includes(' ')).join(' '),
    OGR_SKIP: skipped.filter((name) => name.includes(' ')).join(','),
    GDAL_DRIVER_PATH: 'disable',
    GDAL_PAM_ENABLED: 'NO',
    GDAL_DISABLE_READDIR_ON_OPEN: 'EMPTY_DIR',
    CPL_VSIL_CURL_ALLOWED_FILENAME: 'none',
    GDAL_HTTP_PROXY: '127.0.0.1:9',
    GDAL_HTTP_TIMEOUT: '1',
    PROJ_NETWORK: 'OFF',
    OGR_GEOJSON_MAX_OBJ_SIZE: '1000',
    GDAL_CACHEMAX: '128',
    GDAL_NUM_THREADS: '1',
    // A GeoPackage that GDAL opens could name files of this machine as virtual tables of SpatiaLite.
    SPATIALITE_LOAD: 'NO',
  };
}

async function open(): Promise<Record<Purpose, Gdal>> {
  const environment = await gdalEnvironment();
  const places = createFairSemaphore({
    limit: PLACES,
    perPerson: 1,
    forPages: PLACES - 1,
    busy: { code: 'geo.busy', message: 'The server is busy drawing other maps; try again in a minute.' },
  });
  async function start(purpose: Purpose, command: { program: string; args: string[] }, options: GdalOptions) {
    const { timeLimitMs = 0, signal } = options;
    const env = { ...environment, ...options.env };
    const socket = relaySocket(env);
    const reads = [...(options.reads ?? []), ...(socket === null ? [] : [socket])];
    return places
      .run(() => runProgram({ ...options, ...command, env, reads }), {
        isForPage: purpose === 'page',
        waitMs: Math.max(MIN_WAIT_MS, timeLimitMs),
        ...(signal ? { signal } : {}),
      })
      .catch(async (error: unknown) => {
        throw await toDiskFullError(error, options.cwd);
      });
  }
  const gdalFor = (purpose: Purpose): Gdal => ({
    atOnce: AT_ONCE,
    run: async (tool, args, options) => start(purpose, { program: pathOf(tool), args }, options),
    runBeside: (program, args, options) => start(purpose, { program, args }, options),
  });
  return { page: gdalFor('page'), work: gdalFor('work') };
}

/** Raster or vector drivers, as this GDAL spells them. */
async function listDrivers(tool: GdalProgram): Promise<string[]> {
  const { stdout } = await runProgram({ program: pathOf(tool), args: ['--formats'], timeLimitMs: 20_000 });
  return [...stdout.matchAll(/^ {2}(.+?) -[a-z, ]+- \(/gm)].map(([, name]) => name as string);
}

function pathOf(tool: GdalProgram): string {
  const path = findProgram(tool);
  if (!path) throw missing(tool);
  return path;
}

function missing(what: string): AppError {
  return unavailable(
    'geo.gdal_missing',
    `The server has no ${what}. Ask the operator to install GDAL 3.6 or newer.`,
  );
}

/**
 * A program's failure as an error for users. GDAL's output may contain bytes of other files, so users get
 * `sentence` instead.
 */
export function toGeoError(error: unknown, code: string, sentence: string): unknown {
  if (!(error instanceof ProgramError)) return error;
  if (error.reason === 'aborted') return error;
  if (error.reason === 'missing') return missing('one of its programs');
  const why = error.reason === 'timeout' ? ' It took longer than the server allows.' : '';
  return new AppError({ kind: 'unprocessable', code, message: `${sentence}${why}`, cause: error });
}

/** Messages of programs on a full disk; the last one is SQLite's. */
const DISK_FULL = /No space left on device|Disk quota exceeded|database or disk is full/i;
const LEAST_ROOM = 64 * 1024;

/** A program that failed because the disk is full. Its file may be fine, so the same work may succeed later. */
async function toDiskFullError(error: unknown, cwd: string): Promise<unknown> {
  if (!(error instanceof ProgramError)) return toStorageError(error);
  if (error.reason !== 'failed') return error;
  return DISK_FULL.test(error.stderr) || (await roomIn(cwd)) < LEAST_ROOM ? diskFullError(error) : error;
}

/** Bytes that may still be written. */
async function roomIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
