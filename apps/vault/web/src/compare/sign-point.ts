import type { Geometry, Position } from 'geojson';

/** The position of a shape's sign: one for all its parts, in the middle of the largest. */
export function signPoint(geometry: Geometry): Position | null {
  const parts = partsOf(geometry).filter((part) => part.length > 0);
  const largest = parts.map((part) => ({ part, size: sizeOf(part) })).sort((a, b) => b.size - a.size)[0];
  if (!largest) return null;
  const { part } = largest;
  if (isRing(part)) return centroid(part) ?? middle(part);
  return part[Math.floor(part.length / 2)] ?? null;
}

/** Outer rings, lines, points. */
function partsOf(geometry: Geometry): Position[][] {
  switch (geometry.type) {
    case 'Point':
      return [[geometry.coordinates]];
    case 'MultiPoint':
      return geometry.coordinates.map((position) => [position]);
    case 'LineString':
      return [geometry.coordinates];
    case 'MultiLineString':
      return geometry.coordinates;
    case 'Polygon':
      return geometry.coordinates.slice(0, 1);
    case 'MultiPolygon':
      return geometry.coordinates.map((rings) => rings[0] ?? []);
    case 'GeometryCollection':
      return geometry.geometries.flatMap(partsOf);
  }
}

function isRing(part: Position[]): boolean {
  const [first, last] = [part[0], part.at(-1)];
  return part.length > 3 && first?.[0] === last?.[0] && first?.[1] === last?.[1];
}

function sizeOf(part: Position[]): number {
  const [west, south, east, north] = box(part);
  return isRing(part) ? (east - west) * (north - south) : Math.hypot(east - west, north - south);
}

function middle(part: Position[]): Position {
  const [west, south, east, north] = box(part);
  return [(west + east) / 2, (south + north) / 2];
}

function box(part: Position[]): [number, number, number, number] {
  const found: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x = 0, y = 0] of part) {
    found[0] = Math.min(found[0], x);
    found[1] = Math.min(found[1], y);
    found[2] = Math.max(found[2], x);
    found[3] = Math.max(found[3], y);
  }
  return found;
}

/** Of the area within a ring; null when it has none. */
function centroid(ring: Position[]): Position | null {
  const [originX = 0, originY = 0] = ring[0] ?? [];
  let [area, x, y] = [0, 0, 0];
  for (let i = 0; i + 1 < ring.length; i += 1) {
    const [ax, ay] = [(ring[i]?.[0] ?? 0) - originX, (ring[i]?.[1] ?? 0) - originY];
    const [bx, by] = [(ring[i + 1]?.[0] ?? 0) - originX, (ring[i + 1]?.[1] ?? 0) - originY];
    const cross = ax * by - bx * ay;
    area += cross;
    x += (ax + bx) * cross;
    y += (ay + by) * cross;
  }
  return area === 0 ? null : [originX + x / (3 * area), originY + y / (3 * area)];
}
