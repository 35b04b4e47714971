import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { HILBERT_SIDE, hilbert } from '../../geometry/hilbert.ts';
import { ident } from './attach.ts';

/** Rows with their boxes: min x, max x, min y, max y in turn. */
export interface Boxes {
  ids: BigInt64Array;
  bounds: Float64Array;
}

/** Cells of a node as SQLite itself makes them for pages of 4 KiB, and bytes of a cell. */
const CELLS = 51;
const CELL = 24;

/** Boxes of rows, or of the nodes below, in the order in which they go into nodes. */
interface Level {
  ids: ArrayLike<bigint | number>;
  bounds: ArrayLike<number>;
}

/**
 * Fills an empty rtree of SQLite with boxes that are all known beforehand: sorted along a Hilbert curve and packed into
 * full nodes, which are written as they are (SQLite, ext/rtree/rtree.c). One by one it takes many times as long and the
 * nodes overlap more. Boxes come in batches with rising ids, so that memory does not grow with their number: each batch
 * is packed by itself, and its nodes meet those of the others one level above. The database must not be defensive.
 */
export function fillRtree(db: DatabaseSync, name: string, batches: Iterable<Boxes>): void {
  const table = (part: string) => `main.${ident(`${name}_${part}`)}`;
  const node = db.prepare(`INSERT OR REPLACE INTO ${table('node')} VALUES (?, ?)`);
  const owner = db.prepare(`INSERT INTO ${table('rowid')} VALUES (?, ?)`);
  const parent = db.prepare(`INSERT INTO ${table('parent')} VALUES (?, ?)`);
  let next = 2;
  const above: { ids: number[]; bounds: number[] } = { ids: [], bounds: [] };
  for (const boxes of batches) {
    const order = hilbertOrder(boxes);
    writeOwners(boxes.ids, order, (id, at) => owner.run(id, next + Math.floor(at / CELLS)));
    next = writeNodes(sortLevel(boxes, order), { first: next, depth: 0, write: node, above });
  }
  if (above.ids.length === 1) {
    db.exec(`DELETE FROM ${table('node')} WHERE nodeno = 1; UPDATE ${table('node')} SET nodeno = 1;
             UPDATE ${table('rowid')} SET nodeno = 1`);
  }
  for (let depth = 1, level: Level = above; level.ids.length > 1; depth += 1) {
    const sorted = sortLevel(level, hilbertOrder(level));
    const first = sorted.ids.length <= CELLS ? 1 : next;
    for (let i = 0; i < sorted.ids.length; i += 1)
      parent.run(sorted.ids[i] as number, first + Math.floor(i / CELLS));
    const nodes = { ids: [], bounds: [] };
    next = writeNodes(sorted, { first, depth: first === 1 ? depth : 0, write: node, above: nodes });
    level = nodes;
  }
}

/** Writes the nodes of a level, adds their boxes to the level above, and returns the number after the last one. */
function writeNodes(
  { ids, bounds }: Level,
  to: {
    first: number;
    depth: number;
    write: StatementSync;
    above: { ids: number[]; bounds: number[] };
  },
): number {
  for (let from = 0; from < ids.length; from += CELLS) {
    const cells = Math.min(CELLS, ids.length - from);
    const data = new Uint8Array(4 + CELLS * CELL);
    const view = new DataView(data.buffer);
    view.setUint16(0, to.depth);
    view.setUint16(2, cells);
    const box = [Infinity, -Infinity, Infinity, -Infinity];
    for (let i = 0; i < cells; i += 1) {
      const at = 4 + i * CELL;
      view.setBigInt64(at, BigInt(ids[from + i] as bigint));
      for (let side = 0; side < 4; side += 1) {
        const value = bounds[(from + i) * 4 + side] as number;
        view.setFloat32(at + 8 + side * 4, side % 2 === 0 ? roundDown(value) : roundUp(value));
        box[side] =
          side % 2 === 0 ? Math.min(box[side] as number, value) : Math.max(box[side] as number, value);
      }
    }
    const number = to.first + from / CELLS;
    to.write.run(number, data);
    to.above.ids.push(number);
    to.above.bounds.push(...box);
  }
  return to.first + Math.ceil(ids.length / CELLS);
}

/** In the order of their ids, so that the table grows at its end. */
function writeOwners(ids: BigInt64Array, order: Uint32Array, write: (id: bigint, at: number) => void): void {
  const places = new Uint32Array(order.length);
  for (let at = 0; at < order.length; at += 1) places[order[at] as number] = at;
  for (let i = 0; i < ids.length; i += 1) write(ids[i] as bigint, places[i] as number);
}

function sortLevel({ ids, bounds }: Level, order: Uint32Array): Level {
  const sorted = {
    ids: ids instanceof BigInt64Array ? new BigInt64Array(ids.length) : new Float64Array(ids.length),
    bounds: new Float64Array(bounds.length),
  };
  for (let at = 0; at < order.length; at += 1) {
    const from = order[at] as number;
    sorted.ids[at] = ids[from] as never;
    for (let side = 0; side < 4; side += 1) sorted.bounds[at * 4 + side] = bounds[from * 4 + side] as number;
  }
  return sorted;
}

function hilbertOrder({ ids, bounds }: Level): Uint32Array {
  const count = ids.length;
  const world = [Infinity, -Infinity, Infinity, -Infinity] as [number, number, number, number];
  for (let i = 0; i < count * 4; i += 4) {
    world[0] = Math.min(world[0], bounds[i] as number);
    world[1] = Math.max(world[1], bounds[i + 1] as number);
    world[2] = Math.min(world[2], bounds[i + 2] as number);
    world[3] = Math.max(world[3], bounds[i + 3] as number);
  }
  const scale = (low: number, high: number) => (high > low ? HILBERT_SIDE / (high - low) : 0);
  const [sx, sy] = [scale(world[0], world[1]), scale(world[2], world[3])];
  const keys = new Float64Array(count);
  for (let i = 0; i < count; i += 1) {
    const x = (((bounds[i * 4] as number) + (bounds[i * 4 + 1] as number)) / 2 - world[0]) * sx;
    const y = (((bounds[i * 4 + 2] as number) + (bounds[i * 4 + 3] as number)) / 2 - world[2]) * sy;
    keys[i] = hilbert(Math.floor(x), Math.floor(y));
  }
  return Uint32Array.from(keys.keys()).sort((a, b) => (keys[a] as number) - (keys[b] as number));
}

const float = new Float32Array(1);
const bits = new Int32Array(float.buffer);

/** The nearest number of single precision that is not larger. */
function roundDown(value: number): number {
  float[0] = value;
  if ((float[0] as number) > value) step(-1);
  return float[0] as number;
}

/** The nearest number of single precision that is not smaller. */
function roundUp(value: number): number {
  float[0] = value;
  if ((float[0] as number) < value) step(1);
  return float[0] as number;
}

/** To the next number of single precision, upwards or downwards. */
function step(direction: 1 | -1): void {
  const outwards = (float[0] as number) > 0 === direction > 0;
  if (float[0] === 0) float[0] = direction * 1.401298464324817e-45;
  else bits[0] = (bits[0] as number) + (outwards ? 1 : -1);
}
