import type { Geometry, Position } from 'geojson';
import type { MapData } from '../fill/types.ts';
import type { Extent } from './projection.ts';

const PADDING = 0.06;

/** What the map shows: the extent that is asked for, or that of the features with a margin; the world where there are none. */
export function mapExtent({ extent, features }: MapData): Extent {
  if (extent) return extent;
  const positions = features.flatMap(({ geometry }) => positionsOf(geometry));
  if (positions.length === 0) return [-180, -60, 180, 80];
  const plain = boundsOf(positions, 0);
  const shifted = boundsOf(positions, 360);
  // Features on both sides of the antimeridian are nearer to each other across it.
  const [west, south, east, north] = shifted[2] - shifted[0] < (plain[2] - plain[0]) * 0.75 ? shifted : plain;
  const x = (east - west) * PADDING;
  const y = (north - south) * PADDING;
  return [west - x, Math.max(-90, south - y), east + x, Math.min(90, north + y)];
}

/** Degrees by which drawing must be repeated to fill the extent. */
export function worldOffsets([west, , east]: Extent): number[] {
  return [0, ...(east > 180 ? [360] : []), ...(west < -180 ? [-360] : [])];
}

function boundsOf(positions: Position[], shift: number): Extent {
  const bounds: Extent = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x = 0, latitude = 0] of positions) {
    const longitude = x < 0 ? x + shift : x;
    bounds[0] = Math.min(bounds[0], longitude);
    bounds[1] = Math.min(bounds[1], latitude);
    bounds[2] = Math.max(bounds[2], longitude);
    bounds[3] = Math.max(bounds[3], latitude);
  }
  return bounds;
}

export function positionsOf(geometry: Geometry): Position[] {
  switch (geometry.type) {
    case 'Point':
      return [geometry.coordinates];
    case 'MultiPoint':
    case 'LineString':
      return geometry.coordinates;
    case 'MultiLineString':
    case 'Polygon':
      return geometry.coordinates.flat();
    case 'MultiPolygon':
      return geometry.coordinates.flat(2);
    case 'GeometryCollection':
      return geometry.geometries.flatMap(positionsOf);
  }
}
