import type { Gdal } from '../gdal/gdal.ts';
import type { Grouping } from '../reader-protocol/dissolve-types.ts';
import { deriveFailure } from './failure.ts';
import { runTask, fileIn } from './types.ts';
import type { DerivedFile, DeriveOptions, DeriveSource } from './types.ts';
import { mergeGroups } from './unite.ts';

/**
 * A GeoPackage in which the features of a layer are united: to one, or to one for each value of a field, with their number
 * and the sums of numeric fields. Its other tables come along as they are.
 */
export async function dissolveVector(
  gdal: Gdal,
  { path, layer, field, sums }: DeriveSource & Grouping,
  options: DeriveOptions,
): Promise<DerivedFile> {
  try {
    const grouping = { file: path, layer, field, sums };
    const { work, warnings } = await mergeGroups(gdal, grouping, options);
    options.progress?.(0.85, 'Writing the merged features');
    const output = fileIn(options, 'dissolved.gpkg');
    const reply = await runTask(gdal, { task: 'writeDissolved', ...grouping, output, work }, options);
    return { path: output, featureCount: reply.featureCount, warnings: [...warnings, ...reply.warnings] };
  } catch (error) {
    throw deriveFailure(
      error,
      `The geometries of the layer "${layer}" cannot be merged on this server. Dissolve by a field, clip the layer first, or repair it in a desktop GIS.`,
    );
  }
}
