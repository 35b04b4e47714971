import { badRequest } from '@cairn/service/errors';
import { findEpsg } from '../crs/epsg.ts';
import type { EpsgDefinition } from '../geopackage/spatial-reference.ts';
import type { Gdal } from '../gdal/gdal.ts';
import { resolveCrs } from '../crs/resolve-crs.ts';
import { deriveFailure } from './failure.ts';
import { plural } from './plural.ts';
import { moveAll, extractShapes } from './shapes.ts';
import { runTask, fileIn } from './types.ts';
import type { DerivedFile, DeriveOptions, DeriveSource, SpatialReference } from './types.ts';

/** The system of an EPSG code. @throws {AppError} bad_request for an unknown one, and for one with heights. */
async function findTarget(gdal: Gdal, srid: number, { cwd, signal }: DeriveOptions): Promise<EpsgDefinition> {
  const [entry] = findEpsg([srid]);
  if (!entry || entry.kind === 'compound') {
    throw badRequest(
      'vault.no_such_crs',
      `EPSG:${srid} is not a projected or geographic coordinate system. Search for one by name.`,
    );
  }
  const { crs, definition } = await resolveCrs(gdal, srid, { cwd, ...(signal ? { signal } : {}) });
  return { srid, name: crs.name, definition };
}

/**
 * A GeoPackage in which one layer has another CRS; its other tables are copied. Each position is transformed, with its height and
 * measure; edges are not divided.
 */
export async function reprojectVector(
  gdal: Gdal,
  { path, layer, reference, srid }: DeriveSource & { reference: SpatialReference; srid: number },
  options: DeriveOptions,
): Promise<DerivedFile> {
  const { progress } = options;
  try {
    const srs = await findTarget(gdal, srid, options);
    progress?.(0.05, 'Reading the geometries');
    const taken = await extractShapes(gdal, { path, layer, name: 'shapes', raw: true }, options);
    progress?.(0.2, 'Transforming the geometries');
    const way = { from: reference.srs, to: `EPSG:${srid}` };
    const inputs = await moveAll(gdal, { ...way, inputs: taken.inputs }, options);
    progress?.(0.7, 'Writing the features');
    const output = fileIn(options, 'reprojected.gpkg');
    const put = { task: 'replaceShapes', file: path, layer, output, inputs, srs } as const;
    const { featureCount, lost, warnings } = await runTask(gdal, put, options);
    if (featureCount === 0) {
      throw badRequest(
        'vault.nothing_fits',
        `No feature of the layer "${layer}" can be transformed to EPSG:${srid}. Nothing was created.`,
      );
    }
    const left = plural(lost, {
      one: `1 feature cannot be transformed to EPSG:${srid} and was left out.`,
      many: `${lost} features cannot be transformed to EPSG:${srid} and were left out.`,
    });
    return { path: output, featureCount, warnings: [...warnings, ...left] };
  } catch (error) {
    throw deriveFailure(
      error,
      `The layer "${layer}" cannot be reprojected; check its geometries in a desktop GIS.`,
    );
  }
}
