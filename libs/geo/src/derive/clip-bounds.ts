import type { Crs } from '../crs/crs.ts';
import type { Extent } from '../crs/extent.ts';
import type { LayerFrame } from './types.ts';

/** About a tenth of a millimetre: on which side of the seam a position lies must not be a matter of rounding. */
const SEAM_SLACK = 1e-9;
const MARGIN = 0.05;
const LEAST_MARGIN = 0.1;

/**
 * The part of the earth (west, south, east, north) in which a layer lies with some margin, in longitudes that go on without
 * a jump where the layer's CRS has none. What is outside might have no place in the CRS.
 */
export function clipBounds({ crs, extent, extentWgs84 }: LayerFrame): Extent {
  const [west, south, east, north] = extentWgs84;
  const [minY, maxY] = [
    Math.max(-90, south - margin(south, north)),
    Math.min(90, north + margin(south, north)),
  ];
  if (crs.srid === 4326) {
    // Some layers count longitudes from 0 to 360.
    const last = extent[2] > 180 + SEAM_SLACK ? 360 : 180;
    return [last - 360, minY, last, maxY];
  }
  const seam = seamOf(crs);
  const [from, to] = [intoTurn(west, seam), intoTurn(east, seam)];
  const slack = margin(west, east);
  const all: Extent = [seam - 360 + SEAM_SLACK, minY, seam - SEAM_SLACK, maxY];
  // The layer lies on both sides of the seam, or nearly around the earth.
  if (from >= to || to - from + 2 * slack >= 359) return all;
  return [Math.max(all[0], from - slack), minY, Math.min(all[2], to + slack), maxY];
}

/** The longitude (from 0 to 360) at which a CRS is cut open: opposite of its central meridian. */
function seamOf({ wkt }: Pick<Crs, 'wkt'>): number {
  const found =
    /(?:"Longitude of (?:natural|false|projection) origin"|"Longitude of origin"|"central_meridian"|"Central_Meridian"|"longitude_of_center")\s*,\s*(-?[\d.]+(?:e[-+]?\d+)?)/i.exec(
      wkt ?? '',
    );
  const meridian = found ? Number(found[1]) : 0;
  return (((meridian + 180) % 360) + 360) % 360;
}

/** A longitude within the turn that ends at the seam. */
function intoTurn(longitude: number, seam: number): number {
  return longitude + Math.ceil((seam - 360 - longitude) / 360) * 360;
}

function margin(low: number, high: number): number {
  return Math.max(LEAST_MARGIN, (high - low) * MARGIN);
}
