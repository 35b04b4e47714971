import { ProgramError } from '@cairn/programs';
import { unprocessable } from '@cairn/service/errors';
import type { Crs } from '../crs/crs.ts';
import { withTimeLimit } from '../gdal/gdal.ts';
import type { Gdal, GdalOptions } from '../gdal/gdal.ts';
import { layerCrs } from '../geopackage/declared-types.ts';
import { runReaderTask } from '../reader-client/run-task.ts';

const COPY = 'as-it-is.gpkg';
const TRANSFORMED = 'transformed.gpkg';

interface LayerOfFile {
  /** Name of a GeoPackage in the job's folder, or an absolute path. */
  file: string;
  layer: string;
}

/** The reference system that a layer of a GeoPackage names; null when it names no system, or when one is only assumed. */
export async function readLayerCrs(
  gdal: Gdal,
  { file, layer }: LayerOfFile,
  run: Pick<GdalOptions, 'cwd' | 'signal'>,
): Promise<Crs | null> {
  const { layers } = await runReaderTask(gdal, { task: 'layers', file }, run);
  const found = layers.find(({ name }) => name === layer);
  const crs = found ? layerCrs(found) : null;
  return crs?.assumed ? null : crs;
}

/** Reference systems as GDAL names them. */
interface Transformation {
  from: string;
  to: string;
}

/**
 * Writes the geometries of one layer of a GeoPackage into a file in the job's folder, in another reference system and under the
 * keys of the layer. Returns its name. AppError `unprocessable` when one of them cannot be transformed.
 */
export async function transformLayer(
  gdal: Gdal,
  { file, layer, from, to }: LayerOfFile & Transformation,
  { cwd, signal, timeLimitMs }: { cwd: string; signal: AbortSignal; timeLimitMs: number },
): Promise<string> {
  const run = withTimeLimit(timeLimitMs, { cwd, signal });
  await runReaderTask(gdal, { task: 'geometries', file, layer, output: COPY }, run);
  try {
    await gdal.run(
      'ogr2ogr',
      [
        ...['-f', 'GPKG', '-overwrite', '-s_srs', from, '-t_srs', to, '-preserve_fid', '-gt', '65536'],
        ...['-lco', 'FID=fid', '-lco', 'GEOMETRY_NAME=geom', '-lco', 'SPATIAL_INDEX=NO'],
        ...['--config', 'OGR_SQLITE_SYNCHRONOUS', 'OFF', '--config', 'OGR_SQLITE_JOURNAL', 'MEMORY'],
        ...[TRANSFORMED, COPY, 'sample'],
      ],
      run,
    );
  } catch (error) {
    if (!(error instanceof ProgramError) || error.reason !== 'failed') throw error;
    throw unprocessable(
      'geo.not_transformed',
      `The coordinates of the layer "${layer}" cannot be transformed to the requested reference system. Nothing was loaded.`,
    );
  }
  return TRANSFORMED;
}
