import { badRequest } from '@cairn/service/errors';

const DEPTHS = {
  Point: 0,
  LineString: 1,
  MultiPoint: 1,
  Polygon: 2,
  MultiLineString: 2,
  MultiPolygon: 3,
} as const;

export type SimpleType = keyof typeof DEPTHS;
export type Position = number[];
type Nested = Position | Nested[];

/** A geometry of RFC 7946 that is not a collection. */
export interface GeoJsonGeometry {
  type: SimpleType;
  coordinates: Nested;
}

/**
 * A geometry in WGS84 that a stranger sent, checked: its type, the shape of its coordinates, closed rings, degrees within
 * the world, heights in all positions or in none. Throws AppError `bad_request`.
 * `mostLongitude`: 180, or more where longitudes may go on beyond the antimeridian.
 */
export function checkGeometry(input: unknown, { mostLongitude = 180 } = {}): GeoJsonGeometry {
  const { type, coordinates } = (input ?? {}) as Record<string, unknown>;
  if (typeof type !== 'string' || !Object.hasOwn(DEPTHS, type)) {
    throw bad(`The geometry must be one of ${Object.keys(DEPTHS).join(', ')}.`);
  }
  const geometry = { type: type as SimpleType, coordinates: coordinates as Nested };
  checkNested(coordinates, DEPTHS[geometry.type], { type: geometry.type, mostLongitude });
  const positions = positionsOf(geometry);
  const sizes = new Set(positions.map((position) => position.length));
  if (sizes.size !== 1) throw bad('Either all positions of the geometry must have a height, or none.');
  return geometry;
}

/** Its positions in their order. */
export function positionsOf({ type, coordinates }: GeoJsonGeometry): Position[] {
  let level: Nested[] = [coordinates];
  for (let depth = DEPTHS[type]; depth > 0; depth -= 1) level = level.flat() as Nested[];
  return level as Position[];
}

/** The same geometry with other positions, in the same order. */
export function withPositions(geometry: GeoJsonGeometry, positions: Position[]): GeoJsonGeometry {
  let next = 0;
  const replace = (nested: Nested, depth: number): Nested =>
    depth === 0
      ? (positions[next++] as Position)
      : (nested as Nested[]).map((part) => replace(part, depth - 1));
  return { type: geometry.type, coordinates: replace(geometry.coordinates, DEPTHS[geometry.type]) };
}

/**
 * The geometry as a layer of this type stores it: a single one becomes a multiple one where necessary. Null when it does not
 * fit. A shapefile distinguishes lines from areas, but not single from multiple ones.
 */
export function fitGeometry(
  geometry: GeoJsonGeometry,
  layer: { geometryType: string; anyPlural?: boolean },
): GeoJsonGeometry | null {
  const { geometryType, anyPlural = false } = layer;
  const { type, coordinates } = geometry;
  if (geometryType === type || geometryType === 'Geometry') return geometry;
  if (geometryType === `Multi${type}`)
    return { type: `Multi${type}` as SimpleType, coordinates: [coordinates] };
  return anyPlural && type === `Multi${geometryType}` ? geometry : null;
}

function checkNested(
  nested: unknown,
  depth: number,
  rule: { type: SimpleType; mostLongitude: number },
): void {
  const { type } = rule;
  if (!Array.isArray(nested)) throw bad(`The coordinates of the ${type} are not nested correctly.`);
  if (depth === 0) {
    checkPosition(nested, rule.mostLongitude);
    return;
  }
  if (nested.length === 0) throw bad(`The ${type} has no coordinates.`);
  for (const part of nested as unknown[]) checkNested(part, depth - 1, rule);
  if (depth !== 1) return;
  const path = nested as Position[];
  if (type.endsWith('LineString') && path.length < 2) throw bad('A line needs at least two positions.');
  if (type.endsWith('Polygon')) {
    const [first, last] = [path[0], path.at(-1)];
    if (path.length < 4 || String(first) !== String(last))
      throw bad('A ring of a polygon needs at least four positions, the last of which equals the first.');
  }
}

function checkPosition(position: unknown[], mostLongitude: number): void {
  const [longitude, latitude] = position;
  if (position.length < 2 || position.length > 3 || !position.every((number) => Number.isFinite(number)))
    throw bad('A position must be longitude, latitude and optionally a height, all numbers.');
  if (Math.abs(longitude as number) > mostLongitude || Math.abs(latitude as number) > 90)
    throw bad(
      `Longitudes must be between -${mostLongitude} and ${mostLongitude}, latitudes between -90 and 90 degrees (WGS84).`,
    );
}

function bad(message: string) {
  return badRequest('vault.bad_geometry', message);
}
