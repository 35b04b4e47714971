import { unprocessable } from '@cairn/service/errors';
import { missingCrs, missingCrsSentences } from '../crs/crs.ts';
import type { MissingCrs } from '../crs/crs.ts';
import { toGeoError } from '../gdal/gdal.ts';
import type { Gdal, GdalOptions } from '../gdal/gdal.ts';
import { scanGeoJson } from './scan-geojson.ts';
import { runReaderTask } from '../reader-client/run-task.ts';
import { layerCrs, layerGeometryType } from '../geopackage/declared-types.ts';
import type { GeopackageLayer } from '../geopackage/types.ts';
import { NOT_GEOREFERENCED } from '../inspect/inspect-raster.ts';
import { summarizeWithGdal, parseOgrinfo } from '../gdal/ogrinfo.ts';
import type { LayerSummary } from '../gdal/ogrinfo.ts';
import { headerExtent, rasterCrs, readRasterHeader } from '../inspect/raster-header.ts';
import { extractRemoteLayer } from '../remote/extract.ts';
import { readRemoteLayers } from '../remote/layers.ts';
import { placeSource } from './source-file.ts';
import type { SourceFile } from './source-file.ts';
import { quickCheck } from '../profile/quick-check.ts';
import type { Findings } from '../profile/quick-check.ts';
import { MAX_PROBLEMS, repeatedFields } from '../profile/problems.ts';

export interface CheckOptions {
  /** An empty folder of the caller's, removed by the caller. */
  cwd: string;
  signal?: AbortSignal;
}

/**
 * Makes sure that a file is what it claims: its content is scanned for what must not be opened, then GDAL opens it, and
 * it must be the right driver that does. Returns the layers of a vector file; none for a raster.
 * Throws AppError `unprocessable` with a sentence for the user.
 */
export async function checkSource(
  gdal: Gdal,
  source: SourceFile,
  options: CheckOptions,
): Promise<LayerSummary[]> {
  return (await openSource(gdal, source, options)).layers;
}

/** The same, and what a first look at its contents finds wrong with them; that refuses nothing. */
export async function examineSource(
  gdal: Gdal,
  source: SourceFile,
  options: CheckOptions,
): Promise<{ layers: LayerSummary[]; findings: Findings; missingCrs?: MissingCrs }> {
  const { input, ...opened } = await openSource(gdal, source, options);
  const { layers } = opened;
  const found = await quickCheck(gdal, source, { ...options, input });
  const repeated = repeatedFields(layers);
  const problems = [...repeated, ...found.problems].slice(0, MAX_PROBLEMS);
  const warnings = [...opened.warnings, ...found.warnings];
  const problemCount = found.problemCount + repeated.length;
  return {
    layers,
    ...(opened.missingCrs ? { missingCrs: opened.missingCrs } : {}),
    findings: { problems, problemCount, warnings },
  };
}

async function openSource(
  gdal: Gdal,
  source: SourceFile,
  options: CheckOptions,
): Promise<{ input: string } & Outline> {
  if (source.format === 'GeoJSON') await scanGeoJson(source.path, options.signal);
  const input = await placeSource(source, options.cwd, options.signal);
  try {
    const { layers, ...found } = await outline(gdal, source, { ...options, input });
    if (source.format !== 'GTiff' && layers.length === 0) {
      throw unprocessable('vault.no_layers', 'The file has no layer with geometries.');
    }
    return { input, layers, ...found };
  } catch (error) {
    throw toGeoError(
      error,
      'vault.unreadable',
      `The file cannot be read as ${NAMES[source.format]}; export it again.`,
    );
  }
}

const NAMES = {
  GPKG: 'a GeoPackage',
  GeoJSON: 'GeoJSON',
  'ESRI Shapefile': 'a shapefile',
  GTiff: 'a GeoTIFF',
} as const;

/** A few rows of a GeoPackage in a file of our own. */
const SAMPLE = 'sample.gpkg';

interface Outline {
  layers: LayerSummary[];
  /** On layers without a coordinate system. */
  warnings: string[];
  /** Of the layer that is worst off. */
  missingCrs?: MissingCrs;
}

async function outline(
  gdal: Gdal,
  source: SourceFile,
  options: CheckOptions & { input: string },
): Promise<Outline> {
  if (source.format === 'GTiff') return outlineRaster(gdal, source, options);
  const layers = await outlineLayers(gdal, source, options);
  const missing = layers.flatMap(({ missingCrs: state }) => state ?? []);
  const worst = missing.includes('unplaced') ? 'unplaced' : missing[0];
  return { layers, warnings: missingCrsSentences(layers), ...(worst ? { missingCrs: worst } : {}) };
}

async function outlineRaster(
  gdal: Gdal,
  source: SourceFile,
  { input, ...options }: CheckOptions & { input: string },
): Promise<Outline> {
  const run = { timeLimitMs: 120_000, ...options, ...(source.env ? { env: source.env } : {}) };
  const header = await readRasterHeader(gdal, input, run);
  const missing = missingCrs(rasterCrs(header));
  if (!missing) return { layers: [], warnings: [] };
  // A CRS would not place it either.
  if (!headerExtent(header)) return { layers: [], warnings: [NOT_GEOREFERENCED] };
  return {
    layers: [],
    warnings: missingCrsSentences([{ name: '', missingCrs: missing }]),
    missingCrs: missing,
  };
}

async function outlineLayers(
  gdal: Gdal,
  source: SourceFile,
  { input, ...options }: CheckOptions & { input: string },
): Promise<LayerSummary[]> {
  const run = { timeLimitMs: 120_000, ...options, ...(source.env ? { env: source.env } : {}) };
  if (source.format === 'GPKG') return outlineGeopackage(gdal, source, { ...run, input });
  const { driver, layers } = await summarizeWithGdal(gdal, input, run);
  if (driver !== source.format) {
    throw unprocessable('vault.content_mismatch', `The file is not ${NAMES[source.format]}.`);
  }
  return layers;
}

/**
 * GDAL would run the views of a GeoPackage in order to list them. So our own reader goes first, which looks at plain
 * tables alone, and GDAL gets a clean copy of a few rows to prove itself on.
 */
async function outlineGeopackage(
  gdal: Gdal,
  source: SourceFile,
  { input, ...run }: GdalOptions & { input: string },
): Promise<LayerSummary[]> {
  const sample = { output: SAMPLE, limit: 20 };
  const layers = source.env
    ? await readRemoteLayers(gdal, source, run)
    : (await runReaderTask(gdal, { task: 'outline', file: input, ...sample }, run)).layers;
  const first = layers[0];
  if (first) {
    if (source.env)
      await extractRemoteLayer(gdal, source, { ...run, layer: first, limit: sample.limit, target: SAMPLE });
    const { stdout } = await gdal.run('ogrinfo', ['-ro', '-so', '-al', SAMPLE], run);
    if (parseOgrinfo(stdout).driver !== 'GPKG')
      throw unprocessable('vault.content_mismatch', 'The file is not a GeoPackage.');
  }
  return layers.map((layer) => ({
    name: layer.name,
    geometryType: layerGeometryType(layer.geometryType),
    featureCount: layer.featureCount,
    srid: layer.srs?.organization.toUpperCase() === 'EPSG' ? layer.srs.code : null,
    ...missingIn(layer),
  }));
}

function missingIn(layer: GeopackageLayer): Pick<LayerSummary, 'missingCrs'> {
  const missing = missingCrs(layerCrs(layer));
  return missing ? { missingCrs: missing } : {};
}
