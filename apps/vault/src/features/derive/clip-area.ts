import type { VaultSchemas } from '@cairn/contracts';
import { checkGeometry, findCrossing, positionsOf } from '@cairn/geo';
import type { Polygon } from '@cairn/geo';
import { badRequest } from '@cairn/service';

type ClipInput = VaultSchemas['ClipInput'];

/** More than a person draws; a program clips by a dataset. */
const MAX_POSITIONS = 10_000;
/** Maps continue beyond the antimeridian for one turn. */
const MAX_LONGITUDE = 540;

/** Reads a drawn area. @throws {AppError} bad_request unless it is a valid GeoJSON polygon or multipolygon. */
export function readDrawnArea(geometry: ClipInput['geometry']): Polygon[] {
  if (!geometry) throw badRequest('vault.no_area', 'Mode "draw" needs a geometry: draw an area first.');
  if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon') {
    throw badRequest(
      'vault.bad_area',
      'The area must be a GeoJSON geometry of type Polygon or MultiPolygon.',
    );
  }
  const checked = checkGeometry(geometry, { mostLongitude: MAX_LONGITUDE });
  const positions = positionsOf(checked).length;
  if (positions > MAX_POSITIONS) {
    throw badRequest(
      'vault.area_too_fine',
      `The area has ${positions} positions, and ${MAX_POSITIONS} is the maximum. Upload it as a dataset and clip by that.`,
    );
  }
  const polygons = checked.type === 'Polygon' ? [checked.coordinates] : checked.coordinates;
  const area = (polygons as number[][][][]).map((rings) =>
    rings.map((ring) => ring.map(([x, y]): [number, number] => [x as number, y as number])),
  );
  refuseCrossing(area);
  return area;
}

/** GDAL would repair it, which takes minutes when a few thousand edges cross. @throws {AppError} bad_request. */
function refuseCrossing(area: Polygon[]): void {
  const crossing = findCrossing(area.flat());
  if (!crossing) return;
  const at = crossing.at.map((value) => Number(value.toFixed(5))).join(', ');
  throw badRequest(
    'vault.bad_area',
    crossing.kind === 'too_fine'
      ? 'The area has too many edges close to each other. Simplify it, or upload it as a dataset and clip by that.'
      : `The outline of the area ${crossing.kind === 'crossing' ? 'crosses itself' : 'runs over itself'} near ${at} (longitude, latitude). Draw it without crossing lines, or upload it as a dataset and clip by that.`,
  );
}

/**
 * Reads a box: west, south, east, north in degrees. One whose west is greater than its east crosses the antimeridian.
 * @throws {AppError} bad_request.
 */
export function readBox(bbox: ClipInput['bbox']): { polygons: Polygon[]; box: number[] } {
  const box =
    typeof bbox === 'string'
      ? bbox.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)))
      : bbox;
  const [west, south, east, north] = (box ?? []) as [number, number, number, number];
  const isValid =
    box?.length === 4 &&
    box.every(Number.isFinite) &&
    Math.max(Math.abs(west), Math.abs(east)) <= 180 &&
    Math.max(Math.abs(south), Math.abs(north)) <= 90;
  if (!isValid || south >= north || west === east) {
    throw badRequest(
      'vault.bad_bbox',
      'Mode "bbox" needs bbox: west, south, east, north in degrees, such as [5, 45, 15, 55].',
    );
  }
  const end = east < west ? east + 360 : east;
  const ring: [number, number][] = [
    [west, south],
    [end, south],
    [end, north],
    [west, north],
    [west, south],
  ];
  return { polygons: [[ring]], box };
}
