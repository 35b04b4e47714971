export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Snapped {
  /** What to add, in points. */
  offset: number;
  /** Where the line is that it snapped to; null on the grid. */
  line: number | null;
}

/** Points within which edges catch each other. */
const REACH = 4;
/** Where there is nothing to catch: multiples of these points. */
const GRID = 5;

/** Moves edges to the nearest line within reach, else the first of them to the grid. */
export function snapEdges(edges: readonly number[], lines: readonly number[]): Snapped {
  let best: Snapped | null = null;
  for (const edge of edges) {
    for (const line of lines) {
      const offset = line - edge;
      if (Math.abs(offset) <= REACH && (best === null || Math.abs(offset) < Math.abs(best.offset)))
        best = { offset, line };
    }
  }
  if (best) return best;
  const first = edges[0] ?? 0;
  return { offset: Math.round(first / GRID) * GRID - first, line: null };
}

/** Vertical and horizontal lines of other elements and of the room around them: edges and middles. */
export function linesOf(others: readonly Rect[], room: { width: number; height: number }) {
  const all = [{ x: 0, y: 0, ...room }, ...others];
  return {
    x: all.flatMap(({ x, width }) => [x, x + width / 2, x + width]),
    y: all.flatMap(({ y, height }) => [y, y + height / 2, y + height]),
  };
}

/** The smallest rectangle around several. */
export function unionOf(rects: readonly Rect[]): Rect {
  const x = Math.min(...rects.map((rect) => rect.x));
  const y = Math.min(...rects.map((rect) => rect.y));
  const right = Math.max(...rects.map((rect) => rect.x + rect.width));
  const bottom = Math.max(...rects.map((rect) => rect.y + rect.height));
  return { x, y, width: right - x, height: bottom - y };
}

export function overlaps(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
