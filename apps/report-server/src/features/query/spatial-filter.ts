import { checkGeometry, positionsOf } from '@cairn/geo';
import type { GeoJsonGeometry } from '@cairn/geo';
import { AppError } from '@cairn/service';
import type { Column } from '../catalogue/types.ts';
import { badPlace, badValue, unknownWord } from './errors.ts';
import { boxesAround } from './boxes.ts';
import type { Box } from './boxes.ts';
import type { Operand, Scope } from './types.ts';

export const SPATIAL_OPERATORS = ['bbox', 'intersects', 'within', 'contains', 'distance_lte'];
const WGS84 = 4326;
const MAX_SRID = 998_999;
const MAX_METERS = 20_100_000;
const MAX_GEOJSON = 200_000;
const PREDICATES: Record<string, { geometry: string; geography: string }> = {
  intersects: { geometry: 'ST_Intersects', geography: 'ST_Intersects' },
  within: { geometry: 'ST_Within', geography: 'ST_CoveredBy' },
  contains: { geometry: 'ST_Contains', geography: 'ST_Covers' },
};

/**
 * A spatial condition. The constant is transformed to the reference system of the column, never the column, so that its index
 * counts. Functions are qualified: the search path has none of PostGIS.
 */
export function compileSpatial(fields: Record<string, unknown>, scope: Scope, place: string): string {
  const operand = scope.resolveGeometry(fields.geometry, `${place}.geometry`);
  const { op } = fields;
  if (typeof op !== 'string' || !SPATIAL_OPERATORS.includes(op)) {
    throw unknownWord(`${place}.op`, 'spatial operator', op, SPATIAL_OPERATORS);
  }
  requireSrid(operand.column, `${place}.geometry`);
  const srid = readSrid(fields.srid, `${place}.srid`);
  if (op === 'bbox') return compileBox(fields.value, srid, { operand, scope, place: `${place}.value` });
  if (op === 'distance_lte') return compileDistance(fields, srid, { operand, scope, place });
  const constant = geometryConstant(fields.value, srid, { scope, place: `${place}.value` });
  const names = PREDICATES[op]!;
  const { isGeography } = operand.column.geometry!;
  if (isGeography) {
    const shape = `${transformed(constant, srid, WGS84, scope)}::${scope.postgis}geography`;
    return `${scope.postgis}${names.geography}(${operand.sql}, ${shape})`;
  }
  const shape = transformed(constant, srid, operand.column.geometry!.srid, scope);
  return `${scope.postgis}${names.geometry}(${operand.sql}, ${shape})`;
}

interface SpatialPlace {
  operand: Operand;
  scope: Scope;
  place: string;
}

/** Rows whose bounding box, in the system of the column, meets the box. In degrees west may be greater than east: over 180°. */
function compileBox(value: unknown, srid: number, { operand, scope, place }: SpatialPlace): string {
  const isBox = Array.isArray(value) && value.length === 4 && value.every((each) => Number.isFinite(each));
  if (!isBox) throw badValue(place, 'must be [west, south, east, north].');
  const [west, south, east, north] = value as Box;
  if (south > north)
    throw badValue(place, 'its south is north of its north. Write [west, south, east, north].');
  if (srid === WGS84) requireDegrees(value as Box, place);
  else if (west > east)
    throw badValue(place, 'its west is east of its east. Write [west, south, east, north].');
  const boxes: Box[] =
    west <= east
      ? [[west, south, east, north]]
      : [
          [west, south, 180, north],
          [-180, south, east, north],
        ];
  return anyBox(boxes, srid, { operand, scope });
}

function anyBox(boxes: Box[], srid: number, { operand, scope }: Omit<SpatialPlace, 'place'>): string {
  const { postgis } = scope;
  const { isGeography, srid: own } = operand.column.geometry!;
  const planar = isGeography ? `${operand.sql}::${postgis}geometry` : operand.sql;
  const parts = boxes.map((box) => {
    const envelope = `${postgis}ST_MakeEnvelope(${box.map((each) => scope.parameters.bind(String(each), 'pg_catalog.float8')).join(', ')}, ${srid})`;
    // Edges of a box bend in another system: with more corners they stay inside its new bounding box.
    const longest = Math.max(box[2] - box[0], box[3] - box[1], Number.EPSILON) / 32;
    const dense = srid === own ? envelope : `${postgis}ST_Segmentize(${envelope}, ${longest})`;
    return `${planar} OPERATOR(${postgis}&&) ${transformed(dense, srid, own, scope)}`;
  });
  return parts.length === 1 ? parts[0]! : `(${parts.join(' OR ')})`;
}

/** Metres on the spheroid whatever the system of the column; a box around the constant comes first, for the index. */
function compileDistance(
  fields: Record<string, unknown>,
  srid: number,
  { operand, scope, place }: SpatialPlace,
): string {
  const { meters } = fields;
  if (typeof meters !== 'number' || !(meters >= 0) || meters > MAX_METERS) {
    throw badValue(`${place}.meters`, `must be a number of metres from 0 to ${MAX_METERS}.`);
  }
  if (srid !== WGS84)
    throw badValue(`${place}.srid`, 'distances are measured from longitude and latitude (4326).');
  const shape = readGeometry(fields.value, `${place}.value`);
  const { postgis } = scope;
  const constant = geometryConstant(fields.value, WGS84, { scope, place: `${place}.value` });
  const { isGeography, srid: own } = operand.column.geometry!;
  const geography = isGeography
    ? operand.sql
    : `${transformed(operand.sql, own, WGS84, scope)}::${postgis}geography`;
  const distance = scope.parameters.bind(String(meters), 'pg_catalog.float8');
  const isNear = `${postgis}ST_DWithin(${geography}, ${constant}::${postgis}geography, ${distance})`;
  // A geography index serves ST_DWithin itself.
  if (isGeography) return isNear;
  return `(${anyBox(boxesAround(positionsOf(shape), meters), WGS84, { operand, scope })} AND ${isNear})`;
}

/** The value as an expression in `srid`. Checked in degrees; in other systems PostGIS checks it. */
function geometryConstant(
  value: unknown,
  srid: number,
  { scope, place }: { scope: Scope; place: string },
): string {
  const text = JSON.stringify(srid === WGS84 ? readGeometry(value, place) : requireObject(value, place));
  if (text.length > MAX_GEOJSON) throw badValue(place, 'has too many positions. Simplify the geometry.');
  const { postgis, parameters } = scope;
  const read = `${postgis}ST_GeomFromGeoJSON(${parameters.bind(text, 'pg_catalog.text')})`;
  return `${postgis}ST_SetSRID(${read}, ${srid})`;
}

function readGeometry(value: unknown, place: string): GeoJsonGeometry {
  try {
    return checkGeometry(value);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw badValue(place, error.message);
  }
}

function requireObject(value: unknown, place: string): unknown {
  if (typeof value === 'object' && value !== null && 'type' in value) return value;
  throw badValue(place, 'must be a GeoJSON geometry.');
}

function requireDegrees([west, south, east, north]: Box, place: string): void {
  if (Math.min(west, east) >= -180 && Math.max(west, east) <= 180 && south >= -90 && north <= 90) return;
  throw badValue(place, 'is outside the world: longitudes go from -180 to 180, latitudes from -90 to 90.');
}

function requireSrid({ name, geometry }: Column, place: string): void {
  if (geometry!.srid > 0) return;
  throw badPlace(
    place,
    `the column "${name}" does not say its reference system (SRID 0). Set it in the database with ALTER TABLE … TYPE geometry(…, srid).`,
  );
}

function readSrid(value: unknown, place: string): number {
  if (value === undefined) return WGS84;
  if (Number.isInteger(value) && (value as number) > 0 && (value as number) <= MAX_SRID)
    return value as number;
  throw badValue(place, 'must be the number of a reference system, such as 4326.');
}

export function transformed(
  sql: string,
  from: number,
  to: number,
  { postgis }: Pick<Scope, 'postgis'>,
): string {
  return from === to ? sql : `${postgis}ST_Transform(${sql}, ${to})`;
}
