import type { Gdal } from '../gdal.ts';
import type { Grouping } from '../geopackage/groups.ts';
import { runGeopackageTool } from '../geopackage/run-tool.ts';
import { placeSource } from '../source.ts';
import { deriveFailure } from './failure.ts';
import { toolOptions } from './types.ts';
import { uniteGroups, UNITED } from './unite.ts';
import type { DerivedFile, DeriveOptions, DeriveSource } from './types.ts';

const OUTPUT = 'dissolved.gpkg';

/**
 * A GeoPackage in which the features of a layer are united: to one, or to one for each value of a field, with their number
 * and the sums of numeric fields. Its other tables come along as they are.
 */
export async function dissolveVector(
  gdal: Gdal,
  { path, layer, field, sums }: DeriveSource & Grouping,
  options: DeriveOptions,
): Promise<DerivedFile> {
  const { progress } = options;
  const run = toolOptions(options);
  try {
    const file = await placeSource({ path, format: 'GPKG' }, options.cwd);
    const grouping = { file, layer, field, sums };
    const united = await uniteGroups(gdal, grouping, options);
    progress?.(0.85, 'Writing the merged features');
    const reply = await runGeopackageTool(
      gdal,
      { task: 'dissolveWrite', ...grouping, output: OUTPUT, work: UNITED },
      run,
    );
    return { path: OUTPUT, featureCount: reply.featureCount, warnings: [...united, ...reply.warnings] };
  } catch (error) {
    throw deriveFailure(
      error,
      `The shapes of the layer "${layer}" cannot be merged on this server; dissolve by a field, clip the layer first, or repair it in a desktop GIS.`,
    );
  }
}
