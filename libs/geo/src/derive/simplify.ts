import type { Crs } from '../crs/crs.ts';
import type { Gdal } from '../gdal/gdal.ts';
import type { SimplifyRequest } from '../reader-protocol/derive-types.ts';
import { deriveFailure } from './failure.ts';
import { plural } from './plural.ts';
import { runTask, fileIn } from './types.ts';
import type { DerivedFile, DeriveOptions, DeriveSource, SpatialReference } from './types.ts';

const MERCATOR = new Set([3857, 900913, 102100]);

/**
 * A GeoPackage in which the lines and polygons of a layer have only as many positions as they need to stay within a
 * tolerance in metres; its other tables come along as they are. Neighbours keep their common borders, and polygons stay
 * valid.
 */
export async function simplifyVector(
  gdal: Gdal,
  { path, layer, reference, tolerance }: DeriveSource & { reference: SpatialReference; tolerance: number },
  options: DeriveOptions,
): Promise<DerivedFile> {
  options.progress?.(0, 'Simplifying the geometries');
  try {
    const output = fileIn(options, 'simplified.gpkg');
    const request = {
      task: 'simplifyLayer',
      file: path,
      output,
      layer,
      tolerance,
      units: unitsOf(reference.crs),
    } as const;
    const { featureCount, warnings, unchanged } = await runTask(gdal, request, options);
    const left = plural(unchanged, {
      one: '1 feature has curves or cannot be read and was not simplified.',
      many: `${unchanged} features have curves or cannot be read and were not simplified.`,
    });
    return { path: output, featureCount, warnings: [...warnings, ...left] };
  } catch (error) {
    throw deriveFailure(
      error,
      `The layer "${layer}" cannot be simplified on this server; filter or clip it first.`,
    );
  }
}

function unitsOf({ srid, kind, wkt }: Crs): SimplifyRequest['units'] {
  if (kind === 'geographic' || srid === 4326) return { kind: 'degrees', metres: 0 };
  if (srid !== undefined && MERCATOR.has(srid)) return { kind: 'mercator', metres: 1 };
  // The unit of a projected system comes last; axes may repeat it.
  const factor = [...(wkt ?? '').matchAll(/(?:LENGTHUNIT|UNIT)\["[^"]*",([\d.eE+-]+)/g)].at(-1)?.[1];
  return { kind: 'plane', metres: Number(factor ?? 1) || 1 };
}
