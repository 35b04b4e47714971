import type { Gdal } from '../gdal/gdal.ts';
import { deriveFailure } from './failure.ts';
import { pairShapes } from './pairs.ts';
import type { OtherLayer } from './pairs.ts';
import { measurePairs, testPairs } from './pieces-sql.ts';
import type { JoinTest } from './pieces-sql.ts';
import { plural } from './plural.ts';
import { runTask, fileIn, gdalOptions } from './types.ts';
import type { DerivedFile, DeriveOptions, DeriveSource, SpatialReference } from './types.ts';

export interface Joining {
  other: OtherLayer;
  predicate: JoinTest | 'nearest';
}

/**
 * A GeoPackage in which each feature of a layer has the attributes of the feature of another layer that it intersects,
 * contains or is within (the first of several, in the order of that layer), or that is nearest on the frame. Features
 * without one stay, without values. Its other tables come along as they are.
 */
export async function joinVector(
  gdal: Gdal,
  { path, layer, reference, other, predicate }: DeriveSource & Joining & { reference: SpatialReference },
  options: DeriveOptions,
): Promise<DerivedFile> {
  const nearest = predicate === 'nearest';
  try {
    const { pairs, warnings } = await pairShapes(gdal, { path, layer, reference, other, nearest }, options);
    const inputs: string[] = [];
    if (pairs !== null) {
      options.progress?.(0.4, 'Comparing features');
      const output = fileIn(options, 'compared.gpkg');
      inputs.push(output);
      if (predicate === 'nearest') await measurePairs(gdal, { input: pairs, output }, gdalOptions(options));
      else await testPairs(gdal, { input: pairs, output, test: predicate }, gdalOptions(options));
    }
    options.progress?.(0.8, 'Writing the features');
    const output = fileIn(options, 'joined.gpkg');
    const request = { task: 'writeJoined', file: path, output, layer, inputs, nearest } as const;
    const reply = await runTask(gdal, { ...request, other: other.path, otherLayer: other.layer }, options);
    const without = reply.featureCount - reply.matched;
    return {
      path: output,
      featureCount: reply.featureCount,
      warnings: [
        ...warnings,
        ...reply.warnings,
        ...plural(without, {
          one: '1 feature has no counterpart in the other dataset.',
          many: `${without} features have no counterpart in the other dataset.`,
        }),
      ],
    };
  } catch (error) {
    throw deriveFailure(
      error,
      `The layers "${layer}" and "${other.layer}" cannot be joined; check their geometries in a desktop GIS.`,
    );
  }
}
