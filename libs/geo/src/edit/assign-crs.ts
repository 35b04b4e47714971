import { constants } from 'node:fs';
import { copyFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { toStorageError } from '@cairn/files';
import { operand } from '@cairn/programs';
import { unprocessable } from '@cairn/service/errors';
import type { Format } from '../source/formats.ts';
import { toGeoError, withTimeLimit } from '../gdal/gdal.ts';
import type { Gdal, GdalOptions } from '../gdal/gdal.ts';
import { runReaderTask } from '../reader-client/run-task.ts';
import { rasterCrs, readRasterHeader } from '../inspect/raster-header.ts';
import type { ResolvedCrs } from '../crs/resolve-crs.ts';
import { placeSource } from '../source/source-file.ts';
import { filesBeside } from '../source/shapefile.ts';

export interface AssignCrs {
  source: { path: string; format: Exclude<Format, 'GeoJSON'> };
  /** Names of the layers in the order of the file; `assigned` ones get the system, the others keep theirs. */
  layers: { name: string; assigned: boolean }[];
  resolved: ResolvedCrs;
}

const TIME_LIMIT_MS = 30 * 60_000;

type Run = GdalOptions & { cwd: string };
type Written = { path: string; warnings: string[] };

const FAILURE = 'The coordinate system cannot be written into the file; nothing was changed.';

/**
 * Writes a copy of a file with another coordinate system, in its own format. Coordinates and values stay as they are.
 * Returns the path below `cwd` and sentences on what could not be kept.
 * @throws {AppError} unprocessable when the file does not take the system.
 */
export async function assignCrs(
  gdal: Gdal,
  request: AssignCrs,
  options: { cwd: string; signal?: AbortSignal },
): Promise<Written> {
  const run: Run = withTimeLimit(TIME_LIMIT_MS, options);
  try {
    switch (request.source.format) {
      case 'GPKG':
        return await assignGeopackage(gdal, request, run);
      case 'GTiff':
        return await assignRaster(gdal, request, run);
      case 'ESRI Shapefile':
        return await assignShapefiles(gdal, request, run);
    }
  } catch (error) {
    throw toGeoError(error, 'vault.crs_not_written', FAILURE);
  }
}

/** GDAL would run the views of a GeoPackage, so our own tool copies it. */
async function assignGeopackage(
  gdal: Gdal,
  { source, layers, resolved }: AssignCrs,
  run: Run,
): Promise<Written> {
  const { entry, definition } = resolved;
  const file = await placeSource(source, run.cwd, run.signal);
  const output = 'assigned.gpkg';
  const { warnings } = await runReaderTask(
    gdal,
    {
      task: 'assignCrs',
      file,
      output,
      layers: layers.filter(({ assigned }) => assigned).map(({ name }) => name),
      srs: { srid: entry.srid, name: entry.name, definition },
    },
    run,
  );
  return { path: join(run.cwd, output), warnings };
}

/** The tags alone are written: pixels, compression and overviews stay byte for byte. */
async function assignRaster(gdal: Gdal, { source, resolved }: AssignCrs, run: Run): Promise<Written> {
  const { srid } = resolved.entry;
  const output = 'assigned.tif';
  await copyFile(source.path, join(run.cwd, output), constants.COPYFILE_FICLONE).catch((error: unknown) => {
    throw toStorageError(error);
  });
  await gdal.run('gdal_edit.py', ['-a_srs', `EPSG:${srid}`, output], run);
  const crs = rasterCrs(await readRasterHeader(gdal, output, run));
  if (!crs || crs.assumed) throw unprocessable('vault.crs_not_written', FAILURE);
  return { path: join(run.cwd, output), warnings: [] };
}

/** Layer by layer, so that they keep their order. */
async function assignShapefiles(
  gdal: Gdal,
  { source, layers, resolved }: AssignCrs,
  run: Run,
): Promise<Written> {
  const input = await placeSource(source, run.cwd, run.signal);
  const output = 'assigned.shp.zip';
  for (const [i, { name, assigned }] of layers.entries()) {
    await gdal.run(
      'ogr2ogr',
      [
        ...(i > 0 ? ['-update'] : []),
        ...['-f', 'ESRI Shapefile', '-lco', 'ENCODING=UTF-8', '-gt', '65536'],
        ...(assigned ? ['-a_srs', `EPSG:${resolved.entry.srid}`] : []),
        ...[output, input, operand(name)],
      ],
      run,
    );
  }
  const path = join(run.cwd, 'assigned.zip');
  await rename(join(run.cwd, output), path);
  const left = await filesBeside(source.path);
  return {
    path,
    warnings: left.length > 0 ? [`Other files in the zip were left out: ${left.join(', ')}.`] : [],
  };
}
