/** West, south, east, north in degrees; east may be above 180 where the map crosses the antimeridian. */
export type Extent = [number, number, number, number];

export type Point = [number, number];

/** From longitude and latitude in degrees to points on the map, y down. */
export interface Projection {
  name: 'mercator' | 'plate-carree';
  project(longitude: number, latitude: number): Point;
  /** Extent of the whole frame, wider or higher than what was asked for. */
  extent: Extent;
  /** Metres on the ground for a point of the map in its middle. */
  metresPerPoint: number;
}

const MAX_LATITUDE = 85;
const EARTH_RADIUS = 6_371_008.8;
/** Below this span, in degrees, a single point would be magnified without end. */
const MIN_SPAN = 0.02;

/** Fits an extent into a frame. Web Mercator keeps shapes; maps that reach near the poles or around the world use plate carrée. */
export function fitProjection(
  asked: Extent,
  { width, height }: { width: number; height: number },
): Projection {
  const [west, south, east, north] = withSpan(asked);
  const isGlobal = east - west > 200 || north > 78 || south < -72;
  const toY = isGlobal ? (latitude: number) => latitude : mercatorY;
  const fromY = isGlobal ? (y: number) => y : inverseMercatorY;
  const limit = isGlobal ? 90 : MAX_LATITUDE;
  const top = toY(clamp(north, limit));
  const bottom = toY(clamp(south, limit));
  const scale = Math.min(width / (east - west), height / (top - bottom));
  const centreX = (west + east) / 2;
  const centreY = (top + bottom) / 2;
  const project = (longitude: number, latitude: number): Point => [
    width / 2 + (longitude - centreX) * scale,
    height / 2 - (toY(clamp(latitude, limit)) - centreY) * scale,
  ];
  const halfWidth = width / 2 / scale;
  const halfHeight = height / 2 / scale;
  const middle = fromY(centreY);
  return {
    name: isGlobal ? 'plate-carree' : 'mercator',
    project,
    extent: [
      centreX - halfWidth,
      Math.max(-limit, fromY(centreY - halfHeight)),
      centreX + halfWidth,
      Math.min(limit, fromY(centreY + halfHeight)),
    ],
    metresPerPoint: ((Math.PI / 180) * EARTH_RADIUS * Math.cos((middle * Math.PI) / 180)) / scale,
  };
}

function withSpan([west, south, east, north]: Extent): Extent {
  const wider = Math.max(0, MIN_SPAN - (east - west)) / 2;
  const higher = Math.max(0, MIN_SPAN - (north - south)) / 2;
  return [west - wider, south - higher, east + wider, north + higher];
}

/** Degrees at the equator, so that both axes have one unit. */
function mercatorY(latitude: number): number {
  return (Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) * 180) / Math.PI;
}

function inverseMercatorY(y: number): number {
  return (Math.atan(Math.exp((y * Math.PI) / 180)) * 360) / Math.PI - 90;
}

function clamp(latitude: number, limit: number): number {
  return Math.max(-limit, Math.min(limit, latitude));
}
