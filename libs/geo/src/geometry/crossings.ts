/** Longitude and latitude, or x and y; the last position equals the first. */
type Ring = readonly (readonly [number, number])[];

export interface Crossing {
  /** `crossing`: two edges cross. `overlap`: one covers part of another. `too_fine`: too many edges beside each other to check all. */
  kind: 'crossing' | 'overlap' | 'too_fine';
  /** Where one of the two edges begins. */
  at: [number, number];
}

/** Pairs of edges that are looked at: some fifty milliseconds. Areas that people draw need a few for each edge. */
const MAX_PAIRS = 8_000_000;
/** Of a product of two differences, and of their difference: Shewchuk, Adaptive Precision Floating-Point Arithmetic, 1997. */
const ROUNDING = 3.4e-16;

/**
 * The first two edges that cross or overlap, within one ring or between two; null when no edges do. Rings may touch in single
 * points. An area without crossings never falls into more pieces than it has edges, so that clipping by it takes bounded time.
 * A line sweeps over the edges in the order of x and compares each with those that it has not left yet.
 */
export function findCrossing(rings: readonly Ring[]): Crossing | null {
  const edges = rings.flatMap(edgesOf).sort((a, b) => a.left - b.left);
  const open: Edge[] = [];
  let pairs = 0;
  for (const edge of edges) {
    for (let i = open.length - 1; i >= 0; i -= 1) {
      const other = open[i] as Edge;
      if (other.right < edge.left) {
        open[i] = open.at(-1) as Edge;
        open.pop();
        continue;
      }
      pairs += 1;
      if (pairs > MAX_PAIRS) return { kind: 'too_fine', at: [edge.ax, edge.ay] };
      if (other.top < edge.bottom || edge.top < other.bottom) continue;
      const kind = relate(edge, other);
      if (kind) return { kind, at: [edge.ax, edge.ay] };
    }
    open.push(edge);
  }
  return null;
}

interface Edge {
  ax: number;
  ay: number;
  bx: number;
  by: number;
  left: number;
  right: number;
  bottom: number;
  top: number;
}

function edgesOf(ring: Ring): Edge[] {
  const edges: Edge[] = [];
  for (let i = 1; i < ring.length; i += 1) {
    const [[ax, ay], [bx, by]] = [ring[i - 1] as [number, number], ring[i] as [number, number]];
    // Two equal positions in a row are not an edge.
    if (ax === bx && ay === by) continue;
    edges.push({
      ...{ ax, ay, bx, by },
      ...{ left: Math.min(ax, bx), right: Math.max(ax, bx), bottom: Math.min(ay, by), top: Math.max(ay, by) },
    });
  }
  return edges;
}

function relate(a: Edge, b: Edge): 'crossing' | 'overlap' | null {
  const [c, d] = [side(a, b.ax, b.ay), side(a, b.bx, b.by)];
  if (c * d > 0) return null;
  const [e, f] = [side(b, a.ax, a.ay), side(b, a.bx, a.by)];
  if (c * d < 0 && e * f < 0) return 'crossing';
  return c === 0 && d === 0 && e === 0 && f === 0 && overlaps(a, b) ? 'overlap' : null;
}

/** On which side of an edge a point is: 1, -1, or 0 on its line, as far as rounding allows. */
function side({ ax, ay, bx, by }: Edge, x: number, y: number): number {
  const left = (ax - x) * (by - y);
  const right = (ay - y) * (bx - x);
  const difference = left - right;
  return Math.abs(difference) <= ROUNDING * (Math.abs(left) + Math.abs(right)) ? 0 : Math.sign(difference);
}

/** Whether two edges on one line have more than a point in common. */
function overlaps(a: Edge, b: Edge): boolean {
  const across = a.right - a.left >= a.top - a.bottom;
  return across
    ? Math.min(a.right, b.right) > Math.max(a.left, b.left)
    : Math.min(a.top, b.top) > Math.max(a.bottom, b.bottom);
}
