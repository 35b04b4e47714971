import type { Gdal } from '../gdal/gdal.ts';
import { moveAll, repairAll, extractShapes } from './shapes.ts';
import { runTask, fileIn } from './types.ts';
import type { DeriveOptions, DeriveSource, SpatialReference } from './types.ts';

/** A layer of another file, with its place. */
export interface OtherLayer {
  /** Absolute path of a GeoPackage. */
  path: string;
  layer: string;
  geometryType: string;
  reference: SpatialReference;
}

export const DEGREES = 'EPSG:4326';
const STEP_METRES = 10_000;
const STEP_DEGREES = 0.1;

/**
 * Finds which shapes of two layers may meet, in the CRS of the first one; with `nearest`, in degrees, which may be nearest.
 * Returns the file with the pairs; null without pairs.
 */
export async function pairShapes(
  gdal: Gdal,
  {
    path,
    layer,
    reference,
    other,
    nearest = false,
  }: DeriveSource & { reference: SpatialReference; other: OtherLayer; nearest?: boolean },
  options: DeriveOptions,
): Promise<{ pairs: string | null; warnings: string[] }> {
  const { progress } = options;
  const common = nearest ? DEGREES : reference.srs;
  progress?.(0, 'Reading the geometries');
  const own = await extractShapes(gdal, { path, layer, name: 'own' }, options);
  progress?.(0.15, 'Reading the geometries of the other dataset');
  const theirs = await extractShapes(gdal, { path: other.path, layer: other.layer, name: 'other' }, options);
  const placed = async (inputs: string[], from: SpatialReference) => {
    if (from.srs === common) return inputs;
    const step = from.crs.kind === 'geographic' ? STEP_DEGREES : STEP_METRES;
    const moved = await moveAll(gdal, { inputs, from: from.srs, to: common, step }, options);
    return repairAll(gdal, moved, options);
  };
  const inputs = await placed(own.inputs, reference);
  const others = await placed(theirs.inputs, other.reference);
  progress?.(0.3, 'Finding features that are near each other');
  const output = fileIn(options, 'pairs.gpkg');
  const { pairs } = await runTask(gdal, { task: 'findPairs', inputs, others, output, nearest }, options);
  return { pairs: pairs > 0 ? output : null, warnings: [...own.warnings, ...theirs.warnings] };
}
