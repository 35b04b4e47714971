import { badRequest } from '@cairn/service';
import type { AppError } from '@cairn/service';

const TYPES: Record<string, number> = {
  Point: 0,
  MultiPoint: 1,
  LineString: 1,
  MultiLineString: 2,
  Polygon: 2,
  MultiPolygon: 3,
};
const MAX_POSITIONS = 1_000_000;

/**
 * Checks what PostGIS does not: it takes a ring of two positions from GeoJSON, and geography turns a longitude of 200° silently into
 * −160°. `isGeographic`: whether positions are longitude, latitude in degrees.
 * @throws {AppError} bad_request that names the place, such as `geometry.coordinates[0]`
 */
export function checkGeojson(geometry: unknown, { isGeographic }: { isGeographic: boolean }): void {
  const left = { positions: MAX_POSITIONS };
  checkGeometry(geometry, 'geometry', { isGeographic, left, depth: 0 });
}

interface State {
  isGeographic: boolean;
  left: { positions: number };
  depth: number;
}

function checkGeometry(value: unknown, place: string, state: State): void {
  const { type, coordinates, geometries } = (value ?? {}) as Record<string, unknown>;
  if (type === 'GeometryCollection') {
    if (!Array.isArray(geometries) || state.depth > 8)
      throw problem(place, 'is not a collection of geometries');
    geometries.forEach((each, i) =>
      checkGeometry(each, `${place}.geometries[${i}]`, { ...state, depth: state.depth + 1 }),
    );
    return;
  }
  const depth = typeof type === 'string' ? TYPES[type] : undefined;
  if (depth === undefined) throw problem(`${place}.type`, 'is not a type of GeoJSON geometry');
  const isArea = type === 'Polygon' || type === 'MultiPolygon';
  checkPositions(coordinates, `${place}.coordinates`, {
    ...state,
    depth,
    isArea,
    isLine: /Line/.test(String(type)),
  });
}

function checkPositions(
  value: unknown,
  place: string,
  state: State & { isArea: boolean; isLine: boolean },
): void {
  if (!Array.isArray(value)) throw problem(place, 'is not an array');
  if (state.depth === 0) return checkPosition(value, place, state);
  if (state.depth === 1) {
    if (state.isArea && value.length < 4) throw problem(place, 'is a ring of fewer than 4 positions');
    if (state.isLine && value.length < 2) throw problem(place, 'is a line of fewer than 2 positions');
    const isOpen = state.isArea && JSON.stringify(value[0]) !== JSON.stringify(value.at(-1));
    if (isOpen) throw problem(place, 'is a ring whose last position is not its first');
  }
  value.forEach((each, i) => checkPositions(each, `${place}[${i}]`, { ...state, depth: state.depth - 1 }));
}

function checkPosition(value: unknown[], place: string, { isGeographic, left }: State): void {
  const [x, y] = value;
  if (value.length < 2 || value.length > 4 || !value.every((each) => Number.isFinite(each))) {
    throw problem(place, 'is not a position of two or three numbers');
  }
  if ((left.positions -= 1) < 0) throw problem('geometry', `has more than ${MAX_POSITIONS} positions`);
  if (isGeographic && Math.abs(Number(x)) > 180) throw problem(place, 'has a longitude beyond 180°');
  if (isGeographic && Math.abs(Number(y)) > 90) throw problem(place, 'has a latitude beyond 90°');
}

function problem(place: string, reason: string): AppError {
  return badRequest('report-server.bad_geometry', `${place} ${reason}.`);
}
