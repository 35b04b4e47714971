import { toGeoError } from '../gdal/gdal.ts';
import type { Gdal } from '../gdal/gdal.ts';
import { inspectRaster } from './inspect-raster.ts';
import { describeLayers, inspectVector } from './inspect-vector.ts';
import { readRemoteLayers } from '../remote/layers.ts';
import { placeSource } from '../source/source-file.ts';
import type { SourceFile } from '../source/source-file.ts';
import type { TechnicalInfo } from './types.ts';

/**
 * Technical metadata of a GeoTIFF or a GeoPackage (other vector formats: their working copy, see makeWorkingCopy).
 * AppError `unprocessable` when the file defeats its reader.
 */
export async function inspectDataset(
  gdal: Gdal,
  source: SourceFile & { format: 'GPKG' | 'GTiff' },
  options: { cwd: string; signal?: AbortSignal },
): Promise<TechnicalInfo> {
  const run = { timeLimitMs: 5 * 60_000, ...options, ...(source.env ? { env: source.env } : {}) };
  try {
    if (source.env && source.format === 'GPKG')
      return await describeLayers(gdal, await readRemoteLayers(gdal, source, run), run);
    const input = await placeSource(source, options.cwd);
    return await (source.format === 'GTiff'
      ? inspectRaster(gdal, input, run)
      : inspectVector(gdal, input, run));
  } catch (error) {
    throw toGeoError(
      error,
      'vault.inspection_failed',
      'The file could not be examined; check it in a desktop GIS.',
    );
  }
}
