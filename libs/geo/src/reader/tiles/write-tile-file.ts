import { ByteWriter } from './bytes.ts';
import type { Collection } from './collect-shapes.ts';
import { GRID_ZOOM, uniteBoxes, UNITS_PER_PIXEL, WORLD } from './grid.ts';
import type { Placement } from '../../reader-protocol/tile-types.ts';
import { densityOf } from './density.ts';
import { orderShapes } from './space-filling-order.ts';
import { coarser, writeRecord } from './record.ts';
import type { GridShape } from './record.ts';
import { COARSE_ZOOMS, createTileFile, SECTIONS, writeHead } from './tile-file.ts';
import type { TileFileInfo } from './tile-file.ts';

const MAX_SHAPES = 256;
const MAX_BYTES = 32 * 1024;

/** Writes a new tile file from collected shapes. `most` is how many shapes a tile may hold. */
export function writeTiles(
  path: string,
  shapes: Collection,
  { placement, most }: { placement: Placement; most: number },
): TileFileInfo {
  const { order, classes: firstShapes, classOf } = orderShapes(shapes);
  const info: TileFileInfo = {
    shapes: shapes.count,
    skipped: shapes.skipped,
    empty: shapes.empty,
    density: densityOf(shapes, classOf, most),
    overlaps: overlaps(shapes),
    placement,
  };
  const db = createTileFile(path);
  const insert = db.prepare('INSERT INTO sections VALUES (?, ?)');
  const counts: number[] = [];
  const boxes: number[] = [];
  const sections: number[] = [];
  const classes: number[] = [];
  db.exec('BEGIN');
  for (const [from, to] of blocksOf(shapes, order, firstShapes)) {
    const block = counts.length;
    if (firstShapes[classes.length] === from) classes.push(block);
    const members = order.subarray(from, to);
    const read = Array.from(members, (index) => shapes.shape(index));
    const box = uniteBoxes(read.map((shape) => shape.box));
    const bodies = [keysOf(shapes, members), ...bodiesOf(read)];
    let present = 0;
    bodies.forEach((body, section) => {
      if (body === null) return;
      present |= 1 << section;
      insert.run(block * SECTIONS + section, body);
    });
    counts.push(members.length);
    boxes.push(box.minX, box.minY, box.maxX, box.maxY);
    sections.push(present);
  }
  writeHead(db, info, {
    classes,
    counts: Uint16Array.from(counts),
    boxes: Int32Array.from(boxes),
    sections: Uint16Array.from(sections),
  });
  db.exec('COMMIT');
  db.close();
  return info;
}

/** From which shape to which, in their order, each block goes: none across two classes, none too large. */
function* blocksOf(
  shapes: Collection,
  order: Uint32Array,
  firstShapes: number[],
): Generator<[from: number, to: number]> {
  for (let level = 0; level < firstShapes.length; level += 1) {
    const end = firstShapes[level + 1] ?? order.length;
    let from = firstShapes[level]!;
    let bytes = 0;
    for (let at = from; at < end; at += 1) {
      const weight = shapes.weight(order[at]!);
      if (at > from && (at - from === MAX_SHAPES || bytes + weight > MAX_BYTES)) {
        yield [from, at];
        from = at;
        bytes = 0;
      }
      bytes += weight;
    }
    if (end > from) yield [from, end];
  }
}

function keysOf(shapes: Collection, members: Uint32Array): Uint8Array {
  const keys = BigInt64Array.from(members, (index) => shapes.key[index]!);
  return new Uint8Array(keys.buffer);
}

/** The shapes in full, and coarser where that has less than half of the positions of what is there already. */
function bodiesOf(shapes: GridShape[]): (Uint8Array | null)[] {
  const bodies: (Uint8Array | null)[] = [bodyOf(shapes, shapes)];
  let coarse: (GridShape | null)[] = shapes;
  let least = positionsOf(coarse);
  for (const zoom of COARSE_ZOOMS) {
    const pixel = UNITS_PER_PIXEL * 2 ** (GRID_ZOOM - zoom);
    // Each from the one before: what they leave out together stays below a pixel.
    if (least > shapes.length) coarse = coarse.map((shape) => shape && coarser(shape, pixel));
    const positions = positionsOf(coarse);
    const isWorthIt = positions < least / 2;
    if (isWorthIt) least = positions;
    bodies.push(isWorthIt ? bodyOf(shapes, coarse) : null);
  }
  return bodies;
}

function positionsOf(shapes: (GridShape | null)[]): number {
  let count = 0;
  for (const shape of shapes)
    count += shape ? shape.paths.reduce((sum, { xy }) => sum + xy.length / 2, 0) : 1;
  return count;
}

const out = new ByteWriter();

/** The box of the whole shape stays, so that the coarse one is looked for where the fine one is. */
function bodyOf(whole: GridShape[], shapes: (GridShape | null)[]): Uint8Array {
  out.length = 0;
  const cursor = { x: 0, y: 0 };
  whole.forEach(({ kind, box }, i) =>
    writeRecord(out, { kind, box, paths: shapes[i]?.paths ?? null }, cursor),
  );
  return out.written().slice();
}

function overlaps({ count, minX, maxX }: Collection): boolean {
  for (let i = 0; i < count; i += 1) if (minX[i]! < 0 || maxX[i]! > WORLD) return true;
  return false;
}
