import { drawBlock, findBlocks } from './blocks.ts';
import type { DrawnShape } from './blocks.ts';
import { CommandWriter } from './command-writer.ts';
import type { TileGrid } from './command-writer.ts';
import { EXTENT, GRID_ZOOM, UNITS_PER_PIXEL, WORLD } from './grid.ts';
import { TileWriter } from './mvt-writer.ts';
import type { Value } from './mvt-writer.ts';
import type { TileFile } from './tile-file.ts';

/** Most features of a tile. */
export const MAX_FEATURES = 12_000;
/** Most bytes of a tile, about; what has more is drawn more coarsely first. */
const MAX_BYTES = 440_000;
/** How far a tile draws beyond its edges, in its units. */
const MARGIN = 64;
/** Distances below which positions are left out: half a pixel of a fine screen, and what is tried when bytes run out. */
const NEAR = [2, 8, 24];
/** Commands of a small area. */
const SMALL = 16;

export interface TileAddress {
  z: number;
  x: number;
  y: number;
}

/** Looks up the rows of features: a list of values for each, in the order of the keys. */
export type RowLookup = (keys: bigint[]) => Value[][];

const pen = new CommandWriter();

/**
 * One tile (Mapbox Vector Tile 2.1), null when it has no features. It has as many classes of shapes, the largest first, as
 * all tiles of its zoom level, or fewer when its limits are reached.
 */
export function drawTile(
  file: TileFile,
  address: TileAddress,
  { fields, rowsOf }: { fields: string[]; rowsOf: RowLookup | null },
): Uint8Array | null {
  const writer = new TileWriter(fields);
  const grids = gridsOf(address, file.info.overlaps);
  let coarseness = 0;
  const classes = file.info.density.classes[address.z] ?? file.index.classes.length;
  for (let level = 0; level < classes; level += 1) {
    const room = MAX_FEATURES - writer.features;
    const shapes = drawClass(file, { level, room, grids, zoom: address.z, near: NEAR[coarseness]! });
    if (shapes === null) break;
    const rows = rowsOf?.(shapes.map(({ key }) => key));
    const undo = writer.mark();
    if (write(writer, shapes, rows)) continue;
    // Dots and points do not get smaller.
    const helps = pen.length > SMALL * shapes.length;
    coarseness = helps ? coarseness + 1 : NEAR.length;
    const isOver = coarseness === NEAR.length;
    // The first class has the largest shapes: rather some of them than none.
    if (level > 0 || !isOver) undo();
    if (isOver) break;
    level -= 1;
  }
  return writer.features > 0 ? writer.finish() : null;
}

/** Whether all of them went in; stops at the first that does not. */
function write(writer: TileWriter, shapes: DrawnShape[], rows: Value[][] | undefined): boolean {
  for (const [i, { kind, key, from, to }] of shapes.entries()) {
    writer.add({ kind, key, commands: pen.commands.subarray(from, to) }, rows?.[i] ?? []);
    if (writer.size > MAX_BYTES) return false;
  }
  return true;
}

/** The tile on the grid; and where longitudes reach beyond 180 degrees, one world to the left and to the right. */
function gridsOf({ z, x, y }: TileAddress, overlaps: boolean): Omit<TileGrid, 'near'>[] {
  const unit = 2 ** (GRID_ZOOM - z);
  const size = unit * EXTENT;
  const margin = MARGIN * unit;
  return (overlaps ? [0, -WORLD, WORLD] : [0]).map((shift) => {
    const left = x * size + shift;
    const top = y * size;
    const box = {
      minX: left - margin,
      minY: top - margin,
      maxX: left + size + margin,
      maxY: top + size + margin,
    };
    return { x: left, y: top, unit, box, pixel: UNITS_PER_PIXEL };
  });
}

interface Question {
  level: number;
  zoom: number;
  /** Most features. */
  room: number;
  grids: Omit<TileGrid, 'near'>[];
  near: number;
}

/** The shapes of one class in the tile; null when there are more than there is room for. */
function drawClass(file: TileFile, question: Question): DrawnShape[] | null {
  const { level, room, grids, near, zoom } = question;
  pen.length = 0;
  const shapes: DrawnShape[] = [];
  for (const grid of grids) {
    const blocks = findBlocks(file.index, { level, box: grid.box, most: room - shapes.length });
    if (blocks === null) return null;
    for (const block of blocks) {
      for (const shape of drawBlock(file, block, { pen, zoom, grid: { ...grid, near } })) shapes.push(shape);
      if (shapes.length > room) return null;
    }
  }
  return shapes;
}
