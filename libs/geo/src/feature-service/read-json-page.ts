import { EsriFormatError } from './types.ts';
import type { EsriDimensions, EsriFeature, EsriGeometry, EsriGeometryKind, EsriPage } from './types.ts';

interface PageOptions extends EsriDimensions {
  kind: EsriGeometryKind | null;
  /** Reads whole numbers beyond 2^53 exactly, as bigint. It takes longer. */
  exact: boolean;
}

/**
 * Reads the answer to a query with `f=json`, or with `f=geojson` of points and the other simple kinds.
 * @throws {EsriFormatError} for a true curve, or for what is not a list of features. @throws {SyntaxError} for cut JSON.
 */
export function readJsonPage(text: string, { kind, hasZ, hasM, exact }: PageOptions): EsriPage {
  const page = (exact ? JSON.parse(text, exactNumbers as never) : JSON.parse(text)) as RawPage | null;
  if (!page || !Array.isArray(page.features)) {
    throw new EsriFormatError('The service sent an answer without a list of features.');
  }
  const isGeoJson = page.type === 'FeatureCollection';
  // A page may say for itself that its positions have no z although the layer has one.
  const sent = { hasZ: hasZ && page.hasZ !== false, hasM: hasM && page.hasM !== false };
  const wanted = { hasZ, hasM };
  const features = page.features.map((feature): EsriFeature => {
    const geometry = kind === null ? null : (feature?.geometry ?? null);
    const attributes = (isGeoJson ? feature?.properties : feature?.attributes) ?? {};
    if (geometry === null || kind === null) return { attributes, geometry: null };
    return {
      attributes,
      geometry: isGeoJson
        ? readGeoJson(geometry, wanted, kind)
        : readGeometry(geometry, kind, { sent, wanted }),
    };
  });
  return { features, exceeded: exceededTransferLimit(page) };
}

/** At the top level in Esri's JSON, below `properties` in GeoJSON. */
export function exceededTransferLimit(page: object): boolean {
  const { exceededTransferLimit: flag, properties } = page as RawPage;
  return (flag ?? properties?.exceededTransferLimit) === true;
}

interface RawPage {
  type?: string;
  features?: RawFeature[];
  hasZ?: boolean;
  hasM?: boolean;
  exceededTransferLimit?: boolean;
  properties?: { exceededTransferLimit?: boolean };
}

interface RawFeature {
  attributes?: Record<string, unknown>;
  properties?: Record<string, unknown>;
  geometry?: RawGeometry | null;
}

interface RawGeometry {
  x?: unknown;
  y?: unknown;
  z?: unknown;
  m?: unknown;
  points?: unknown;
  paths?: unknown;
  rings?: unknown;
  curvePaths?: unknown;
  curveRings?: unknown;
  type?: string;
  coordinates?: unknown;
}

interface Dimensions {
  sent: EsriDimensions;
  wanted: EsriDimensions;
}

function readGeometry(
  geometry: RawGeometry,
  kind: EsriGeometryKind,
  dimensions: Dimensions,
): EsriGeometry | null {
  if (geometry.curvePaths !== undefined || geometry.curveRings !== undefined) {
    throw new EsriFormatError(
      'The service sent true curves although it was asked for straight lines. Have its administrator publish the layer with straight lines.',
    );
  }
  if (kind === 'point') {
    const { x, y, z, m } = geometry;
    const position = toPosition([x, y, ...optional(dimensions.sent, z, m)], dimensions);
    return position.length === 0 ? null : { kind, paths: [position] };
  }
  if (kind === 'multipoint') {
    const path = toPath(geometry.points, dimensions);
    return path.length === 0 ? null : { kind, paths: [path] };
  }
  const parts = kind === 'polyline' ? geometry.paths : geometry.rings;
  if (!Array.isArray(parts)) return null;
  return toParts(parts, kind, dimensions);
}

function optional({ hasZ, hasM }: EsriDimensions, z: unknown, m: unknown): unknown[] {
  return [...(hasZ ? [z] : []), ...(hasM ? [m] : [])];
}

function toParts(parts: unknown[], kind: EsriGeometryKind, dimensions: Dimensions): EsriGeometry | null {
  const paths = parts.map((part) => toPath(part, dimensions)).filter((path) => path.length > 0);
  return paths.length === 0 ? null : { kind, paths };
}

function toPath(points: unknown, dimensions: Dimensions): number[] {
  if (!Array.isArray(points)) return [];
  const path: number[] = [];
  for (const point of points) for (const number of toPosition(point, dimensions)) path.push(number);
  return path;
}

/** Empty for a position without x or y: "NaN" and null stand for an empty point. */
function toPosition(point: unknown, { sent, wanted }: Dimensions): number[] {
  if (!Array.isArray(point)) return [];
  const x = toNumber(point[0]);
  const y = toNumber(point[1]);
  if (!Number.isFinite(x) || !Number.isFinite(y)) return [];
  const position = [x, y];
  if (wanted.hasZ) position.push(sent.hasZ ? toNumber(point[2]) : Number.NaN);
  if (wanted.hasM) position.push(sent.hasM ? toNumber(point[sent.hasZ ? 3 : 2]) : Number.NaN);
  return position;
}

function toNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'bigint' ? Number(value) : Number.NaN;
}

const GEOJSON_KINDS: Record<string, EsriGeometryKind> = {
  Point: 'point',
  MultiPoint: 'multipoint',
  LineString: 'polyline',
  MultiLineString: 'polyline',
  Polygon: 'polygon',
  MultiPolygon: 'polygon',
};

/** GeoJSON has no measures; its rings are distinguished by their order, and by their orientation after this. */
function readGeoJson(
  { type = '', coordinates }: RawGeometry,
  wanted: EsriDimensions,
  expected: EsriGeometryKind,
): EsriGeometry | null {
  const kind = GEOJSON_KINDS[type];
  if (kind !== expected || !Array.isArray(coordinates)) {
    throw new EsriFormatError('The service sent a geometry of another kind than the layer has.');
  }
  const dimensions = { sent: { hasZ: wanted.hasZ, hasM: false }, wanted };
  if (type === 'Point') return toParts([[coordinates]], kind, dimensions);
  if (type === 'MultiPoint' || type === 'LineString') return toParts([coordinates], kind, dimensions);
  if (type === 'MultiPolygon') return toParts(coordinates.flat(1), kind, dimensions);
  return toParts(coordinates, kind, dimensions);
}

/** A reviver: JSON.parse rounds whole numbers beyond 2^53. */
function exactNumbers(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value) || !Number.isInteger(value)) return value;
  return /^-?\d+$/.test(context?.source ?? '') ? BigInt(context!.source!) : value;
}
