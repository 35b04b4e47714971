/** Positions that are thinned together: bounds the work on lines that were made to be slow (its square at worst). */
const STRETCH = 256;

/**
 * Leaves out positions that are no further than `tolerance` from the simplified line (Douglas and Peucker, 1973). A ring is given
 * without its last position.
 */
export function simplify(xy: Int32Array, tolerance: number, isRing: boolean): Int32Array {
  const near = dropNear(xy, tolerance / 2);
  const count = near.length / 2;
  if (count <= 2) return near;
  const kept = new Uint8Array(count + 1);
  kept[0] = 1;
  const last = isRing ? count : count - 1;
  for (let from = 0; from < last; from += STRETCH) {
    const to = Math.min(from + STRETCH, last);
    kept[to] = 1;
    keepFar(near, { from, to }, { tolerance: tolerance * tolerance, kept });
  }
  const out = new Int32Array(near.length);
  let n = 0;
  for (let i = 0; i < count; i += 1) {
    if (!kept[i]) continue;
    out[n] = near[i * 2]!;
    out[n + 1] = near[i * 2 + 1]!;
    n += 2;
  }
  return out.subarray(0, n);
}

/** Leaves out positions that are closer than `distance` to the last one kept, but never the ends. */
function dropNear(xy: Int32Array, distance: number): Int32Array {
  if (xy.length <= 8) return xy;
  const limit = distance * distance;
  const out = new Int32Array(xy.length);
  out[0] = xy[0]!;
  out[1] = xy[1]!;
  let n = 2;
  for (let i = 2; i < xy.length - 2; i += 2) {
    const dx = xy[i]! - out[n - 2]!;
    const dy = xy[i + 1]! - out[n - 1]!;
    if (dx * dx + dy * dy < limit) continue;
    out[n] = xy[i]!;
    out[n + 1] = xy[i + 1]!;
    n += 2;
  }
  out[n] = xy[xy.length - 2]!;
  out[n + 1] = xy[xy.length - 1]!;
  return out.subarray(0, n + 2);
}

/** Position `count` of a ring is its first again. */
function keepFar(
  xy: Int32Array,
  stretch: { from: number; to: number },
  { tolerance, kept }: { tolerance: number; kept: Uint8Array },
): void {
  const count = xy.length / 2;
  const open = [stretch.from, stretch.to];
  while (open.length > 0) {
    const to = open.pop()!;
    const from = open.pop()!;
    const ax = xy[from * 2]!;
    const ay = xy[from * 2 + 1]!;
    const end = to === count ? 0 : to;
    const dx = xy[end * 2]! - ax;
    const dy = xy[end * 2 + 1]! - ay;
    const length = dx * dx + dy * dy;
    let farthest = -1;
    let most = tolerance;
    for (let i = from + 1; i < to; i += 1) {
      const px = xy[i * 2]! - ax;
      const py = xy[i * 2 + 1]! - ay;
      const along = length > 0 ? Math.min(1, Math.max(0, (px * dx + py * dy) / length)) : 0;
      const ex = px - along * dx;
      const ey = py - along * dy;
      const distance = ex * ex + ey * ey;
      if (distance > most) {
        most = distance;
        farthest = i;
      }
    }
    if (farthest < 0) continue;
    kept[farthest] = 1;
    open.push(from, farthest, farthest, to);
  }
}

/** What jumps about wildly cannot be thinned by its form: one position in `step` stays, and the last. */
export function everyOther<A extends Int32Array | Float64Array>(xy: A, step: number): A {
  if (step <= 1 || xy.length <= 8) return xy;
  const kept = xy.slice() as A;
  let n = 0;
  for (let i = 0; i < xy.length; i += 2) {
    if ((i / 2) % step !== 0 && i < xy.length - 2) continue;
    kept[n] = xy[i]!;
    kept[n + 1] = xy[i + 1]!;
    n += 2;
  }
  return n >= 8 ? (kept.subarray(0, n) as A) : xy;
}
