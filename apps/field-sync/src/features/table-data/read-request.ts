import { invalidValue, unknownConnection } from './errors.ts';
import type { Box } from './conditions.ts';
import { CLUSTER_TYPES, MAX_CLUSTERED } from './clusters.ts';
import type { ClusterRequest, ClusterType, Density } from './clusters.ts';
import { MAX_POINTS } from './points.ts';
import type { PlacesRequest } from './points.ts';

/** Fields of a query or of a JSON body, by name. */
export type Fields = Readonly<Record<string, unknown>>;

const MAX_TEXT = 20_000;

/** @throws {AppError} bad_request for anything but a positive whole number */
export function readConnectionId({ connection_id: value }: Fields): number {
  const id = /^[1-9]\d{0,9}$/.test(String(value)) ? Number(value) : Number.NaN;
  if (!(id < 2 ** 31)) throw unknownConnection();
  return id;
}

/** @throws {AppError} bad_request */
export function readPlacesRequest(
  fields: Fields,
  { most }: { most: number } = { most: MAX_POINTS },
): PlacesRequest {
  const connectionId = readConnectionId(fields);
  const limit = readNumber('limit', fields['limit'], { least: 1, isWhole: true }) ?? most;
  return {
    connectionId,
    schema: readText('schema', fields['schema']) ?? missing('schema'),
    table: readText('table', fields['table']) ?? missing('table'),
    geometryColumn: readText('geom_column', fields['geom_column']) ?? 'geom',
    where: readText('where', fields['where']),
    box: readBox(fields['bbox']),
    limit: Math.min(limit, most),
  };
}

/** @throws {AppError} bad_request */
export function readClusterRequest(fields: Fields): ClusterRequest {
  const places = readPlacesRequest(fields, { most: MAX_CLUSTERED });
  const density = readDensity(fields) ?? missing('eps');
  const type = readText('type', fields['type']) ?? 'points';
  if (!CLUSTER_TYPES.includes(type as ClusterType))
    throw invalidValue(`type must be ${CLUSTER_TYPES.join(', ')}, density, outliers or hotspot.`);
  return { ...places, ...density, type: type as ClusterType };
}

/** Null where neither `eps` nor `minpoints` is there. @throws {AppError} bad_request for one of them alone, and for invalid values */
export function readDensity(fields: Fields): Density | null {
  const eps = readNumber('eps', fields['eps'], { least: 0 });
  const minPoints =
    readNumber('minpoints', fields['minpoints'], { least: 1, isWhole: true }) ??
    readNumber('min_points', fields['min_points'], { least: 1, isWhole: true });
  if (eps === undefined && minPoints === undefined) return null;
  const unit = readText('eps_unit', fields['eps_unit']);
  if (unit !== undefined && unit !== 'm')
    throw invalidValue('eps_unit must be m, or left out for units of the layer.');
  return { eps: eps ?? missing('eps'), minPoints: minPoints ?? missing('minpoints'), inMetres: unit === 'm' };
}

export function readText(name: string, value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string' || value.length > MAX_TEXT || value.includes('\0'))
    throw invalidValue(`${name} must be a text, given once.`);
  return value;
}

function readNumber(
  name: string,
  value: unknown,
  { least, isWhole = false }: { least: number; isWhole?: boolean },
): number | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const isText = typeof value === 'string' && /^\s*(\d+\.?\d*|\.\d+)(e[+-]?\d{1,2})?\s*$/i.test(value);
  const number = typeof value === 'number' || isText ? Number(value) : Number.NaN;
  const isFit = number >= least && number <= 1e9 && (!isWhole || Number.isInteger(number));
  if (!isFit)
    throw invalidValue(`${name} must be a ${isWhole ? 'whole ' : ''}number from ${least} to 1000000000.`);
  return number;
}

/** West, south, east, north in degrees, separated by commas or as a list. */
export function readBox(value: unknown): Box | null {
  if (value === undefined || value === null || value === '') return null;
  const parts = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [];
  const box = parts.map((part) => (String(part).trim() === '' ? Number.NaN : Number(part)));
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = box;
  const isFit =
    box.length === 4 && west <= east && south <= north && Math.abs(west) <= 180 && Math.abs(east) <= 180;
  if (!isFit || Math.abs(south) > 90 || Math.abs(north) > 90)
    throw invalidValue('bbox must be west,south,east,north in degrees, such as 8.4,47.3,8.6,47.5.');
  return [west, south, east, north];
}

function missing(name: string): never {
  throw invalidValue(`${name} is missing. Add it.`);
}
