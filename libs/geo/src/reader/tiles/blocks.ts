import { ByteReader } from './bytes.ts';
import type { CommandWriter, TileGrid } from './command-writer.ts';
import type { GridBox } from './grid.ts';
import { Positions } from '../../geometry/positions.ts';
import { placeOf, readRecord } from './record-reader.ts';
import { COARSE_ZOOMS } from './tile-file.ts';
import type { BlockIndex, TileFile } from './tile-file.ts';

/** A shape of a block in a tile: its place among the pen's commands. */
export interface DrawnShape {
  kind: 1 | 2 | 3;
  key: bigint;
  from: number;
  to: number;
}

const positions = new Positions();

/** The blocks of a class that reach into a box; null when they have far more than `most` shapes there. */
export function findBlocks(
  index: BlockIndex,
  { level, box, most }: { level: number; box: GridBox; most: number },
): number[] | null {
  const end = index.classes[level + 1] ?? index.counts.length;
  const found: number[] = [];
  let inside = 0;
  let estimate = 0;
  for (let block = index.classes[level]!; block < end; block += 1) {
    const extent = boxOf(index.boxes, block * 4);
    const place = placeOf(extent, box);
    if (place === 'outside') continue;
    found.push(block);
    const count = index.counts[block]!;
    if (place === 'inside') inside += count;
    estimate += place === 'inside' ? count : count * share(extent, box);
  }
  return inside > most || estimate > most * 1.5 ? null : found;
}

/** Draws what a block has in the tile. */
export function drawBlock(
  file: TileFile,
  block: number,
  { pen, grid, zoom }: { pen: CommandWriter; grid: TileGrid; zoom: number },
): DrawnShape[] {
  const reader = new ByteReader(file.section(block, sectionFor(file.index.sections[block]!, zoom)));
  const cursor = { x: 0, y: 0 };
  const where = { box: grid.box, positions };
  const drawn: DrawnShape[] = [];
  let keys: BigInt64Array | null = null;
  for (let i = 0; i < file.index.counts[block]!; i += 1) {
    const record = readRecord(reader, cursor, where);
    const from = pen.length;
    if (!record || !pen.draw(record, grid)) continue;
    keys ??= new BigInt64Array(file.section(block, 0).slice().buffer);
    drawn.push({ kind: record.kind, key: keys[i]!, from, to: pen.length });
  }
  return drawn;
}

/** The coarsest section that is fine enough for a zoom level. */
function sectionFor(present: number, zoom: number): number {
  for (let i = COARSE_ZOOMS.length - 1; i >= 0; i -= 1)
    if (COARSE_ZOOMS[i]! >= zoom && present & (1 << (i + 2))) return i + 2;
  return 1;
}

/** The share of a box in another one that it meets. */
function share(what: GridBox, box: GridBox): number {
  const width = Math.min(what.maxX, box.maxX) - Math.max(what.minX, box.minX);
  const height = Math.min(what.maxY, box.maxY) - Math.max(what.minY, box.minY);
  return ((width + 1) * (height + 1)) / ((what.maxX - what.minX + 1) * (what.maxY - what.minY + 1));
}

function boxOf(values: Int32Array, at: number): GridBox {
  return { minX: values[at]!, minY: values[at + 1]!, maxX: values[at + 2]!, maxY: values[at + 3]! };
}
