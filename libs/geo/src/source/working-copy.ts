import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { unprocessable } from '@cairn/service/errors';
import type { Format } from './formats.ts';
import { toGeoError, withTimeLimit } from '../gdal/gdal.ts';
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
 * Converts a vector file of another format to a GeoPackage, so that one reader serves all formats. Layers keep their names;
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
    const run: GdalOptions = withTimeLimit(timeLimitMs, { cwd, ...(signal ? { signal } : {}) });
    const placed = { input, format: source.format, isIndexed: !isNumbered };
    const layers = await convertSource(gdal, placed, run, async (file) => {
      const reply = isNumbered
        ? await runReaderTask(
            gdal,
            { task: 'renumberRows', file, output: NUMBERED, layers: removedRows },
            run,
          )
        : await runReaderTask(gdal, { task: 'layers', file }, run);
      return reply.layers.length > 0 ? reply.layers : null;
    });
    if (!layers) throw unprocessable('vault.unreadable', FAILURE);
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

/**
 * Writes a source that was placed in the job's folder as a GeoPackage there, and reads that. Tries again with other options while
 * GDAL fails or `read` finds no layer (null): ogr2ogr may succeed although it wrote nothing. Null when all attempts failed.
 */
export async function convertSource<T>(
  gdal: Gdal,
  { input, format, isIndexed = true }: { input: string; format: Format; isIndexed?: boolean },
  run: GdalOptions,
  read: (copy: string) => Promise<T | null>,
): Promise<T | null> {
  for (const attempt of ATTEMPTS) {
    if (!attempt.for.includes(format)) continue;
    for (const file of [WORKING, NUMBERED]) await rm(join(run.cwd, file), { force: true });
    try {
      await gdal.run(
        'ogr2ogr',
        [
          ...['-f', 'GPKG', '-lco', `FID=${WORKING_KEY}`, '-lco', `GEOMETRY_NAME=${WORKING_GEOMETRY}`],
          ...[...attempt.args, ...(isIndexed ? [] : ['-lco', 'SPATIAL_INDEX=NO'])],
          ...['-gt', '65536', '--config', 'OGR_SQLITE_SYNCHRONOUS', 'OFF'],
          ...['--config', 'OGR_SQLITE_JOURNAL', 'MEMORY', WORKING, input],
        ],
        run,
      );
      const result = await read(WORKING);
      if (result !== null) return result;
    } catch (error) {
      if (!(error instanceof ProgramError) || error.reason !== 'failed') throw error;
    }
  }
  return null;
}
