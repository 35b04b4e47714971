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
    const [x1, y1, x2, y2] = [line[i], line[i + 1], line[i + 2], line[i + 3]] as [
      number,
      number,
      number,
      number,
    ];
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
    const [x1, y1, x2, y2] = [ring[i], ring[i + 1], ring[i + 2], ring[i + 3]] as [
      number,
      number,
      number,
      number,
    ];
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
