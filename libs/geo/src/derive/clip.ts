import { badRequest } from '@cairn/service/errors';
import type { Gdal } from '../gdal/gdal.ts';
import { deriveFailure } from './failure.ts';
import { cutDoubtfulPieces, cutPieces } from './pieces-sql.ts';
import { plural } from './plural.ts';
import { runTask, fileIn, gdalOptions } from './types.ts';
import type { DerivedFile, DeriveOptions, DeriveSource } from './types.ts';

/**
 * A GeoPackage with the parts of a layer's features in a region (a file of `buildClipRegion`); its other tables are copied. Features
 * within the region stay byte for byte; of those that cross its boundary polygons remain polygons and lines remain lines.
 * @throws {AppError} bad_request when nothing is in the region.
 */
export async function clipVector(
  gdal: Gdal,
  { path, layer, region }: DeriveSource & { region: string },
  options: DeriveOptions,
): Promise<DerivedFile> {
  const { progress } = options;
  const at = (name: string) => fileIn(options, name);
  const run = gdalOptions(options);
  try {
    progress?.(0.1, 'Finding the features in the area');
    const work = at('places.sqlite');
    const files = { crossing: at('crossing.gpkg'), doubtful: at('doubtful-crossing.gpkg') };
    const scan = { file: path, layer, region, output: work, ...files };
    const found = await runTask(gdal, { task: 'scanForClip', ...scan }, options);
    const cuts: string[] = [];
    if (found.crossing > 0) {
      progress?.(0.3, 'Cutting the features at the boundary');
      cuts.push(at('cut.gpkg'));
      await cutPieces(gdal, { input: files.crossing, output: at('cut.gpkg') }, run);
    }
    if (found.doubtful > 0) {
      progress?.(0.5, 'Repairing and cutting features at the boundary');
      cuts.push(at('cut-doubtful.gpkg'));
      const doubtful = {
        input: files.doubtful,
        output: at('cut-doubtful.gpkg'),
        hasCurves: found.curved > 0,
      };
      await cutDoubtfulPieces(gdal, doubtful, run);
    }
    progress?.(0.6, 'Writing the features');
    const output = at('clipped.gpkg');
    const reply = await runTask(
      gdal,
      { task: 'writeClipped', file: path, layer, output, work, cuts },
      options,
    );
    if (reply.featureCount === 0) {
      throw badRequest(
        'vault.nothing_fits',
        `No feature of the layer "${layer}" is in the area. Nothing was created.`,
      );
    }
    const { featureCount, repaired } = reply;
    const { curved, unreadable } = found;
    const warnings = warningsOf({ repaired, curved, lost: reply.lost + unreadable });
    return { path: output, featureCount, warnings: [...warnings, ...reply.warnings] };
  } catch (error) {
    throw deriveFailure(
      error,
      `The layer "${layer}" cannot be clipped; repair its geometries in a desktop GIS.`,
    );
  }
}

function warningsOf(of: { repaired: number; curved: number; lost: number }): string[] {
  return [
    ...plural(of.repaired, {
      one: '1 feature at the boundary was invalid and was repaired before clipping.',
      many: `${of.repaired} features at the boundary were invalid and were repaired before clipping.`,
    }),
    ...plural(of.curved, {
      one: '1 feature at the boundary had curves, which were converted to straight lines.',
      many: `${of.curved} features at the boundary had curves, which were converted to straight lines.`,
    }),
    ...plural(of.lost, {
      one: '1 feature at the boundary could not be read and was left out.',
      many: `${of.lost} features at the boundary could not be read and were left out.`,
    }),
  ];
}
