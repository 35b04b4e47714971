const BITS = 16;
/** Positions are from 0 to this. */
export const HILBERT_SIDE = 2 ** BITS - 1;

/** Distance of a cell along a Hilbert curve (Warren, Hacker's Delight, 16-1). */
export function hilbert(x: number, y: number): number {
  let distance = 0;
  for (let half = 2 ** (BITS - 1); half >= 1; half /= 2) {
    const right = (x & half) > 0 ? 1 : 0;
    const top = (y & half) > 0 ? 1 : 0;
    distance += half * half * ((3 * right) ^ top);
    if (top === 0) {
      if (right === 1) [x, y] = [HILBERT_SIDE - x, HILBERT_SIDE - y];
      [x, y] = [y, x];
    }
  }
  return distance;
}
