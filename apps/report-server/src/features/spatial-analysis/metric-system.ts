/** What is known of a spatial reference system; `srtext` is its WKT, null when the database does not know it. */
export interface SystemFacts {
  srid: number;
  srtext: string | null;
}

/** World Mercator as `_ST_BestSRID` names it: its answer for extents that no other system fits. */
export const WORLD_MERCATOR = 999_000;
/** EASE-Grid 2.0 Global: equal areas all over the world. */
export const EQUAL_AREA = 6933;

type Extent = readonly [west: number, south: number, east: number, north: number];

/** Whether coordinates of the system are longitude and latitude. */
export function isGeographic({ srid, srtext }: SystemFacts): boolean {
  return srid === 4326 || /^GEOG/i.test(srtext ?? '');
}

/**
 * Whether planar distances in the system are metres on the ground. The Mercator projections of web maps have the unit metre, but
 * stretch distances by 1/cos(latitude), so they do not count.
 */
export function isMetric({ srtext }: SystemFacts): boolean {
  if (!srtext || !/^PROJ/i.test(srtext)) return false;
  if (/PROJECTION\["(Mercator|Popular_Visualisation)/i.test(srtext)) return false;
  const unit = srtext.match(/UNIT\["([^"]+)"/gi)?.at(-1) ?? '';
  return /met(re|er)/i.test(unit) && !/kilo|feet|foot/i.test(unit);
}

/** The UTM zone of an extent up to 6° wide between 80° south and 84° north; null for others. */
export function utmZone([west, south, east, north]: Extent): number | null {
  if (east - west > 6 || east < west || north >= 84 || south <= -80) return null;
  const zone = Math.min(60, Math.floor(((west + east) / 2 + 180) / 6) + 1);
  return ((south + north) / 2 >= 0 ? 32_600 : 32_700) + zone;
}
