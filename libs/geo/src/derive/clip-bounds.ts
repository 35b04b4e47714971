import type { Crs } from '../crs/crs.ts';
import type { Extent } from '../crs/extent.ts';
import type { LayerFrame } from './types.ts';

/** About a tenth of a millimetre, so that rounding does not decide on which side of the seam a position is. */
const SEAM_SLACK = 1e-9;
const MARGIN = 0.05;
const LEAST_MARGIN = 0.1;

/**
 * The part of the earth (west, south, east, north) with a layer and some margin, in longitudes that are continuous where the layer's
 * CRS is. Positions outside may have no coordinates in the CRS.
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
  // The layer is on both sides of the seam, or nearly around the earth.
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
