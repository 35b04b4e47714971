import type { Bounds } from '../../geometry/clip-path.ts';
import { MAX_LATITUDE } from '../../crs/web-mercator.ts';
import type { Placement } from '../../reader-protocol/tile-types.ts';

/**
 * Positions of tiles are whole numbers on one grid over the world in Web Mercator, x to the right and y downwards: the
 * units of the tiles of zoom 18 (4,096 a side), about 3.7 cm at the equator. Longitudes continue for one world on either
 * side, for shapes across the antimeridian.
 */
export const GRID_ZOOM = 18;
export const EXTENT = 4096;
/** Tiles are drawn 512 pixels wide. */
export const UNITS_PER_PIXEL = EXTENT / 512;
export const WORLD = EXTENT * 2 ** GRID_ZOOM;

const HALF_METRES = Math.PI * 6378137;
/** Latitudes beyond are drawn on the edge of the world; points there are not drawn. */
const EDGE = MAX_LATITUDE;

export type GridBox = Bounds;

/**
 * Places positions on the grid; without those that repeat the one before, and without the last of a ring. Null when one
 * of them has no place in the world.
 */
export function toGrid(xy: Float64Array, placement: Placement, isRing: boolean): Int32Array | null {
  const isMetres = placement === 'mercator';
  const out = new Int32Array(xy.length);
  let n = 0;
  for (let i = 0; i < xy.length; i += 2) {
    const x = Math.round(isMetres ? metresToGrid(xy[i]!) : longitudeToGrid(xy[i]!));
    const y = Math.round(isMetres ? metresToGrid(-xy[i + 1]!) : latitudeToGrid(xy[i + 1]!));
    if (!(x >= -WORLD && x <= 2 * WORLD) || Number.isNaN(y)) return null;
    const kept = Math.min(WORLD, Math.max(0, y));
    if (n > 0 && out[n - 2] === x && out[n - 1] === kept) continue;
    out[n] = x;
    out[n + 1] = kept;
    n += 2;
  }
  if (isRing && n > 2 && out[0] === out[n - 2] && out[1] === out[n - 1]) n -= 2;
  return out.subarray(0, n);
}

/** Whether a point has a place on the map; lines and areas end at its edge instead. */
export function isOnMap(x: number, y: number, placement: Placement): boolean {
  return placement === 'mercator' ? Math.abs(y) <= HALF_METRES : Math.abs(y) <= EDGE && Math.abs(x) <= 540;
}

function longitudeToGrid(longitude: number): number {
  return (longitude / 360 + 0.5) * WORLD;
}

/** Spherical Mercator (EPSG:3857, IOGP 373-7-2, 3.5.4). Not a number beyond the poles. */
function latitudeToGrid(latitude: number): number {
  if (!(Math.abs(latitude) <= 90.000001)) return NaN;
  const sine = Math.sin((Math.min(EDGE, Math.max(-EDGE, latitude)) * Math.PI) / 180);
  return (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * WORLD;
}

function metresToGrid(metres: number): number {
  return (metres / HALF_METRES / 2 + 0.5) * WORLD;
}

export function boxOfPositions(xy: Int32Array): GridBox {
  const box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  for (let i = 0; i < xy.length; i += 2) {
    const x = xy[i]!;
    const y = xy[i + 1]!;
    if (x < box.minX) box.minX = x;
    if (x > box.maxX) box.maxX = x;
    if (y < box.minY) box.minY = y;
    if (y > box.maxY) box.maxY = y;
  }
  return box;
}

export function uniteBoxes(boxes: GridBox[]): GridBox {
  const box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  for (const { minX, minY, maxX, maxY } of boxes) {
    if (minX < box.minX) box.minX = minX;
    if (minY < box.minY) box.minY = minY;
    if (maxX > box.maxX) box.maxX = maxX;
    if (maxY > box.maxY) box.maxY = maxY;
  }
  return box;
}

/** Twice the area of a ring without its end, by the surveyor's formula; positive when it turns from x towards y. */
export function areaOf(ring: Int32Array, length: number): number {
  let sum = 0;
  let x = ring[length - 2]!;
  let y = ring[length - 1]!;
  for (let i = 0; i < length; i += 2) {
    sum += x * ring[i + 1]! - ring[i]! * y;
    x = ring[i]!;
    y = ring[i + 1]!;
  }
  return sum;
}
