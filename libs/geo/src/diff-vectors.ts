import { join } from 'node:path';
import type { Geometry } from 'geojson';
import { crsArgument } from './crs.ts';
import { toGeoError } from './gdal.ts';
import type { Gdal } from './gdal.ts';
import { findLines, readLines, withinBytes } from './geojson-lines.ts';
import type {
  Difference,
  DiffPageRequest,
  DiffReply,
  DiffRequest,
  DiffSummary,
  Side,
} from './geopackage/diff-types.ts';
import type { GeopackageLayer } from './geopackage/protocol.ts';
import type { Reader } from './geopackage/reader.ts';
import { runGeopackageTool } from './geopackage/run-tool.ts';
import { layerCrs } from './inspect-vector.ts';

const FAILURE = 'The two versions cannot be compared; check them in a desktop GIS.';
const TIME_LIMIT_MS = 5 * 60_000;
/** Shapes of a page that have fewer bytes together are sent as they are. */
const WHOLE_BYTES = 1024 * 1024;
/** Of a page that is thinned: parts of the layer's larger side. */
const FINENESS = 8_192;
const MOST_BYTES = 2 * 1024 * 1024;
const PAGE = 'page.gpkg';

/**
 * Finds what differs between a layer of two GeoPackages and writes it to `output`, which readDifferences takes. Bounded
 * memory; a million features take seconds. AppError `unprocessable` when a file defeats it.
 */
export async function compareVectors(
  gdal: Gdal,
  request: DiffRequest,
  options: { cwd: string; timeLimitMs?: number },
): Promise<DiffReply> {
  const { cwd, timeLimitMs = TIME_LIMIT_MS } = options;
  try {
    return await runGeopackageTool(gdal, { task: 'diff', ...request }, { cwd, timeLimitMs });
  } catch (error) {
    throw toGeoError(error, 'vault.diff_failed', FAILURE);
  }
}

export interface PlacedDifference extends Difference {
  /** GeoJSON in WGS84; null without one. Left out where it is that of `geometryAfter`. */
  geometryBefore?: Geometry | null;
  geometryAfter?: Geometry | null;
}

export interface DifferencePage {
  summary: DiffSummary;
  /** Both layers have the same coordinate reference system. */
  sameCrs: boolean;
  differences: PlacedDifference[];
}

/** One page of what compareVectors found, with geometries in WGS84, thinned when they are many. */
export async function readDifferences(
  { gdal, reader }: { gdal: Gdal; reader: Reader },
  request: Omit<DiffPageRequest, 'output'>,
  { cwd, signal }: { cwd: string; signal?: AbortSignal },
): Promise<DifferencePage> {
  try {
    const page = await reader.ask(
      { task: 'diffPage', ...request, output: join(cwd, PAGE) },
      signal ? { signal } : {},
    );
    const { before, after } = page.layers;
    const place = (side: Side) =>
      page.geometryBytes[side] === 0
        ? new Map<number, Geometry>()
        : readGeometries(gdal, {
            side,
            layer: page.layers[side],
            bytes: page.geometryBytes[side],
            cwd,
            signal,
          });
    const geometries = { before: await place('before'), after: await place('after') };
    return {
      summary: page.summary,
      sameCrs: before.srs?.definition === after.srs?.definition && before.srs?.code === after.srs?.code,
      differences: page.differences.map((difference, i) => ({
        ...difference,
        ...(difference.kind === 'added' || (difference.kind === 'changed' && !difference.geometryChanged)
          ? {}
          : { geometryBefore: geometries.before.get(i) ?? null }),
        ...(difference.kind === 'removed' ? {} : { geometryAfter: geometries.after.get(i) ?? null }),
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

/** By their place on the page. A layer whose CRS is not known has no place on a map. */
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
      ...['-preserve_fid', '-skipfailures', target, PAGE, `geometry_${side}`],
    ],
    { cwd, timeLimitMs: 60_000, ...(signal ? { signal } : {}) },
  );
  const path = join(cwd, target);
  const texts = await readLines(path, withinBytes(await findLines(path), MOST_BYTES));
  const features = texts.map((text) => JSON.parse(text) as { id: number; geometry: Geometry });
  return new Map(features.map(({ id, geometry }) => [id, geometry]));
}
