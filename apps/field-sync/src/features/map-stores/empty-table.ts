import type { NewFeatureType } from './geoserver.ts';
import type { SourceTable } from './types.ts';

/** Half the width of the world in Web Mercator, in metres; grids of countries are within it. */
const FAR = 20_037_508.34;
const WORLD = { minx: -180, maxx: 180, miny: -90, maxy: 90 };

/**
 * The boxes of a table without geometries, for which GeoServer can compute none and creates no layer then: the whole world, so that what
 * crews collect later is within them. Nothing for any other table.
 */
export function boxesOf({ geometry }: SourceTable): Omit<NewFeatureType, 'name' | 'nativeName'> {
  if (!geometry?.isEmpty) return {};
  const srs = `EPSG:${geometry.srid === 0 ? 4326 : geometry.srid}`;
  const isGeographic = geometry.isGeographic || geometry.srid === 0;
  const native = isGeographic ? WORLD : { minx: -FAR, maxx: FAR, miny: -FAR, maxy: FAR };
  return {
    srs,
    nativeBoundingBox: { ...native, crs: srs },
    latLonBoundingBox: { ...WORLD, crs: 'EPSG:4326' },
  };
}
