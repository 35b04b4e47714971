import { constants, copyFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { launder } from '@cairn/geo';
import type { Gdal } from '@cairn/geo';
import { ProgramError } from '@cairn/programs';
import { unreadableShp } from './errors.ts';

/** A .shp contains shapes only: attributes are in the .dbf, offsets of rows in the .shx, the coordinate system in the .prj. */
const INPUT = 'shapes.shp';
const OUTPUT = 'shapes.gpkg';

/**
 * Converts a .shp without its other files to a GeoPackage; GDAL finds the rows by scanning the file. Returns its path in `cwd`.
 * @throws {AppError} unprocessable when it cannot be read
 */
export async function convertBareShp(
  gdal: Gdal,
  source: { path: string; fileName: string },
  { cwd, signal }: { cwd: string; signal?: AbortSignal },
): Promise<string> {
  // A copy: GDAL writes the missing files beside it.
  await copyFile(source.path, join(cwd, INPUT), constants.COPYFILE_FICLONE);
  const layer =
    launder(source.fileName.slice(0, -extname(source.fileName).length)).replace(/^_+/, '') || 'shapes';
  try {
    await gdal.run('ogr2ogr', ['-f', 'GPKG', '-nln', layer, '-nlt', 'PROMOTE_TO_MULTI', OUTPUT, INPUT], {
      cwd,
      env: { SHAPE_RESTORE_SHX: 'YES' },
      timeLimitMs: 15 * 60_000,
      ...(signal ? { signal } : {}),
    });
    return join(cwd, OUTPUT);
  } catch (error) {
    if (!(error instanceof ProgramError) || error.reason === 'aborted') throw error;
    throw unreadableShp();
  }
}
