import { copyFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { unprocessable } from '@cairn/service';
import { toGeoError } from './gdal.ts';
import type { Gdal } from './gdal.ts';
import { runGeopackageTool } from './geopackage/run-tool.ts';
import { placeSource } from './source.ts';
import type { SourceFile } from './source.ts';

const FAILURE = 'The file cannot be turned into a map layer; export it again.';

/**
 * Writes a vector file that is no GeoPackage as one, so that one reader serves all formats. Layers keep their names;
 * the key is called `cairn_fid` and the geometry `cairn_geom`, so that no attribute of the source collides with them.
 */
export async function makeWorkingCopy(
  gdal: Gdal,
  source: SourceFile,
  options: { cwd: string; target: string; signal?: AbortSignal; timeLimitMs?: number },
): Promise<void> {
  const { cwd, target, signal, timeLimitMs = 15 * 60_000 } = options;
  try {
    const input = await placeSource(source, cwd, signal);
    await gdal.run(
      'ogr2ogr',
      [
        ...['-f', 'GPKG'],
        ...['-lco', 'FID=cairn_fid', '-lco', 'GEOMETRY_NAME=cairn_geom', '-gt', '65536', '-skipfailures'],
        ...['--config', 'OGR_SQLITE_SYNCHRONOUS', 'OFF', 'working.gpkg', input],
      ],
      {
        cwd,
        timeLimitMs,
        limits: { cpuSeconds: Math.ceil(timeLimitMs / 1000) },
        ...(signal ? { signal } : {}),
      },
    );
    // ogr2ogr may end well although it wrote nothing.
    const { layers } = await runGeopackageTool(gdal, { task: 'layers', file: 'working.gpkg' }, { cwd });
    if (layers.length === 0) throw unprocessable('vault.unreadable', FAILURE);
  } catch (error) {
    throw toGeoError(error, 'vault.unreadable', FAILURE);
  }
  await rename(join(cwd, 'working.gpkg'), target).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EXDEV') throw error;
    await copyFile(join(cwd, 'working.gpkg'), target);
  });
}
