export type Place = 'inside' | 'outside' | 'crossing';
export type Box = [number, number, number, number];

/** Polygons, indexed for many tests of what they contain. */
export interface Region {
  /** Min x, min y, max x, max y. */
  box: Box;
  /** Where a whole box is. A box that only touches the boundary may count as crossing. */
  placeOf(box: Box): Place;
  /** The boundary belongs to the region. */
  holds(x: number, y: number): boolean;
}

const PER_SLAB = 4;
const MAX_SLABS = 8_192;

/** A region of valid rings, x and y in turn; it contains what is within an odd number of them. */
export function createRegion(rings: Float64Array[]): Region {
  const segments = toSegments(rings);
  const count = segments.length / 4;
  const box = boxOf(segments);
  const slabs = Math.min(MAX_SLABS, Math.max(1, Math.ceil(count / PER_SLAB)));
  const scale = box[3] > box[1] ? slabs / (box[3] - box[1]) : 0;
  const slabOf = (y: number) => Math.min(slabs - 1, Math.max(0, Math.floor((y - box[1]) * scale)));
  const { starts, members } = distribute(segments, { slabs, slabOf });

  function holds(x: number, y: number): boolean {
    if (!(x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3])) return false;
    const slab = slabOf(y);
    let inside = false;
    for (let i = starts[slab] as number; i < (starts[slab + 1] as number); i += 1) {
      const at = (members[i] as number) * 4;
      const [x1, y1] = [segments[at] as number, segments[at + 1] as number];
      const [x2, y2] = [segments[at + 2] as number, segments[at + 3] as number];
      const side = (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1);
      if (side === 0 && between(x, x1, x2) && between(y, y1, y2)) return true;
      if (y1 > y !== y2 > y && side > 0 === y2 > y1) inside = !inside;
    }
    return inside;
  }

  function placeOf(other: Box): Place {
    const [minX, minY, maxX, maxY] = other;
    if (!(maxX >= box[0] && minX <= box[2] && maxY >= box[1] && minY <= box[3])) return 'outside';
    if (minX === maxX && minY === maxY) return holds(minX, minY) ? 'inside' : 'outside';
    const last = slabOf(maxY);
    for (let slab = slabOf(minY); slab <= last; slab += 1)
      for (let i = starts[slab] as number; i < (starts[slab + 1] as number); i += 1)
        if (meets(segments, (members[i] as number) * 4, other)) return 'crossing';
    return holds((minX + maxX) / 2, (minY + maxY) / 2) ? 'inside' : 'outside';
  }

  return { box, holds, placeOf };
}

/** x1, y1, x2, y2 in turn. */
function toSegments(rings: Float64Array[]): Float64Array {
  const segments = new Float64Array(rings.reduce((sum, ring) => sum + Math.max(0, ring.length - 2) * 2, 0));
  let at = 0;
  for (const ring of rings)
    for (let i = 0; i < ring.length - 2; i += 2, at += 4) segments.set(ring.subarray(i, i + 4), at);
  return segments;
}

/** The box of positions, x and y in turn. */
export function boxOf(positions: Float64Array): Box {
  const box: Box = [Infinity, Infinity, -Infinity, -Infinity];
  extendBox(box, positions);
  return box;
}

export function extendBox(box: Box, positions: Float64Array): void {
  for (let i = 0; i < positions.length; i += 2) {
    box[0] = Math.min(box[0], positions[i] as number);
    box[1] = Math.min(box[1], positions[i + 1] as number);
    box[2] = Math.max(box[2], positions[i] as number);
    box[3] = Math.max(box[3], positions[i + 1] as number);
  }
}

/** For each horizontal slab the segments that reach into it. */
function distribute(
  segments: Float64Array,
  { slabs, slabOf }: { slabs: number; slabOf(y: number): number },
): { starts: Uint32Array; members: Uint32Array } {
  const starts = new Uint32Array(slabs + 1);
  const each = (visit: (slab: number, segment: number) => void) => {
    for (let i = 0; i < segments.length / 4; i += 1) {
      const [y1, y2] = [segments[i * 4 + 1] as number, segments[i * 4 + 3] as number];
      const last = slabOf(Math.max(y1, y2));
      for (let slab = slabOf(Math.min(y1, y2)); slab <= last; slab += 1) visit(slab, i);
    }
  };
  each((slab) => (starts[slab + 1] = (starts[slab + 1] as number) + 1));
  for (let i = 0; i < slabs; i += 1) starts[i + 1] = (starts[i + 1] as number) + (starts[i] as number);
  const members = new Uint32Array(starts[slabs] as number);
  const next = starts.slice();
  each((slab, segment) => {
    members[next[slab] as number] = segment;
    next[slab] = (next[slab] as number) + 1;
  });
  return { starts, members };
}

/** Whether a segment and a box have a position in common. */
function meets(segments: Float64Array, at: number, [minX, minY, maxX, maxY]: Box): boolean {
  const [x1, y1] = [segments[at] as number, segments[at + 1] as number];
  const [x2, y2] = [segments[at + 2] as number, segments[at + 3] as number];
  if (Math.max(x1, x2) < minX || Math.min(x1, x2) > maxX) return false;
  if (Math.max(y1, y2) < minY || Math.min(y1, y2) > maxY) return false;
  const side = (x: number, y: number) => (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1);
  const corners = [side(minX, minY), side(minX, maxY), side(maxX, minY), side(maxX, maxY)];
  return !(corners.every((value) => value > 0) || corners.every((value) => value < 0));
}

function between(value: number, one: number, other: number): boolean {
  return value >= Math.min(one, other) && value <= Math.max(one, other);
}
