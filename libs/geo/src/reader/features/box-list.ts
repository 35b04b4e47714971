import type { Boxes } from '../geopackage/packed-rtree.ts';

/** Rows of a batch, as the index takes them. */
const BATCH = 1_000_000;

type Box = [number, number, number, number];

/** The boxes of features, noted while they are written: reading them from the file again takes longer than writing them. */
export function createBoxList() {
  const batches: Boxes[] = [];
  let ids = new BigInt64Array(0);
  let bounds = new Float64Array(0);
  let used = 0;
  const extent: Box = [Infinity, Infinity, -Infinity, -Infinity];

  function close(): void {
    if (used > 0) batches.push({ ids: ids.subarray(0, used), bounds: bounds.subarray(0, used * 4) });
    used = 0;
  }

  return {
    /** In the order of the ids. */
    add(id: number, [west, south, east, north]: Box): void {
      if (used === ids.length) {
        close();
        ids = new BigInt64Array(BATCH);
        bounds = new Float64Array(BATCH * 4);
      }
      ids[used] = BigInt(id);
      const at = used * 4;
      bounds[at] = west;
      bounds[at + 1] = east;
      bounds[at + 2] = south;
      bounds[at + 3] = north;
      used += 1;
      if (west < extent[0]) extent[0] = west;
      if (south < extent[1]) extent[1] = south;
      if (east > extent[2]) extent[2] = east;
      if (north > extent[3]) extent[3] = north;
    },
    /** All boxes, and what they cover; null without any. */
    finish(): { batches: Boxes[]; extent: Box | null } {
      close();
      return { batches, extent: extent.every(Number.isFinite) ? extent : null };
    },
  };
}
