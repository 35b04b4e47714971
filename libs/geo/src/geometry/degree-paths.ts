import { boxOfParts } from './assemble.ts';
import { partOf, pathsOf } from './parts.ts';
import type { Part } from './parts.ts';

/** Of latitude, nearly; of longitude at the equator. */
export const METRES_PER_DEGREE = 111_320;
const EARTH_RADIUS = 6_371_000;
const RADIANS = Math.PI / 180;
/** Share of the distance by which a straight line of longitude and latitude may leave the line in a local plane. */
const DEVIATION = 0.001;
const LONGEST_EDGE = 50_000;
const MAX_PARTS_OF_EDGE = 1_000;
/** In degrees of latitude: what is nearer to a pole is the edge of the map there. */
const POLE = 89.9;
/** Of a run. */
const MAX_POSITIONS = 2_000;

/** The paths of a part in degrees, with long edges divided so finely that they keep their course in a local plane. */
export function smoothPaths(part: Part, { distance, unwrap }: { distance: number; unwrap: boolean }): Part {
  if (part.dimension === 0) return part;
  const paths = pathsOf(part).map((xy) => divided(unwrap ? unwrapped(xy) : xy, distance));
  return partOf(part.dimension, paths);
}

/** Whether the box of the parts is at most so wide and high, in metres. */
export function isWithin(parts: Part[], span: number): boolean {
  const [west, south, east, north] = boxOfParts(parts);
  return metresBetween([west, south], [east, north]) <= span;
}

/**
 * A path in runs that are each at most so wide and high, in metres; each begins where the one before ended. Of a ring
 * the edges along the antimeridian and at the poles are left out: only the edge of the map is there.
 */
export function runsOf(xy: Float64Array, { span, isRing }: { span: number; isRing: boolean }): Part[] {
  const runs: Part[] = [];
  let run: number[] = [];
  let box = emptyBox();
  const close = () => {
    if (run.length >= 4) runs.push(partOf(1, [Float64Array.from(run)]));
    run = [];
    box = emptyBox();
  };
  for (let i = 0; i < xy.length; i += 2) {
    const [x, y] = [xy[i] as number, xy[i + 1] as number];
    if (run.length > 0) {
      const [fromX, fromY] = run.slice(-2) as [number, number];
      const next = widened(box, x, y);
      const isFull =
        run.length >= MAX_POSITIONS * 2 || metresBetween([next[0], next[1]], [next[2], next[3]]) > span;
      if (isRing && isEdgeOfMap(fromX, fromY, x, y)) close();
      else if (isFull) {
        close();
        run.push(fromX, fromY);
        box = widened(box, fromX, fromY);
      }
    }
    run.push(x, y);
    box = widened(box, x, y);
  }
  close();
  return runs;
}

type Box = [number, number, number, number];

function emptyBox(): Box {
  return [Infinity, Infinity, -Infinity, -Infinity];
}

function widened([west, south, east, north]: Box, x: number, y: number): Box {
  return [Math.min(west, x), Math.min(south, y), Math.max(east, x), Math.max(north, y)];
}

function isEdgeOfMap(x1: number, y1: number, x2: number, y2: number): boolean {
  const slack = 1e-7;
  const isSeam = x1 * x2 > 0 && Math.abs(x1) > 180 - slack && Math.abs(x2) > 180 - slack;
  return isSeam || (y1 * y2 > 0 && Math.abs(y1) > POLE && Math.abs(y2) > POLE);
}

/** Longitudes that go on beyond 180 where a path crosses the antimeridian. */
function unwrapped(xy: Float64Array): Float64Array {
  const out = Float64Array.from(xy);
  for (let i = 2; i < out.length; i += 2) {
    const step = (out[i] as number) - (out[i - 2] as number);
    if (Math.abs(step) > 180) out[i] = (out[i] as number) - Math.round(step / 360) * 360;
  }
  return out;
}

function divided(xy: Float64Array, distance: number): Float64Array {
  const out: number[] = [xy[0] as number, xy[1] as number];
  for (let i = 2; i < xy.length; i += 2) {
    const [x1, y1, x2, y2] = [xy[i - 2]!, xy[i - 1]!, xy[i]!, xy[i + 1]!];
    const steepest = Math.min(85, Math.max(Math.abs(y1), Math.abs(y2)));
    // The height of an arc over its chord is about length² · tan(latitude) / 8 radii.
    const longest = Math.min(
      LONGEST_EDGE,
      Math.sqrt((8 * EARTH_RADIUS * DEVIATION * distance) / Math.max(0.01, Math.tan(steepest * RADIANS))),
    );
    const parts = Math.min(MAX_PARTS_OF_EDGE, Math.ceil(metresBetween([x1, y1], [x2, y2]) / longest));
    for (let part = 1; part < parts; part += 1)
      out.push(x1 + ((x2 - x1) * part) / parts, y1 + ((y2 - y1) * part) / parts);
    out.push(x2, y2);
  }
  return Float64Array.from(out);
}

/** Across a box, nearly, where it is widest. */
function metresBetween([x1, y1]: [number, number], [x2, y2]: [number, number]): number {
  const nearest = y1 * y2 < 0 ? 0 : Math.min(Math.abs(y1), Math.abs(y2));
  return Math.hypot((x2 - x1) * Math.cos(nearest * RADIANS), y2 - y1) * METRES_PER_DEGREE;
}
