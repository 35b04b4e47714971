import { badRequest } from '@cairn/service/errors';
import type { Gdal } from '../gdal/gdal.ts';
import { deriveFailure } from './failure.ts';
import { pairShapes } from './pairs.ts';
import type { OtherLayer } from './pairs.ts';
import { intersectPairs } from './pieces-sql.ts';
import { runTask, fileIn, gdalOptions } from './types.ts';
import type { DerivedFile, DeriveOptions, DeriveSource, SpatialReference } from './types.ts';

type Dimension = 0 | 1 | 2;

/** Geometry type of the layer, and the other layer. */
export interface Intersecting {
  geometryType: string;
  other: OtherLayer;
}

/**
 * A GeoPackage in which one layer is what its features have in common with those of another layer: a feature for each
 * pair that overlaps, with the attributes of both, of the lower dimension of the two. Its other tables come along as they
 * are.
 * @throws {AppError} bad_request when they have nothing in common.
 */
export async function intersectVector(
  gdal: Gdal,
  {
    path,
    layer,
    reference,
    geometryType,
    other,
  }: DeriveSource & Intersecting & { reference: SpatialReference },
  options: DeriveOptions,
): Promise<DerivedFile> {
  try {
    const { pairs, warnings } = await pairShapes(gdal, { path, layer, reference, other }, options);
    if (pairs === null) throw nothingInCommon();
    options.progress?.(0.4, 'Intersecting features');
    const cut = fileIn(options, 'common.gpkg');
    await intersectPairs(gdal, { input: pairs, output: cut }, gdalOptions(options));
    options.progress?.(0.8, 'Writing the features');
    const output = fileIn(options, 'intersected.gpkg');
    const dimension = lower(dimensionOf(geometryType), dimensionOf(other.geometryType));
    const request = { task: 'writeIntersected', file: path, output, layer, dimension } as const;
    const reply = await runTask(
      gdal,
      { ...request, inputs: [cut], other: other.path, otherLayer: other.layer },
      options,
    );
    if (reply.featureCount === 0) throw nothingInCommon();
    return { path: output, featureCount: reply.featureCount, warnings: [...warnings, ...reply.warnings] };
  } catch (error) {
    throw deriveFailure(
      error,
      `The layers "${layer}" and "${other.layer}" cannot be intersected; check their geometries in a desktop GIS.`,
    );
  }
}

function dimensionOf(geometryType: string): Dimension | null {
  if (/point/i.test(geometryType)) return 0;
  if (/line|curve(?!polygon)|string/i.test(geometryType)) return 1;
  return /polygon|surface/i.test(geometryType) ? 2 : null;
}

function lower(one: Dimension | null, other: Dimension | null): Dimension | null {
  if (one === 0 || other === 0) return 0;
  if (one === null || other === null) return null;
  return Math.min(one, other) as Dimension;
}

function nothingInCommon() {
  return badRequest(
    'vault.nothing_fits',
    'The features of the two datasets do not overlap. Choose another dataset.',
  );
}
