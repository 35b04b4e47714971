/** Jumps of this many degrees from one position to the next go the other way around the world. */
const JUMP = 270;
/** A longer line is meant to go from one edge of the world to the other. */
const WHOLE = 360 - 1e-9;

/**
 * What GDAL takes out of a projection ends at the antimeridian: it cuts areas there, but lines jump to the other side of the
 * map. Here their longitudes go on beyond 180 degrees instead.
 */
export function unwrap(xy: Float64Array): Float64Array {
  let shift = 0;
  let out: Float64Array | null = null;
  for (let i = 2; i < xy.length; i += 2) {
    const way = xy[i]! - xy[i - 2]!;
    if (Math.abs(way) > JUMP && Math.abs(way) < WHOLE) {
      shift -= Math.sign(way) * 360;
      out ??= xy.slice();
    }
    if (out) out[i] = xy[i]! + shift;
  }
  return out ?? xy;
}
