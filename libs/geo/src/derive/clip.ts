import { badRequest } from '@cairn/service';
import type { Gdal } from '../gdal.ts';
import { runGeopackageTool } from '../geopackage/run-tool.ts';
import { placeSource } from '../source.ts';
import { deriveFailure } from './failure.ts';
import { cutDoubtfulPieces, cutPieces } from './pieces-sql.ts';
import { makeRegion } from './region.ts';
import type { Area, Ground } from './region.ts';
import { toolOptions } from './types.ts';
import type { DerivedFile, DeriveOptions, DeriveSource } from './types.ts';

const OUTPUT = 'clipped.gpkg';
const WORK = 'places.sqlite';

/**
 * A GeoPackage with what of the features of a layer lies in an area; its other tables come along as they are. Features
 * within it stay as they are to the byte; of those that cross its boundary polygons remain polygons and lines remain lines.
 * AppError `bad_request` when nothing lies in the area.
 */
export async function clipVector(
  gdal: Gdal,
  { path, layer, ground, area }: DeriveSource & { ground: Ground; area: Area },
  options: DeriveOptions,
): Promise<DerivedFile> {
  const { progress } = options;
  const run = toolOptions(options);
  try {
    progress?.(0, 'Placing the area on the layer');
    const { region, warnings } = await makeRegion(gdal, { area, ground }, options);
    const file = await placeSource({ path, format: 'GPKG' }, options.cwd);
    progress?.(0.1, 'Finding the features in the area');
    const files = { crossing: 'crossing.gpkg', doubtful: 'doubtful-crossing.gpkg' };
    const found = await runGeopackageTool(
      gdal,
      { task: 'clipScan', file, layer, region, output: WORK, ...files },
      run,
    );
    const cuts: string[] = [];
    if (found.crossing > 0) {
      progress?.(0.3, 'Cutting the features at the boundary');
      await cutPieces(gdal, { input: files.crossing, output: 'cut.gpkg' }, run);
      cuts.push('cut.gpkg');
    }
    if (found.doubtful > 0) {
      progress?.(0.5, 'Repairing and cutting features at the boundary');
      const doubtful = { input: files.doubtful, output: 'cut-doubtful.gpkg', hasCurves: found.curved > 0 };
      await cutDoubtfulPieces(gdal, doubtful, run);
      cuts.push('cut-doubtful.gpkg');
    }
    progress?.(0.6, 'Writing the features');
    const reply = await runGeopackageTool(
      gdal,
      { task: 'clipWrite', file, layer, output: OUTPUT, work: WORK, cuts },
      run,
    );
    if (reply.featureCount === 0) {
      throw badRequest(
        'vault.nothing_fits',
        `No feature of the layer "${layer}" lies in the area; nothing was made.`,
      );
    }
    const { repaired } = reply;
    const lost = reply.lost + found.unreadable;
    return {
      path: OUTPUT,
      featureCount: reply.featureCount,
      warnings: [...warnings, ...warningsOf({ repaired, lost }), ...reply.warnings],
    };
  } catch (error) {
    throw deriveFailure(
      error,
      `The layer "${layer}" cannot be clipped; repair its geometries in a desktop GIS.`,
    );
  }
}

function warningsOf({ repaired, lost }: { repaired: number; lost: number }): string[] {
  return [
    ...(repaired > 0 ? [`${features(repaired)} at the boundary had to be repaired before cutting.`] : []),
    ...(lost > 0 ? [`${features(lost)} at the boundary could not be read and were left out.`] : []),
  ];
}

function features(count: number): string {
  return count === 1 ? '1 feature' : `${count} features`;
}
