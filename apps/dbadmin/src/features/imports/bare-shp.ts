import { constants, copyFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { launder } from '@cairn/geo';
import type { Gdal } from '@cairn/geo';
import { ProgramError } from '@cairn/programs';
import { unprocessable } from '@cairn/service';

/** A .shp holds shapes alone: attributes lie in the .dbf, places of the rows in the .shx, the coordinate system in the .prj. */
const INPUT = 'shapes.shp';
const OUTPUT = 'shapes.gpkg';

/**
 * Makes a GeoPackage of the shapes of a .shp that came without its companions: GDAL finds the rows by reading through the file.
 * Returns its path in `cwd`. AppError `unprocessable` when it cannot be read.
 */
export async function convertBareShp(
  gdal: Gdal,
  source: { path: string; fileName: string },
  { cwd, signal }: { cwd: string; signal?: AbortSignal },
): Promise<string> {
  // A copy of its own: GDAL writes what is missing beside it.
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
    throw unprocessable(
      'dbadmin.unreadable_shp',
      'The .shp cannot be read by itself; pack it in a zip with its .dbf, .shx and .prj.',
    );
  }
}
