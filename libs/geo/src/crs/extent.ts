import type { Crs } from './crs.ts';
import type { Gdal } from '../gdal/gdal.ts';
import { transformPoints } from './transform-points.ts';
import type { Point } from './transform-points.ts';

/** Smallest x, smallest y, largest x, largest y. */
export type Extent = [number, number, number, number];

const STEPS = 20;
/** Extents that one run of GDAL transforms. */
const AT_ONCE = 100;
/** Rounding; less than a centimetre. */
const SLACK = 1e-7;

/** An extent of a file in WGS84 (west, south, east, north); null when none of it has a place there. */
export async function toWgs84(
  gdal: Gdal,
  extent: Extent,
  options: { crs: Crs; cwd: string },
): Promise<Extent | null> {
  const [moved] = await extentsToWgs84(gdal, [extent], options);
  return moved ?? null;
}

/** The same for several extents in one reference system. */
export async function extentsToWgs84(
  gdal: Gdal,
  extents: Extent[],
  { crs, cwd }: { crs: Crs; cwd: string },
): Promise<(Extent | null)[]> {
  if (crs.srid === 4326) return extents.map(clampToWorld);
  const moved = await transform(gdal, extents, { crs, to: 'wgs84', cwd });
  return moved.map((extent) => extent && clampToWorld(extent));
}

/** An extent in WGS84, whose west may be beyond its east (antimeridian), in another CRS; null when it has no place there. */
export async function fromWgs84(
  gdal: Gdal,
  extent: Extent,
  { crs, cwd }: { crs: Crs; cwd: string },
): Promise<Extent | null> {
  if (crs.srid === 4326) return extent;
  const [west, south, east, north] = extent;
  const across: Extent = [west, south, east < west ? east + 360 : east, north];
  const [moved] = await transform(gdal, [across], { crs, to: 'crs', cwd });
  return moved ?? null;
}

async function transform(
  gdal: Gdal,
  extents: Extent[],
  options: { crs: Crs; to: 'wgs84' | 'crs'; cwd: string },
): Promise<(Extent | null)[]> {
  const moved: (Extent | null)[] = [];
  for (let at = 0; at < extents.length; at += AT_ONCE) {
    const grids = extents.slice(at, at + AT_ONCE).map(gridOf);
    const points = await transformPoints(gdal, grids.flat(), options);
    let from = 0;
    for (const { length } of grids) moved.push(aroundPoints(points.slice(from, (from += length))));
  }
  return moved;
}

/** The edges are divided, since straight lines bend on the way; the middle covers poles and curved sides. */
function gridOf([minX, minY, maxX, maxY]: Extent): Point[] {
  const points: Point[] = [];
  for (let i = 0; i <= STEPS; i += 1)
    for (let j = 0; j <= STEPS; j += 1)
      points.push([minX + ((maxX - minX) * i) / STEPS, minY + ((maxY - minY) * j) / STEPS]);
  return points;
}

function aroundPoints(points: (Point | null)[]): Extent | null {
  const around: Extent = [Infinity, Infinity, -Infinity, -Infinity];
  for (const point of points) {
    if (!point) continue;
    const [x, y] = point;
    around[0] = Math.min(around[0], x);
    around[1] = Math.min(around[1], y);
    around[2] = Math.max(around[2], x);
    around[3] = Math.max(around[3], y);
  }
  return around[0] <= around[2] ? around : null;
}

/**
 * An extent in degrees within the world. What reaches over the antimeridian, or around a pole, spans all longitudes: west
 * is never greater than east.
 */
export function clampToWorld([west, south, east, north]: Extent): Extent {
  const clamp = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value));
  const latitudes = [clamp(Math.min(south, north), 90), clamp(Math.max(south, north), 90)] as const;
  const over = west < -180 - SLACK || east > 180 + SLACK;
  const aroundPole = east - west > 300 && (latitudes[0] < -89 || latitudes[1] > 89);
  if (over || aroundPole || west > east) return [-180, latitudes[0], 180, latitudes[1]];
  return [clamp(west, 180), latitudes[0], clamp(east, 180), latitudes[1]];
}

export function unionExtents(extents: Extent[]): Extent | null {
  if (extents.length === 0) return null;
  return [
    Math.min(...extents.map((e) => e[0])),
    Math.min(...extents.map((e) => e[1])),
    Math.max(...extents.map((e) => e[2])),
    Math.max(...extents.map((e) => e[3])),
  ];
}
