import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { clampToWorld, fromWgs84 } from '../crs/extent.ts';
import type { Extent } from '../crs/extent.ts';
import { toGeoError } from '../gdal/gdal.ts';
import type { Gdal, GdalOptions } from '../gdal/gdal.ts';
import type { SampleReply } from '../reader-protocol/row-types.ts';
import type { Reader } from '../reader-client/reader.ts';
import { runReaderTask } from '../reader-client/run-task.ts';
import { findLines, readLines, sizeOf, withinBytes } from './geojson-lines.ts';
import type { Line } from './geojson-lines.ts';
import { chooseLayer, requireSpatialReference } from '../crs/layer-reference.ts';
import { EXTRACT, extractRemoteLayer } from '../remote/extract.ts';
import { linkSource } from '../source/source-file.ts';
import type { LayerInfo } from '../inspect/types.ts';

export interface VectorPreviewOptions {
  /** A GeoPackage. */
  path: string;
  /** For a remote file; see SourceFile. */
  env?: Record<string, string>;
  /** Its layers, as `inspectDataset` found them. */
  layers: LayerInfo[];
  /** Name of the layer; by default the first. */
  layer?: string;
  /** West, south, east, north in degrees. */
  bbox?: Extent;
  /** Most features; default 5,000. */
  limit?: number;
  /** Width of the view in pixels; default 1,024. */
  width?: number;
  /** Most bytes of the answer; default 4 MiB. */
  maxBytes?: number;
  /** An empty folder of the caller's. */
  cwd: string;
  signal?: AbortSignal;
  /** Running reader processes, for callers that wait for the answer. */
  reader?: Reader;
}

/** Shapes of fewer bytes are sent as they are. */
const WHOLE_BYTES = 1.5 * 1024 * 1024;
/** Of a position in two dimensions. */
const BYTES_EACH = 16;
const MAX_GEOMETRY_BYTES = 96 * 1024 * 1024;
/** Most bytes that GDAL may write before the answer is cut to size. */
const MAX_DRAWN_BYTES = 512 * 1024 * 1024;
const TARGET = 'preview.geojson';

/**
 * A bounded GeoJSON FeatureCollection (RFC 7946: WGS84, longitude before latitude) of one layer, as text. An even
 * sample when there are more than `limit` features; lines and outlines are thinned to half a pixel of the view.
 * Foreign members: layer, layers, complete, simplified, total, returned, bbox.
 * AppError `bad_request` for an unknown layer, `unprocessable` when the layer cannot be placed or drawn.
 */
export async function previewVector(gdal: Gdal, options: VectorPreviewOptions): Promise<string> {
  const { limit = 5_000, width = 1_024, maxBytes = 4 * 1024 * 1024, cwd, signal } = options;
  const layer = chooseLayer(options.layers, options.layer);
  const { crs, srs } = requireSpatialReference(layer);
  const run = { cwd, ...(signal ? { signal } : {}) };
  try {
    const box = options.bbox ? await fromWgs84(gdal, options.bbox, { crs, cwd }) : null;
    if (options.bbox && !box) return collection(options, layer, { lines: [], total: 0, simplified: false });
    const view = box ?? layer.extent ?? null;
    const halfPixel = view ? Math.max(view[2] - view[0], view[3] - view[1]) / width / 2 : 0;
    // So many need no thinning by GDAL, whose time grows with the square of what crosses itself.
    const maxPositions = Math.min(WHOLE_BYTES, maxBytes / 2) / BYTES_EACH;
    const sample = await takeSample(gdal, options, { layer, limit, box, halfPixel, maxPositions, run });
    const simplifies =
      !layer.geometryType.endsWith('Point') && sample.geometryBytes > Math.min(WHOLE_BYTES, maxBytes / 2);
    let tolerance = simplifies ? halfPixel : 0;
    let lines: Line[] = [];
    // An answer that is still too large is drawn more coarsely; what remains too large loses features.
    for (let attempt = 0; attempt < 3; attempt += 1) {
      lines = await toGeoJson(gdal, {
        ...run,
        tolerance,
        srs,
        degrees: degreesOf(options, layer),
        width,
      });
      if (tolerance === 0 || sizeOf(lines) <= maxBytes) break;
      tolerance *= 4;
    }
    return collection(options, layer, {
      lines: await readLines(join(cwd, TARGET), withinBytes(lines, maxBytes)),
      total: sample.total,
      simplified: tolerance > 0 || sample.thinned > 0,
    });
  } catch (error) {
    throw toGeoError(
      error,
      'vault.preview_failed',
      `The layer "${layer.name}" cannot be drawn; check it in a desktop GIS.`,
    );
  }
}

interface Wanted {
  layer: LayerInfo;
  limit: number;
  box: Extent | null;
  /** In units of the layer's CRS; 0 when that is not known. */
  halfPixel: number;
  /** Of all geometries that are large. */
  maxPositions: number;
  run: GdalOptions;
}

/**
 * The features to draw, in a file of our own with one layer, `sample`. Of a remote file a part is fetched first; for a box with more
 * features than requested, their number stays unknown.
 */
async function takeSample(
  gdal: Gdal,
  { path, env, reader }: VectorPreviewOptions,
  { layer, limit, box, halfPixel, maxPositions, run }: Wanted,
): Promise<SampleReply> {
  const file = 'source.gpkg';
  const request = {
    task: 'sample',
    file,
    output: 'sample.gpkg',
    limit,
    maxGeometryBytes: MAX_GEOMETRY_BYTES,
    ...(halfPixel > 0 ? { tolerance: halfPixel, maxPositions } : {}),
  } as const;
  if (!env && reader) {
    const files = { file: resolve(path), output: join(run.cwd, request.output) };
    return reader.run({ ...request, ...files, layer: layer.name, bbox: box }, run);
  }
  if (!env) {
    const lent = await linkSource(path, run.cwd, file);
    return runReaderTask(gdal, { ...request, file: lent, layer: layer.name, bbox: box }, run);
  }
  await extractRemoteLayer(
    gdal,
    { path, format: 'GPKG', env },
    { ...run, layer, limit: limit + 1, target: file, ...(box ? { box } : { spread: layer }) },
  );
  const sample = await runReaderTask(gdal, { ...request, layer: EXTRACT, bbox: null }, run);
  return box ? sample : { ...sample, total: layer.featureCount };
}

function degreesOf({ bbox }: VectorPreviewOptions, layer: LayerInfo): number {
  const extent = bbox ?? layer.extentWgs84 ?? [-180, -90, 180, 90];
  return Math.max(extent[2] - extent[0], extent[3] - extent[1], 1e-6);
}

interface Drawing {
  cwd: string;
  signal?: AbortSignal;
  tolerance: number;
  /** Of the sample, for GDAL. The GeoPackage's own text of it may be missing (EPSG:4979 has none in WKT 1). */
  srs: string;
  degrees: number;
  width: number;
}

/** Reprojects and thins the sample; returns the positions of the features in the file, one for each line. */
async function toGeoJson(gdal: Gdal, drawing: Drawing): Promise<Line[]> {
  const { cwd, signal, tolerance, srs } = drawing;
  const target = join(cwd, TARGET);
  await rm(target, { force: true });
  // Two digits beyond a pixel; points keep at least a decimetre.
  const pixel = Math.ceil(-Math.log10(drawing.degrees / drawing.width)) + 2;
  const digits = Math.min(8, Math.max(tolerance > 0 ? 3 : 6, pixel));
  await gdal.run(
    'ogr2ogr',
    [
      ...['-f', 'GeoJSON', '-s_srs', srs, '-t_srs', 'EPSG:4326'],
      ...(tolerance > 0 ? ['-simplify', String(tolerance)] : []),
      ...['-lco', 'RFC7946=YES', '-lco', `COORDINATE_PRECISION=${digits}`, '-lco', 'WRITE_NAME=NO'],
      ...['-preserve_fid', '-skipfailures', TARGET, 'sample.gpkg', 'sample'],
    ],
    { cwd, timeLimitMs: 60_000, limits: { fileBytes: MAX_DRAWN_BYTES }, ...(signal ? { signal } : {}) },
  );
  return findLines(target);
}

function collection(
  options: VectorPreviewOptions,
  layer: LayerInfo,
  { lines, total, simplified }: { lines: string[]; total: number; simplified: boolean },
): string {
  const members = {
    type: 'FeatureCollection',
    layer: layer.name,
    layers: options.layers.map(({ name }) => name),
    complete: lines.length >= total,
    simplified,
    total,
    returned: lines.length,
    ...(layer.extentWgs84 ? { bbox: clampToWorld(layer.extentWgs84) } : {}),
  };
  return `${JSON.stringify(members).slice(0, -1)},"features":[\n${lines.join(',\n')}\n]}`;
}
