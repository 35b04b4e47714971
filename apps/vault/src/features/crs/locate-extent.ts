import { toWgs84 } from '@cairn/geo';
import type { Extent, Gdal, ResolvedCrs } from '@cairn/geo';
import { unprocessable } from '@cairn/service';
import type { FilePart } from './assignable-file.ts';

/** Longitudes may be one turn beyond the antimeridian, latitudes a rounding error beyond the poles. */
const MAX_DEGREES: Extent = [-360, -90.000001, 360, 90.000001];

/**
 * The extent of a part in WGS 84 (west, south, east, north) if its coordinates were in this system; null without features.
 * @throws {AppError} unprocessable when the coordinates cannot be in this system.
 */
export async function locateExtent(
  gdal: Gdal,
  { entry, crs }: ResolvedCrs,
  { part: { name, extent }, cwd }: { part: FilePart; cwd: string },
): Promise<Extent | null> {
  if (extent === null) return null;
  const what = name === '' ? 'The coordinates' : `The coordinates of the layer "${name}"`;
  const numbers = extent.map((value) => Number(value.toPrecision(7))).join(', ');
  if (crs.kind === 'geographic' && crs.unit === 'degree' && !isWithin(extent, MAX_DEGREES))
    throw unprocessable(
      'vault.crs_does_not_fit',
      `${what} (${numbers}) are not degrees, so they are not in "${entry.name}". Choose a projected system.`,
    );
  const located = await toWgs84(gdal, extent, { crs, cwd });
  if (located) return located;
  throw unprocessable(
    'vault.crs_does_not_fit',
    `${what} (${numbers}) are not in "${entry.name}" (EPSG:${entry.srid}). Choose another coordinate system.`,
  );
}

function isWithin(inner: Extent, outer: Extent): boolean {
  return inner[0] >= outer[0] && inner[1] >= outer[1] && inner[2] <= outer[2] && inner[3] <= outer[3];
}
