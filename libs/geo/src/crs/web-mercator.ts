/** Web Mercator (EPSG:3857) ends at this latitude, north and south. */
export const MAX_LATITUDE = 85.0511287798066;
const RADIUS = 6_378_137;

/** Degrees (longitude, latitude) to metres. Not a number at the poles. */
export function toMercator([longitude, latitude]: [number, number]): [number, number] {
  const radians = Math.PI / 180;
  if (Math.abs(latitude) >= 90) return [NaN, NaN];
  return [RADIUS * longitude * radians, RADIUS * Math.log(Math.tan(Math.PI / 4 + (latitude * radians) / 2))];
}

/** Metres to degrees (longitude, latitude). */
export function fromMercator([x, y]: [number, number]): [number, number] {
  const degrees = 180 / Math.PI;
  return [(x / RADIUS) * degrees, (2 * Math.atan(Math.exp(y / RADIUS)) - Math.PI / 2) * degrees];
}
