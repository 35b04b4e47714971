import { symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { badRequest } from '@cairn/service';
import type { Crs } from '../crs.ts';
import { fromWgs84 } from '../extent.ts';
import type { Extent } from '../extent.ts';
import type { Gdal } from '../gdal.ts';
import { geometryBlob } from '../geopackage/geometry-blob.ts';
import { createPieces, openPieces, PIECES_SRS } from '../geopackage/pieces.ts';
import { runGeopackageTool } from '../geopackage/run-tool.ts';
import { frameRegion, movePieces, repairPieces } from './pieces-sql.ts';
import { toolOptions } from './types.ts';
import type { DeriveOptions } from './types.ts';
import { frameOf } from './seam.ts';
import { UNITED, uniteGroups } from './unite.ts';

/** Longitude and latitude in WGS84; longitudes may go on beyond 180 rather than begin anew at -180. */
export type Ring = [number, number][];
/** The shell first. */
export type Polygon = Ring[];

/** The layer that shall be cut. */
export interface Ground {
  crs: Crs;
  /** The CRS as GDAL knows it. */
  srs: string;
  extent: Extent;
  extentWgs84: Extent;
}

const REGION = 'region.gpkg';
/** Edges are divided into this many parts of the region's size, but no finer and no coarser than that, in degrees. */
const DIVISION = 200;
const FINEST = 0.0005;
const COARSEST = 0.25;

/** What cuts: polygons in WGS84, or those of a layer. */
export type Area = { polygons: Polygon[] } | { knife: Knife };

/**
 * The area as a region in the CRS of a layer: a file of pieces in the job's folder, of valid polygons, cut to what the layer
 * can meet. AppError `bad_request` when they lie apart.
 */
export async function makeRegion(
  gdal: Gdal,
  { area, ground }: { area: Area; ground: Ground },
  options: DeriveOptions,
): Promise<{ region: string; warnings: string[] }> {
  if ('knife' in area) return regionFromLayer(gdal, { knife: area.knife, ground }, options);
  const { region, repaired } = await regionFromPolygons(gdal, { polygons: area.polygons, ground }, options);
  return { region, warnings: repaired ? ['The area crossed itself and was repaired first.'] : [] };
}

/**
 * Polygons in WGS84 as a region in the CRS of a layer. Edges are straight lines of longitude and latitude (RFC 7946).
 */
async function regionFromPolygons(
  gdal: Gdal,
  { polygons, ground }: { polygons: Polygon[]; ground: Ground },
  options: DeriveOptions,
): Promise<{ region: string; repaired: boolean }> {
  const { cwd } = options;
  const run = toolOptions(options);
  const isWgs84 = ground.crs.srid === 4326;
  const frame = frameOf(ground);
  const pieces = createPieces(join(cwd, 'drawn.gpkg'));
  let key = 0;
  for (const polygon of polygons)
    for (const turned of turnsInto(polygon, frame)) {
      const geometry = geometryBlob(
        { type: 'Polygon', coordinates: turned },
        { srsId: PIECES_SRS, hasZ: false },
      );
      pieces.add({ grp: 0, key: key++, geometry });
    }
  pieces.close();
  const framed = isWgs84 ? REGION : 'framed.gpkg';
  if (key > 0) await frameRegion(gdal, { input: 'drawn.gpkg', output: framed, box: frame }, run);
  const { note } = (key > 0 ? onlyPiece(join(cwd, framed)) : null) ?? missed();
  if (!isWgs84)
    await moveRegion(
      gdal,
      { input: framed, from: 'EPSG:4326', to: ground.srs, step: stepOf(polygons) },
      options,
    );
  return { region: REGION, repaired: note === 1 };
}

/** A layer whose polygons shall cut. */
export interface Knife {
  /** Absolute path of a GeoPackage. */
  path: string;
  layer: string;
  crs: Crs;
  srs: string;
  extent: Extent;
}

/** The polygons of a layer, united, as a region in the CRS of another layer. */
async function regionFromLayer(
  gdal: Gdal,
  { knife, ground }: { knife: Knife; ground: Ground },
  options: DeriveOptions,
): Promise<{ region: string; warnings: string[] }> {
  const { cwd } = options;
  const run = toolOptions(options);
  const isSame = knife.srs === ground.srs;
  const near = isSame
    ? ground.extent
    : ((await fromWgs84(gdal, ground.extentWgs84, { crs: knife.crs, cwd })) ?? knife.extent);
  const box = widened(near);
  await symlink(resolve(knife.path), join(cwd, 'knife.gpkg'));
  const areas = { file: 'knife.gpkg', layer: knife.layer, areasIn: box, field: null, sums: [] };
  const warnings = await uniteGroups(gdal, areas, options);
  const { pieces } = await runGeopackageTool(
    gdal,
    { task: 'dissolveMerged', work: UNITED, output: 'areas.gpkg' },
    run,
  );
  if (pieces === 0) missed();
  const framed = isSame ? REGION : 'framed.gpkg';
  await frameRegion(gdal, { input: 'areas.gpkg', output: framed, box }, run);
  if (!onlyPiece(join(cwd, framed))) missed();
  const step = Math.hypot(box[2] - box[0], box[3] - box[1]) / DIVISION;
  if (!isSame) await moveRegion(gdal, { input: framed, from: knife.srs, to: ground.srs, step }, options);
  return { region: REGION, warnings };
}

async function moveRegion(
  gdal: Gdal,
  move: { input: string; from: string; to: string; step: number },
  options: DeriveOptions,
): Promise<void> {
  const run = toolOptions(options);
  await movePieces(gdal, { ...move, output: 'moved.gpkg' }, run);
  await repairPieces(gdal, { input: 'moved.gpkg', output: REGION, hasCurves: false }, run);
  if (!onlyPiece(join(options.cwd, REGION))) missed();
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

function stepOf(polygons: Polygon[]): number {
  const positions = polygons.flat(2);
  const side = (axis: 0 | 1) => {
    const values = positions.map((position) => position[axis]);
    return values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b));
  };
  return Math.min(COARSEST, Math.max(FINEST, Math.hypot(side(0), side(1)) / DIVISION));
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
  throw badRequest(
    'vault.nothing_fits',
    'The area lies beside the layer; nothing was made. Choose another area.',
  );
}
