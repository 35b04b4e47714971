import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { unprocessable } from '@cairn/service/errors';
import type { Format } from './formats.ts';
import { toGeoError } from '../gdal/gdal.ts';
import type { Gdal, GdalOptions } from '../gdal/gdal.ts';
import { runReaderTask } from '../reader-client/run-task.ts';
import { ProgramError, moveOutputFile } from '@cairn/programs';
import type { RemovedRows } from '../geopackage/row-numbers.ts';
import { placeSource } from './source-file.ts';
import type { SourceFile } from './source-file.ts';
import { WORKING_GEOMETRY, WORKING_KEY } from '../geopackage/working-names.ts';

const WORKING = 'working.gpkg';
const NUMBERED = 'numbered.gpkg';
const FAILURE = 'The file cannot be turned into a map layer; export it again.';

/**
 * Writes a vector file that is no GeoPackage as one, so that one reader serves all formats. Layers keep their names;
 * the key is called `cairn_fid` and the geometry `cairn_geom`, so that no attribute of the source collides with them. The key
 * counts the rows in the order of the file and leaves out the numbers of removed rows.
 */
export async function makeWorkingCopy(
  gdal: Gdal,
  source: SourceFile,
  options: {
    cwd: string;
    target: string;
    /** By the name of the layer; null for the only one of a file. */
    removedRows?: { layer: string | null; removed: RemovedRows }[];
    signal?: AbortSignal;
    timeLimitMs?: number;
  },
): Promise<void> {
  const { cwd, target, removedRows = [], signal, timeLimitMs = 15 * 60_000 } = options;
  const isNumbered = removedRows.length > 0;
  try {
    const input = await placeSource(source, cwd, signal);
    const run: GdalOptions = {
      cwd,
      timeLimitMs,
      limits: { cpuSeconds: Math.ceil(timeLimitMs / 1000) },
      ...(signal ? { signal } : {}),
    };
    const written = { input, format: source.format, isIndexed: !isNumbered };
    if (!(await writeWorkingCopy(gdal, written, run))) {
      throw unprocessable('vault.unreadable', FAILURE);
    }
    if (isNumbered) {
      const numbering = {
        task: 'renumberRows',
        file: WORKING,
        output: NUMBERED,
        layers: removedRows,
      } as const;
      await runReaderTask(gdal, numbering, run);
    }
  } catch (error) {
    throw toGeoError(error, 'vault.unreadable', FAILURE);
  }
  await moveOutputFile(join(cwd, isNumbered ? NUMBERED : WORKING), target);
}

/** What to say to ogr2ogr when a file is not taken at once. */
const ATTEMPTS: { for: Format[]; args: string[] }[] = [
  { for: ['GeoJSON', 'ESRI Shapefile'], args: [] },
  // A GeoJSON may give its layer any name; GDAL makes no table of one that begins with a special character.
  { for: ['GeoJSON'], args: ['-nln', 'features'] },
  // By itself this puts each feature into a transaction of its own, ten times as slow; -gt, which comes later, does not.
  { for: ['GeoJSON', 'ESRI Shapefile'], args: ['-skipfailures'] },
  { for: ['GeoJSON'], args: ['-skipfailures', '-nln', 'features'] },
];

/** Name of the copy in the job's folder, of a source that was placed there; null when nothing could be written. */
export async function writeWorkingCopy(
  gdal: Gdal,
  { input, format, isIndexed = true }: { input: string; format: Format; isIndexed?: boolean },
  run: GdalOptions,
): Promise<string | null> {
  for (const attempt of ATTEMPTS) {
    if (!attempt.for.includes(format)) continue;
    await rm(join(run.cwd, WORKING), { force: true });
    const args = [...attempt.args, ...(isIndexed ? [] : ['-lco', 'SPATIAL_INDEX=NO'])];
    if (await convert(gdal, input, run, args)) return WORKING;
  }
  return null;
}

/** Whether it wrote a layer: ogr2ogr may end well although it wrote nothing. */
async function convert(gdal: Gdal, input: string, run: GdalOptions, extra: string[]): Promise<boolean> {
  try {
    await gdal.run(
      'ogr2ogr',
      [
        ...[
          '-f',
          'GPKG',
          '-lco',
          `FID=${WORKING_KEY}`,
          '-lco',
          `GEOMETRY_NAME=${WORKING_GEOMETRY}`,
          ...extra,
        ],
        ...['-gt', '65536', '--config', 'OGR_SQLITE_SYNCHRONOUS', 'OFF'],
        ...['--config', 'OGR_SQLITE_JOURNAL', 'MEMORY', WORKING, input],
      ],
      run,
    );
    const { layers } = await runReaderTask(gdal, { task: 'layers', file: WORKING }, { cwd: run.cwd });
    return layers.length > 0;
  } catch (error) {
    if (error instanceof ProgramError && error.reason === 'failed') return false;
    throw error;
  }
}
