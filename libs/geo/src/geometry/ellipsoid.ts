/** WGS84: semi-major axis in metres, and the square of the eccentricity. */
const A = 6_378_137;
const FLATTENING = 1 / 298.257223563;
const E2 = FLATTENING * (2 - FLATTENING);
const E = Math.sqrt(E2);
const RADIANS = Math.PI / 180;
/** Longer edges are divided, in degrees. */
const STEP = 1;

/**
 * Area of a polygon on the ellipsoid of WGS84 in m². Rings as longitude and latitude in turn, the shell first; edges are
 * straight lines of longitude and latitude (RFC 7946, 3.1.1). By Green's theorem it is the integral of the area between
 * the equator and the edge, which the authalic function q gives exactly (Snyder, Map Projections, 3-12).
 */
export function areaOnEllipsoid([shell, ...holes]: Float64Array[]): number {
  if (!shell) return 0;
  const inner = holes.reduce((sum, hole) => sum + Math.abs(ringArea(hole)), 0);
  return Math.max(0, Math.abs(ringArea(shell)) - inner);
}

/** Length of a line of the same kind in metres. */
export function lengthOnEllipsoid(line: Float64Array): number {
  let sum = 0;
  for (let i = 0; i + 3 < line.length; i += 2) {
    const [x1, y1, x2, y2] = [line[i]!, line[i + 1]!, line[i + 2]!, line[i + 3]!];
    const parts = partsOfEdge(x2 - x1, y2 - y1);
    const [dx, dy] = [((x2 - x1) / parts) * RADIANS, ((y2 - y1) / parts) * RADIANS];
    for (let part = 0; part < parts; part += 1) {
      const latitude = (y1 + ((y2 - y1) * (part + 0.5)) / parts) * RADIANS;
      const w = 1 - E2 * Math.sin(latitude) ** 2;
      const alongParallel = (A / Math.sqrt(w)) * Math.cos(latitude) * dx;
      const alongMeridian = ((A * (1 - E2)) / w ** 1.5) * dy;
      sum += Math.hypot(alongParallel, alongMeridian);
    }
  }
  return sum;
}

function ringArea(ring: Float64Array): number {
  let sum = 0;
  for (let i = 0; i + 3 < ring.length; i += 2) {
    const [x1, y1, x2, y2] = [ring[i]!, ring[i + 1]!, ring[i + 2]!, ring[i + 3]!];
    if (x1 === x2) continue;
    const parts = partsOfEdge(0, y2 - y1);
    const [dx, dy] = [((x2 - x1) / parts) * RADIANS, (y2 - y1) / parts];
    for (let part = 0; part < parts; part += 1) {
      const low = y1 + dy * part;
      // Simpson's rule.
      sum += (dx * (authalic(low) + 4 * authalic(low + dy / 2) + authalic(low + dy))) / 6;
    }
  }
  return (sum * A * A) / 2;
}

/** q: 2 / a² times the area between the equator and a latitude for each radian of longitude. */
function authalic(latitude: number): number {
  const s = Math.sin(latitude * RADIANS);
  return (1 - E2) * (s / (1 - E2 * s * s) + Math.log((1 + E * s) / (1 - E * s)) / (2 * E));
}

function partsOfEdge(dx: number, dy: number): number {
  return Math.min(1_000, Math.max(1, Math.ceil(Math.max(Math.abs(dx), Math.abs(dy)) / STEP)));
}

/** Rounds until the longitude no longer changes; near the antipodes it may never. */
const MAX_ROUNDS = 100;
const STILL = 1e-12;

/** Length in metres of the shortest way on the ellipsoid between two positions (Vincenty, 1975); between antipodes on a sphere. */
export function distanceOnEllipsoid([lon1, lat1]: [number, number], [lon2, lat2]: [number, number]): number {
  const reduced = (latitude: number) => Math.atan((1 - FLATTENING) * Math.tan(latitude * RADIANS));
  const [u1, u2] = [reduced(lat1), reduced(lat2)];
  const turn = (((lon2 - lon1 + 540) % 360) + 360) % 360;
  const difference = (turn - 180) * RADIANS;
  const [s1, c1, s2, c2] = [Math.sin(u1), Math.cos(u1), Math.sin(u2), Math.cos(u2)];
  let lambda = difference;
  let arc = 0;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const [sinLambda, cosLambda] = [Math.sin(lambda), Math.cos(lambda)];
    const sinArc = Math.hypot(c2 * sinLambda, c1 * s2 - s1 * c2 * cosLambda);
    if (sinArc === 0) return 0;
    const cosArc = s1 * s2 + c1 * c2 * cosLambda;
    arc = Math.atan2(sinArc, cosArc);
    const sinAzimuth = (c1 * c2 * sinLambda) / sinArc;
    const cos2 = 1 - sinAzimuth ** 2;
    const middle = cos2 === 0 ? 0 : cosArc - (2 * s1 * s2) / cos2;
    const c = (FLATTENING / 16) * cos2 * (4 + FLATTENING * (4 - 3 * cos2));
    const before = lambda;
    const inner = middle + c * cosArc * (-1 + 2 * middle ** 2);
    lambda = difference + (1 - c) * FLATTENING * sinAzimuth * (arc + c * sinArc * inner);
    if (Math.abs(lambda - before) > STILL) continue;
    const b = A * (1 - FLATTENING);
    const k = (cos2 * (A ** 2 - b ** 2)) / b ** 2;
    const major = 1 + (k / 16_384) * (4_096 + k * (-768 + k * (320 - 175 * k)));
    const minor = (k / 1_024) * (256 + k * (-128 + k * (74 - 47 * k)));
    const last = (minor / 6) * middle * (-3 + 4 * sinArc ** 2) * (-3 + 4 * middle ** 2);
    const correction = minor * sinArc * (middle + (minor / 4) * (cosArc * (-1 + 2 * middle ** 2) - last));
    return b * major * (arc - correction);
  }
  return A * arc;
}
