import { ProgramError, findProgram, runProgram } from '@cairn/programs';
import type { ProgramOptions } from '@cairn/programs';
import { AppError, unavailable } from '@cairn/service/errors';
import { createFairSemaphore } from '@cairn/service/fair-semaphore';
import { toDiskFullError } from './disk-full.ts';
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
  version: string;
  /** Drivers that stay registered, as this GDAL spells them. */
  drivers: string[];
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

/**
 * GDAL's programs with every other driver unregistered and with network access off in each way that GDAL knows. None
 * of these settings is a boundary by itself; the sandbox of runProgram is.
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

async function open(): Promise<Record<Purpose, Gdal>> {
  const run = async (program: string, args: string[]) =>
    (await runProgram({ program, args, timeLimitMs: 20_000 })).stdout;
  const all = new Set<string>();
  for (const tool of ['gdalinfo', 'ogrinfo'] as const)
    for (const line of (await run(pathOf(tool), ['--formats'])).split('\n')) {
      const name = /^ {2}(.+?) -[a-z, ]+- \(/.exec(line)?.[1];
      if (name) all.add(name);
    }
  if (!all.has('GPKG') || !all.has('GTiff')) throw missing('the GeoPackage and GeoTIFF drivers of GDAL');
  const version = /GDAL (\d+\.\d+\.\d+)/.exec(await run(pathOf('gdalinfo'), ['--version']))?.[1] ?? '0';
  const skipped = [...all].filter((name) => !ALLOWED.includes(name));
  const environment: Record<string, string> = {
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
    version,
    drivers: [...all].filter((name) => ALLOWED.includes(name)),
    atOnce: AT_ONCE,
    run: async (tool, args, options) => start(purpose, { program: pathOf(tool), args }, options),
    runBeside: (program, args, options) => start(purpose, { program, args }, options),
  });
  return { page: gdalFor('page'), work: gdalFor('work') };
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
 * A program's failure as an error for users. What GDAL says may hold bytes of other files, so it is never passed on:
 * `sentence` says what the caller knows.
 */
export function toGeoError(error: unknown, code: string, sentence: string): unknown {
  if (!(error instanceof ProgramError)) return error;
  if (error.reason === 'aborted') return error;
  if (error.reason === 'missing') return missing('one of its programs');
  const why = error.reason === 'timeout' ? ' It took longer than the server allows.' : '';
  return new AppError({ kind: 'unprocessable', code, message: `${sentence}${why}`, cause: error });
}
