import type { LayerFrame, DeriveOptions } from './types.ts';
import { badRequest } from '@cairn/service/errors';
import type { Crs } from '../crs/crs.ts';
import { fromWgs84 } from '../crs/extent.ts';
import type { Extent } from '../crs/extent.ts';
import type { Gdal } from '../gdal/gdal.ts';
import { geometryBlob } from '../geopackage/geometry-blob.ts';
import { createPieces, openPieces } from '../geopackage/pieces.ts';
import { UNDEFINED_SRS } from '../geopackage/spatial-reference.ts';
import { deriveFailure } from './failure.ts';
import { frameRegion, movePieces, repairPieces } from './pieces-sql.ts';
import { clipBounds } from './clip-bounds.ts';
import { runTask, fileIn, gdalOptions } from './types.ts';
import { mergeGroups } from './unite.ts';

/** Longitude and latitude in WGS84; longitudes may exceed 180 instead of restarting at -180. */
export type Ring = [number, number][];
/** The shell first. */
export type Polygon = Ring[];

/** A layer whose polygons clip. */
export interface ClipLayer {
  /** Absolute path of a GeoPackage. */
  path: string;
  layer: string;
  crs: Crs;
  srs: string;
  extent: Extent;
}

/** Edges are divided into this many parts of the region's size, but no finer and no coarser than that, in degrees. */
const DIVISION = 200;
const FINEST = 0.0005;
const COARSEST = 0.25;

/** The clip area: polygons in WGS84, or those of a layer. */
export type Area = { polygons: Polygon[] } | { clipLayer: ClipLayer };

/**
 * The area as a region in the CRS of a layer: a file of pieces in the job's folder, of valid polygons, cut to what the layer
 * can meet. @throws {AppError} bad_request when the two do not overlap.
 */
export async function buildClipRegion(
  gdal: Gdal,
  { area, frame }: { area: Area; frame: LayerFrame },
  options: DeriveOptions,
): Promise<{ region: string; warnings: string[] }> {
  options.progress?.(0, 'Preparing the area');
  try {
    return 'clipLayer' in area
      ? await regionFromLayer(gdal, { clipLayer: area.clipLayer, frame }, options)
      : await regionFromPolygons(gdal, { polygons: area.polygons, frame }, options);
  } catch (error) {
    throw deriveFailure(error, 'The area does not overlap the layer. Choose another area.');
  }
}

/** Polygons in WGS84, whose edges are straight lines of longitude and latitude (RFC 7946). */
async function regionFromPolygons(
  gdal: Gdal,
  { polygons, frame }: { polygons: Polygon[]; frame: LayerFrame },
  options: DeriveOptions,
): Promise<{ region: string; warnings: string[] }> {
  const [drawn, framed] = [fileIn(options, 'drawn.gpkg'), fileIn(options, 'framed.gpkg')];
  const bounds = clipBounds(frame);
  const pieces = createPieces(drawn);
  let key = 0;
  for (const polygon of polygons)
    for (const coordinates of turnsInto(polygon, bounds)) {
      const geometry = geometryBlob({ type: 'Polygon', coordinates }, { srsId: UNDEFINED_SRS, hasZ: false });
      pieces.add({ grp: 0, key: key++, geometry });
    }
  pieces.close();
  if (key === 0) missed();
  await frameRegion(gdal, { input: drawn, output: framed, box: bounds }, gdalOptions(options));
  const { note } = onlyPiece(framed) ?? missed();
  const warnings = note === 1 ? ['The area crossed itself and was repaired.'] : [];
  if (frame.crs.srid === 4326) return { region: framed, warnings };
  const step = Math.min(COARSEST, Math.max(FINEST, sizeOf(polygons) / DIVISION));
  return {
    region: await move(gdal, { input: framed, from: 'EPSG:4326', to: frame.srs, step }, options),
    warnings,
  };
}

/** The polygons of a layer, united. */
async function regionFromLayer(
  gdal: Gdal,
  { clipLayer, frame }: { clipLayer: ClipLayer; frame: LayerFrame },
  options: DeriveOptions,
): Promise<{ region: string; warnings: string[] }> {
  const [areas, framed] = [fileIn(options, 'areas.gpkg'), fileIn(options, 'framed.gpkg')];
  const isSame = clipLayer.srs === frame.srs;
  const near = isSame
    ? frame.extent
    : ((await fromWgs84(gdal, frame.extentWgs84, { crs: clipLayer.crs, cwd: options.cwd })) ??
      clipLayer.extent);
  const box = widened(near);
  const grouping = { file: clipLayer.path, layer: clipLayer.layer, areasIn: box, field: null, sums: [] };
  const { work, warnings } = await mergeGroups(gdal, grouping, options);
  const { pieces } = await runTask(gdal, { task: 'writeMerged', work, output: areas }, options);
  if (pieces === 0) missed();
  await frameRegion(gdal, { input: areas, output: framed, box }, gdalOptions(options));
  if (!onlyPiece(framed)) missed();
  if (isSame) return { region: framed, warnings };
  const step = Math.hypot(box[2] - box[0], box[3] - box[1]) / DIVISION;
  return {
    region: await move(gdal, { input: framed, from: clipLayer.srs, to: frame.srs, step }, options),
    warnings,
  };
}

/** A region in another CRS. */
async function move(
  gdal: Gdal,
  { input, ...way }: { input: string; from: string; to: string; step: number },
  options: DeriveOptions,
): Promise<string> {
  const [moved, region] = [fileIn(options, 'moved.gpkg'), fileIn(options, 'region.gpkg')];
  await movePieces(gdal, { input, output: moved, ...way }, gdalOptions(options));
  await repairPieces(gdal, { input: moved, output: region, hasCurves: false }, gdalOptions(options));
  if (!onlyPiece(region)) missed();
  return region;
}

/** By a little on each side: an extent that moved to another CRS is only nearly right. */
function widened([minX, minY, maxX, maxY]: Extent): Extent {
  const by = Math.max(maxX - minX, maxY - minY, 1e-6) * 0.05;
  return [minX - by, minY - by, maxX + by, maxY + by];
}

/** The polygon, and what it is some turns around the earth further on, as far as it meets the frame. */
function turnsInto(polygon: Polygon, [west, , east]: Extent): Polygon[] {
  const longitudes = (polygon[0] as Ring).map(([longitude]) => longitude);
  const [low, high] = [Math.min(...longitudes), Math.max(...longitudes)];
  const turned: Polygon[] = [];
  for (let turn = Math.ceil((west - high) / 360); low + turn * 360 <= east; turn += 1)
    turned.push(polygon.map((ring) => ring.map(([x, y]) => [x + turn * 360, y])));
  return turned;
}

/** Of the box of the polygons, across. */
function sizeOf(polygons: Polygon[]): number {
  const positions = polygons.flat(2);
  const side = (axis: 0 | 1) => {
    const values = positions.map((position) => position[axis]);
    return values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b));
  };
  return Math.hypot(side(0), side(1));
}

/** What GDAL made; null when nothing is left. */
function onlyPiece(file: string): { note: number | null } | null {
  const source = openPieces(file);
  try {
    for (const piece of source.all()) if (piece.geometry) return { note: piece.note };
    return null;
  } finally {
    source.close();
  }
}

function missed(): never {
  throw badRequest('vault.nothing_fits', 'The area does not overlap the layer. Choose another area.');
}
