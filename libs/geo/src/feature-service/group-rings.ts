/** One part of a polygon: x, y, then other numbers, position after position. */
type Ring = number[];

interface Shell {
  ring: Ring;
  area: number;
  holes: Ring[];
}

/**
 * The polygons of Esri's rings, the shell first: clockwise rings are shells, the others holes of the smallest shell around them,
 * wherever they are in the list. A hole outside of all shells becomes a polygon of its own, so that no area is lost. Rings are
 * closed where they are not; those without an area are left out.
 */
export function groupRings(rings: Ring[], stride: number): Ring[][] {
  const shells: Shell[] = [];
  const holes: Ring[] = [];
  for (const each of rings) {
    const ring = close(each, stride);
    const area = ring.length < 4 * stride ? 0 : signedArea(ring, stride);
    if (area < 0) shells.push({ ring, area: -area, holes: [] });
    else if (area > 0) holes.push(ring);
  }
  const bySize = holes.length > 0 && shells.length > 1 ? shells.toSorted((a, b) => a.area - b.area) : shells;
  for (const hole of holes) {
    const shell = bySize.find(({ ring }) => surrounds(ring, hole, stride));
    if (shell) shell.holes.push(hole);
    else shells.push({ ring: hole, area: 0, holes: [] });
  }
  return shells.map(({ ring, holes: own }) => [ring, ...own]);
}

function close(ring: Ring, stride: number): Ring {
  const last = ring.length - stride;
  if (ring[0] === ring[last] && ring[1] === ring[last + 1]) return ring;
  return [...ring, ...ring.slice(0, stride)];
}

/** Negative for a clockwise ring. Relative to its first position, so that large coordinates do not cancel. */
function signedArea(ring: Ring, stride: number): number {
  const [x0, y0] = ring as [number, number];
  let sum = 0;
  for (let i = 0; i + stride < ring.length; i += stride) {
    const x = ring[i]! - x0;
    const y = ring[i + 1]! - y0;
    sum += x * (ring[i + stride + 1]! - y0) - (ring[i + stride]! - x0) * y;
  }
  return sum / 2;
}

/** Whether a ring is around another that does not cross it: by the first position that is not on its boundary. */
function surrounds(shell: Ring, hole: Ring, stride: number): boolean {
  for (let i = 0; i < hole.length; i += stride) {
    const side = sideOf(shell, { x: hole[i]!, y: hole[i + 1]! }, stride);
    if (side !== 'boundary') return side === 'inside';
  }
  return true;
}

function sideOf(
  ring: Ring,
  { x, y }: { x: number; y: number },
  stride: number,
): 'inside' | 'outside' | 'boundary' {
  let inside = false;
  for (let i = 0; i + stride < ring.length; i += stride) {
    const [ax, ay, bx, by] = [ring[i]!, ring[i + 1]!, ring[i + stride]!, ring[i + stride + 1]!];
    const cross = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
    const between =
      Math.min(ax, bx) <= x && x <= Math.max(ax, bx) && Math.min(ay, by) <= y && y <= Math.max(ay, by);
    if (cross === 0 && between) return 'boundary';
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside ? 'inside' : 'outside';
}
