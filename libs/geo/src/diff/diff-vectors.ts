import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Geometry } from 'geojson';
import { crsArgument } from '../crs/crs.ts';
import { toGeoError } from '../gdal/gdal.ts';
import type { Gdal } from '../gdal/gdal.ts';
import { findLines, readLines, withinBytes } from '../preview/geojson-lines.ts';
import type {
  Difference,
  DiffPageRequest,
  DiffReply,
  DiffRequest,
  DiffSummary,
  Side,
} from '../reader-protocol/diff-types.ts';
import { geometryId, geometryLayer } from '../reader-protocol/diff-geometries.ts';
import { sameSrs } from '../geopackage/spatial-reference.ts';
import { layerCrs } from '../geopackage/declared-types.ts';
import type { GeopackageLayer } from '../geopackage/types.ts';
import type { Reader } from '../reader-client/reader.ts';
import { runReaderTask } from '../reader-client/run-task.ts';

const FAILURE = 'The two versions cannot be compared; check them in a desktop GIS.';
const TIME_LIMIT_MS = 5 * 60_000;
/** Shapes of a page that have fewer bytes together are sent as they are. */
const WHOLE_BYTES = 1024 * 1024;
/** Of a page that is thinned: parts of the layer's larger side. */
const FINENESS = 8_192;
const MAX_BYTES = 2 * 1024 * 1024;
const SMALL_BYTES = 16 * 1024 * 1024;
const PAGE = 'page.gpkg';

interface Tools {
  gdal: Gdal;
  reader: Reader;
}

interface CompareOptions {
  cwd: string;
  /** Compares large files one after the other, so that comparisons do not occupy all program slots. */
  inTurn?(work: () => Promise<DiffReply>): Promise<DiffReply>;
}

/**
 * Finds what differs between a layer of two GeoPackages and writes it to `output`, which readDifferences takes. Bounded
 * memory; a million features take seconds. AppError `unprocessable` when a file defeats it.
 */
export async function compareVectors(
  { gdal, reader }: Tools,
  request: DiffRequest,
  { cwd, inTurn = (work) => work() }: CompareOptions,
): Promise<DiffReply> {
  const task = { task: 'diff' as const, ...request };
  try {
    const sizes = await Promise.all([stat(request.before), stat(request.after)]);
    // A separate process for large files, so that no other request waits for them.
    const isSmall = sizes.every(({ size }) => size <= SMALL_BYTES);
    if (isSmall) return await reader.run(task);
    return await inTurn(() => runReaderTask(gdal, task, { cwd, timeLimitMs: TIME_LIMIT_MS }));
  } catch (error) {
    throw toGeoError(error, 'vault.diff_failed', FAILURE);
  }
}

export interface DifferenceWithGeometry extends Difference {
  /** GeoJSON in WGS84; null without one. Left out where it is that of `geometryAfter`. */
  geometryBefore?: Geometry | null;
  geometryAfter?: Geometry | null;
}

export interface DifferencePage {
  summary: DiffSummary;
  /** Both layers have the same coordinate reference system. */
  sameCrs: boolean;
  differences: DifferenceWithGeometry[];
}

/** One page of what compareVectors found, with geometries in WGS84, thinned when they are many. */
export async function readDifferences(
  { gdal, reader }: Tools,
  request: Omit<DiffPageRequest, 'output'>,
  { cwd, signal }: { cwd: string; signal?: AbortSignal },
): Promise<DifferencePage> {
  try {
    const page = await reader.run(
      { task: 'diffPage', ...request, output: join(cwd, PAGE) },
      signal ? { signal } : {},
    );
    const sameCrs = sameSrs(page.layers);
    const { before, after } = page.geometryBytes;
    const place = (side: Side, bytes: number) =>
      bytes === 0
        ? new Map<number, Geometry>()
        : readGeometries(gdal, { side, layer: page.layers[side], bytes, cwd, signal });
    const found = {
      after: await place('after', sameCrs ? before + after : after),
      before: await place('before', sameCrs ? 0 : before),
    };
    const geometry = (side: Side, i: number) =>
      found[side === 'before' && !sameCrs ? 'before' : 'after'].get(geometryId(side, i)) ?? null;
    return {
      summary: page.summary,
      sameCrs,
      differences: page.differences.map((difference, i) => ({
        ...difference,
        ...(difference.kind === 'added' || (difference.kind === 'changed' && !difference.geometryChanged)
          ? {}
          : { geometryBefore: geometry('before', i) }),
        ...(difference.kind === 'removed' ? {} : { geometryAfter: geometry('after', i) }),
      })),
    };
  } catch (error) {
    throw toGeoError(error, 'vault.diff_failed', FAILURE);
  }
}

interface Placing {
  side: Side;
  layer: GeopackageLayer;
  bytes: number;
  cwd: string;
  signal: AbortSignal | undefined;
}

/** By their number. A layer whose CRS is not known has no place on a map. */
async function readGeometries(
  gdal: Gdal,
  { side, layer, bytes, cwd, signal }: Placing,
): Promise<Map<number, Geometry>> {
  const crs = layerCrs(layer);
  const srs = crs && crsArgument(crs);
  if (!srs) return new Map();
  const [minX, minY, maxX, maxY] = layer.extent ?? [0, 0, 0, 0];
  const tolerance = bytes > WHOLE_BYTES ? Math.max(maxX - minX, maxY - minY) / FINENESS : 0;
  const target = `${side}.geojson`;
  await gdal.run(
    'ogr2ogr',
    [
      ...['-f', 'GeoJSON', '-s_srs', srs, '-t_srs', 'EPSG:4326'],
      ...(tolerance > 0 ? ['-simplify', String(tolerance)] : []),
      ...['-lco', 'RFC7946=YES', '-lco', 'COORDINATE_PRECISION=7', '-lco', 'WRITE_NAME=NO'],
      ...['-preserve_fid', '-skipfailures', target, PAGE, geometryLayer(side)],
    ],
    { cwd, timeLimitMs: 60_000, ...(signal ? { signal } : {}) },
  );
  const path = join(cwd, target);
  const texts = await readLines(path, withinBytes(await findLines(path), MAX_BYTES));
  const features = texts.map((text) => JSON.parse(text) as { id: number; geometry: Geometry });
  return new Map(features.map(({ id, geometry }) => [id, geometry]));
}
