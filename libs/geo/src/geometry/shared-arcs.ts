/** Stretches of paths that end where paths part, so that a border of two neighbours is one stretch for both. */
export interface SharedArcs {
  /** Adds a path, x and y in turn; a ring is given with its last position, which is its first. Returns its number. */
  add(xy: Float64Array, isRing: boolean): number;
  /** The path as it is now. */
  pathOf(path: number): Float64Array;
  /** Keeps more positions of the stretches of a path. Returns all paths that share them; an empty list when nothing can change. */
  refine(path: number): number[];
  /** Ends the adding, and thins all stretches. */
  thin(): void;
  positions(): number;
}

/** Metres along both axes for one unit of the layer, at a position. */
export type MetresAt = (x: number, y: number) => [x: number, y: number];

/** Each step halves the tolerance of a stretch; the last one keeps every position. */
const STEPS = 5;

interface Arc {
  ids: Int32Array;
  kept: Int32Array;
  step: number;
  paths: number[];
}

export interface SharedArcsOptions {
  /** In metres. */
  tolerance: number;
  metresAt: MetresAt;
  /** Positions that are nearer to each other, in units of the layer, are one. */
  grain: number;
}

export function createSharedArcs({ tolerance, metresAt, grain }: SharedArcsOptions): SharedArcs {
  const positions = createPositions(grain);
  const paths: { ids: Int32Array; isRing: boolean; arcs: { arc: number; isTurned: boolean }[] }[] = [];
  const arcs: Arc[] = [];
  const arcByStart = new Map<string, number>();

  /** The stretch of these positions, in the direction that both neighbours agree on. */
  function arcOf(ids: Int32Array, path: number): { arc: number; isTurned: boolean } {
    const last = ids.length - 1;
    const isTurned = ids[0] === ids[last] ? ids[1]! > ids[last - 1]! : ids[0]! > ids[last]!;
    const turned = isTurned ? Int32Array.from(ids).reverse() : ids;
    // Paths never part within a stretch, so that its first two positions identify it.
    const start = `${turned[0]} ${turned[1]} ${turned[last]} ${last}`;
    let arc = arcByStart.get(start);
    if (arc === undefined) {
      arc = arcs.push({ ids: turned, kept: turned, step: 0, paths: [] }) - 1;
      arcByStart.set(start, arc);
    }
    arcs[arc]!.paths.push(path);
    return { arc, isTurned };
  }

  function cut(path: number): void {
    const { ids, isRing } = paths[path]!;
    const turned = isRing ? fromFixed(ids, positions) : ids;
    const ends = [0];
    for (let i = 1; i < turned.length - 1; i += 1) if (positions.isFixed(turned[i]!)) ends.push(i);
    // A ring needs a second end, the same for all that share it.
    if (isRing && ends.length === 1) ends.push(positions.farthest(turned, metresAt));
    ends.push(turned.length - 1);
    paths[path]!.arcs = ends.slice(1).map((end, i) => arcOf(turned.subarray(ends[i], end + 1), path));
  }

  function thinArc(arc: Arc): void {
    arc.kept =
      arc.step >= STEPS
        ? arc.ids
        : positions.thinned(arc.ids, { tolerance: tolerance / 2 ** arc.step, metresAt });
  }

  return {
    add(xy, isRing) {
      const ids = positions.idsOf(xy);
      positions.join(ids, isRing);
      return paths.push({ ids, isRing, arcs: [] }) - 1;
    },
    thin() {
      for (let path = 0; path < paths.length; path += 1) cut(path);
      arcs.forEach(thinArc);
    },
    pathOf(path) {
      const ids: number[] = [];
      for (const { arc, isTurned } of paths[path]!.arcs) {
        const kept = isTurned ? Array.from(arcs[arc]!.kept).reverse() : arcs[arc]!.kept;
        for (const id of kept) if (ids.at(-1) !== id) ids.push(id);
      }
      return positions.xyOf(ids);
    },
    refine(path) {
      const changed = paths[path]!.arcs.map(({ arc }) => arcs[arc]!).filter(
        (arc) => arc.kept.length < arc.ids.length,
      );
      for (const arc of changed) {
        arc.step += 1;
        thinArc(arc);
      }
      return [...new Set(changed.flatMap((arc) => arc.paths))];
    },
    positions: () => positions.count(),
  };
}

type Positions = ReturnType<typeof createPositions>;

/** The ring from a position at which it must be cut, else from its least one. */
function fromFixed(ids: Int32Array, positions: Positions): Int32Array {
  const open = ids.subarray(0, -1);
  let start = open.findIndex((id) => positions.isFixed(id));
  if (start < 0) start = open.indexOf(open.reduce((least, id) => Math.min(least, id)));
  const turned = new Int32Array(ids.length);
  for (let i = 0; i < turned.length; i += 1) turned[i] = open[(start + i) % open.length]!;
  return turned;
}

/** Different positions, numbered, those within one cell of the grain as one, with the neighbours that each has in all paths. */
function createPositions(grain: number) {
  const numbers = new Map<number, Map<number, number>>();
  let [xs, ys] = [new Float64Array(1_024), new Float64Array(1_024)];
  let [left, right, fixed] = [new Int32Array(1_024), new Int32Array(1_024), new Uint8Array(1_024)];
  let count = 0;

  /** Writers round one position in several ways; the share keeps round numbers away from the edges of the cells. */
  const cellOf = (value: number) => Math.floor(value / grain + 0.3718);

  function idOf(x: number, y: number): number {
    const [column, line] = [cellOf(x), cellOf(y)];
    let row = numbers.get(column);
    if (!row) numbers.set(column, (row = new Map()));
    const known = row.get(line);
    if (known !== undefined) return known;
    if (count === xs.length) grow();
    xs[count] = x;
    ys[count] = y;
    left[count] = -1;
    row.set(line, count);
    count += 1;
    return count - 1;
  }

  function grow(): void {
    const size = count * 2;
    const larger = <A extends Float64Array | Int32Array | Uint8Array>(made: A, from: A) => (
      made.set(from),
      made
    );
    xs = larger(new Float64Array(size), xs);
    ys = larger(new Float64Array(size), ys);
    left = larger(new Int32Array(size), left);
    right = larger(new Int32Array(size), right);
    fixed = larger(new Uint8Array(size), fixed);
  }

  function meet(id: number, before: number, after: number): void {
    if (left[id] === -1) [left[id], right[id]] = [before, after];
    else if (!(left[id] === before && right[id] === after) && !(left[id] === after && right[id] === before))
      fixed[id] = 1;
  }

  /** Square of the distance in metres from a position to the line between two others. */
  function offLine(id: number, a: number, b: number, metresAt: MetresAt): number {
    const [mx, my] = metresAt(xs[id]!, ys[id]!);
    const [px, py] = [(xs[id]! - xs[a]!) * mx, (ys[id]! - ys[a]!) * my];
    const [dx, dy] = [(xs[b]! - xs[a]!) * mx, (ys[b]! - ys[a]!) * my];
    const length = dx * dx + dy * dy;
    const along = length > 0 ? Math.min(1, Math.max(0, (px * dx + py * dy) / length)) : 0;
    return (px - along * dx) ** 2 + (py - along * dy) ** 2;
  }

  return {
    count: () => count,
    isFixed: (id: number) => fixed[id] === 1,
    /** Numbers of the positions of a path; one that is repeated counts once. */
    idsOf(xy: Float64Array): Int32Array {
      const ids: number[] = [];
      for (let i = 0; i < xy.length; i += 2) {
        const id = idOf(xy[i]!, xy[i + 1]!);
        if (ids.at(-1) !== id) ids.push(id);
      }
      return Int32Array.from(ids);
    },
    join(ids: Int32Array, isRing: boolean): void {
      const last = ids.length - 1;
      for (let i = 1; i < last; i += 1) meet(ids[i]!, ids[i - 1]!, ids[i + 1]!);
      if (isRing && last > 1) meet(ids[0]!, ids[last - 1]!, ids[1]!);
      else [fixed[ids[0]!], fixed[ids[last]!]] = [1, 1];
    },
    xyOf(ids: number[]): Float64Array {
      const xy = new Float64Array(ids.length * 2);
      for (const [i, id] of ids.entries()) [xy[i * 2], xy[i * 2 + 1]] = [xs[id]!, ys[id]!];
      return xy;
    },
    /** Place of the position of a ring that is farthest from its first one. */
    farthest(ids: Int32Array, metresAt: MetresAt): number {
      let [place, most] = [1, -1];
      for (let i = 1; i < ids.length - 1; i += 1) {
        const distance = offLine(ids[i]!, ids[0]!, ids[0]!, metresAt);
        if (distance < most || (distance === most && ids[i]! > ids[place]!)) continue;
        [place, most] = [i, distance];
      }
      return place;
    },
    /** The positions without which some other would be further from the path than the tolerance (Douglas and Peucker, 1973). */
    thinned(ids: Int32Array, { tolerance, metresAt }: { tolerance: number; metresAt: MetresAt }): Int32Array {
      const kept = new Uint8Array(ids.length);
      kept[0] = kept[ids.length - 1] = 1;
      const open = [0, ids.length - 1];
      while (open.length > 0) {
        const [to, from] = [open.pop()!, open.pop()!];
        let [place, most] = [-1, tolerance ** 2];
        for (let i = from + 1; i < to; i += 1) {
          const distance = offLine(ids[i]!, ids[from]!, ids[to]!, metresAt);
          if (distance > most) [place, most] = [i, distance];
        }
        if (place < 0) continue;
        kept[place] = 1;
        open.push(from, place, place, to);
      }
      return ids.filter((_, i) => kept[i] === 1);
    },
  };
}
