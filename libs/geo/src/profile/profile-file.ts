import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { toGeoError } from '../gdal/gdal.ts';
import type { Gdal, GdalOptions } from '../gdal/gdal.ts';
import { runReaderTask } from '../reader-client/run-task.ts';
import { summarizeWithGdal } from '../gdal/ogrinfo.ts';
import { linkSource, placeSource } from '../source/source-file.ts';
import type { SourceFile } from '../source/source-file.ts';
import type { Problem, DataProfile } from '../inspect/types.ts';
import { featureProblems, layerProblems, MAX_PROBLEMS, repeatedFields } from './problems.ts';
import type { LayerProfile } from '../reader-protocol/profile-types.ts';
import { findInvalidPolygons } from './invalid-polygons.ts';

export interface ProfileOptions {
  /** An empty folder of the caller's. */
  cwd: string;
  /** The file that was brought, when the GeoPackage is our working copy of it. */
  original?: SourceFile;
  signal?: AbortSignal;
  /** For the look through the features, and for the look at areas, each; default five minutes. */
  milliseconds?: number;
}

const SOURCE = 'surveyed.gpkg';
const AREAS = 'areas.gpkg';

/**
 * Reads all features of a GeoPackage: the ranges of its fields and the problems of its geometries.
 * AppError `unprocessable` when the file defeats its reader.
 */
export async function profileFile(gdal: Gdal, path: string, options: ProfileOptions): Promise<DataProfile> {
  const { cwd, original, signal, milliseconds = 5 * 60_000 } = options;
  const run = { cwd, ...(signal ? { signal } : {}) };
  try {
    const file = await linkSource(path, cwd, SOURCE);
    const bounds = { isOurs: original !== undefined, ranges: true, features: null, milliseconds };
    const found = await profileJobFile(gdal, file, { ...run, ...bounds });
    const repeated = original ? await repeatedIn(gdal, original, run) : [];
    return {
      ...found,
      problems: [...repeated, ...found.problems].slice(0, MAX_PROBLEMS),
      problemCount: found.problemCount + repeated.length,
    };
  } catch (error) {
    throw toGeoError(
      error,
      'vault.inspection_failed',
      'The file could not be examined; check it in a desktop GIS.',
    );
  }
}

/** Our copy has given them names of their own already. */
async function repeatedIn(gdal: Gdal, original: SourceFile, run: GdalOptions): Promise<Problem[]> {
  const input = await placeSource(original, run.cwd, run.signal);
  const { layers } = await summarizeWithGdal(gdal, input, { ...run, timeLimitMs: 120_000 });
  return repeatedFields(layers);
}

interface PlacedOptions extends GdalOptions {
  isOurs: boolean;
  ranges: boolean;
  features: number | null;
  milliseconds: number;
}

/** The same for a file that is in the job's folder already. */
export async function profileJobFile(gdal: Gdal, file: string, options: PlacedOptions): Promise<DataProfile> {
  const { isOurs, ranges, features, milliseconds, ...run } = options;
  const limits = { cpuSeconds: Math.ceil(milliseconds / 1000) + 60 };
  await rm(join(run.cwd, AREAS), { force: true });
  const { layers, areas } = await runReaderTask(
    gdal,
    { task: 'profileLayers', file, ranges, features, milliseconds, areas: AREAS },
    { ...run, limits, timeLimitMs: milliseconds + 60_000 },
  );
  const invalid =
    areas === 0
      ? { areas: [], total: 0 }
      : await findInvalidPolygons(gdal, AREAS, { ...run, limits, timeLimitMs: milliseconds });
  const ofLayers = layers.flatMap((layer) => layerProblems(layer, { isOurs }));
  const ofFeatures = layers.flatMap((layer, i) =>
    featureProblems(layer, invalid?.areas.filter((area) => area.layer === i) ?? []),
  );
  const faults = layers.reduce((sum, { faultCount }) => sum + faultCount, 0);
  return {
    layers: layers.map(({ layer, types, withoutGeometry, ranges: found }) => ({
      name: layer.name,
      geometryTypes: Object.keys(types).toSorted((a, b) => types[b]! - types[a]!),
      withoutGeometry,
      ranges: found,
    })),
    problems: [...ofLayers, ...ofFeatures].slice(0, MAX_PROBLEMS),
    problemCount: ofLayers.length + faults + (invalid?.total ?? 0),
    warnings: [
      ...layers.flatMap((layer) => leftOut(layer, ranges)),
      ...(invalid ? [] : ['Polygons could not be checked for self-intersections on this server.']),
    ],
  };
}

function leftOut({ layer, features, isComplete, ranges, withoutGeometry }: LayerProfile, wanted: boolean) {
  const sentences: string[] = [];
  const count = layer.featureCount.toLocaleString('en');
  if (!isComplete)
    sentences.push(
      `Of the layer "${layer.name}" only the first ${features.toLocaleString('en')} of ${count} features were examined so far.`,
    );
  if (wanted && ranges === null)
    sentences.push(
      `The values of the layer "${layer.name}" were not measured, because that would have taken too long.`,
    );
  if (withoutGeometry > 0)
    sentences.push(
      `${withoutGeometry.toLocaleString('en')} ${withoutGeometry === 1 ? 'feature' : 'features'} of the layer "${layer.name}" ${withoutGeometry === 1 ? 'has' : 'have'} no geometry and will not be on the map.`,
    );
  return sentences;
}
