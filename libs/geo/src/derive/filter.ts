import { badRequest } from '@cairn/service/errors';
import type { Gdal } from '../gdal/gdal.ts';
import { deriveFailure } from './failure.ts';
import { runTask, fileIn } from './types.ts';
import type { DerivedFile, DeriveOptions, DeriveSource } from './types.ts';

/**
 * A GeoPackage with the features of a layer that meet a condition; its other tables are copied.
 * AppError `bad_request` for what is not a condition on the layer, and when no feature fits.
 */
export async function filterVector(
  gdal: Gdal,
  { path, layer, where }: DeriveSource & { where: string },
  options: DeriveOptions,
): Promise<DerivedFile> {
  options.progress?.(0, 'Copying the matching features');
  try {
    const output = fileIn(options, 'filtered.gpkg');
    const reply = await runTask(gdal, { task: 'filterLayer', file: path, output, layer, where }, options);
    if (reply.featureCount === 0) {
      throw badRequest(
        'vault.nothing_fits',
        `No feature of the layer "${layer}" matches the condition. Nothing was created.`,
      );
    }
    return { path: output, ...reply };
  } catch (error) {
    throw deriveFailure(error, `The layer "${layer}" cannot be filtered; check it in a desktop GIS.`);
  }
}
