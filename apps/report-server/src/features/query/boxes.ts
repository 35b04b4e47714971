/** West, south, east, north, in degrees. */
export type Box = [number, number, number, number];

/** Metres of a degree of latitude where it is shortest, at the equator. */
const METERS_PER_DEGREE = 110_574;
/** The spheroid is not a sphere, and roundings. */
const MORE = 1.01;

/**
 * Boxes that hold everything within `meters` of positions (longitude, latitude in WGS84): one, two at the antimeridian, and all
 * longitudes near a pole.
 */
export function boxesAround(positions: number[][], meters: number): Box[] {
  const longitudes = positions.map(([x]) => x!);
  const latitudes = positions.map(([, y]) => y!);
  const [west, east] = [least(longitudes), most(longitudes)];
  const degrees = (meters / METERS_PER_DEGREE) * MORE;
  const south = Math.max(least(latitudes) - degrees, -90);
  const north = Math.min(most(latitudes) + degrees, 90);
  const outermost = Math.max(Math.abs(south), Math.abs(north));
  const wider = degrees / Math.cos((outermost * Math.PI) / 180);
  if (outermost >= 89.9 || east - west + 2 * wider >= 360) return [[-180, south, 180, north]];
  const [from, to] = [west - wider, east + wider];
  if (from < -180) {
    return [
      [from + 360, south, 180, north],
      [-180, south, to, north],
    ];
  }
  if (to > 180) {
    return [
      [from, south, 180, north],
      [-180, south, to - 360, north],
    ];
  }
  return [[from, south, to, north]];
}

function least(numbers: number[]): number {
  return numbers.reduce((a, b) => Math.min(a, b), Infinity);
}

function most(numbers: number[]): number {
  return numbers.reduce((a, b) => Math.max(a, b), -Infinity);
}
