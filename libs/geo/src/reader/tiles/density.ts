import { GRID_ZOOM, WORLD } from './grid.ts';
import type { Boxes } from './space-filling-order.ts';

/** Shapes that a tile holds when it cannot hold all: its features carry names and numbers that take bytes as well. */
const MAX_SAMPLED = 9_500;
/**
 * The densest tile of a zoom level decides how many classes all tiles of that level hold. It may hold the others back by
 * this many levels at most: no fewer classes than half of the tiles that many levels above could hold.
 */
const MAX_LEVELS_BEHIND = 3;

export interface Density {
  /** For each zoom level below the last of them, how many classes its tiles hold; above, all. */
  classes: number[];
  /** For the same levels: there are tiles with more shapes than fit, which hold fewer classes. */
  crowded: boolean[];
}

/**
 * How many classes of shapes the tiles of each zoom level hold: the same number in all of them, so that what looks dense is
 * dense. Ends at the first level whose tiles hold all shapes. `most` is the greatest number of shapes in a tile.
 */
export function densityOf(boxes: Boxes, classOf: Uint8Array, most: number): Density {
  const all = countClasses(classOf, boxes.count);
  const density: Density = { classes: [], crowded: [] };
  const typical: number[] = [];
  for (let zoom = 0; zoom <= GRID_ZOOM; zoom += 1) {
    const tiles = tilesThatHold(boxes, { classOf, zoom, most, all });
    const densest = tiles.findIndex((count) => count > 0);
    if (densest === all || densest < 0) break;
    typical.push(medianOf(tiles));
    const classes = Math.max(densest, typical[zoom - MAX_LEVELS_BEHIND] ?? 0);
    density.classes.push(classes);
    density.crowded.push(classes > densest);
  }
  return density;
}

/** Number of tiles of a zoom level that can hold 0, 1, 2 … classes. */
function tilesThatHold(
  { count, minX, minY, maxX, maxY }: Boxes,
  { classOf, zoom, most, all }: { classOf: Uint8Array; zoom: number; most: number; all: number },
): number[] {
  const size = WORLD / 2 ** zoom;
  const places = new Float64Array(count);
  for (let i = 0; i < count; i += 1) {
    const x = Math.floor((minX[i]! + maxX[i]!) / 2 / size);
    const y = Math.floor((minY[i]! + maxY[i]!) / 2 / size);
    places[i] = (x * 2 ** 20 + y) * 32 + classOf[i]!;
  }
  places.sort();
  const tiles = Array<number>(all + 1).fill(0);
  for (let from = 0, to = 0; from < count; from = to) {
    const tile = Math.floor(places[from]! / 32);
    const end = (tile + 1) * 32;
    while (to < count && places[to]! < end) to += 1;
    const held = to - from <= most ? all : Math.max(1, places[from + MAX_SAMPLED]! - tile * 32);
    tiles[held]! += 1;
  }
  return tiles;
}

function medianOf(tiles: number[]): number {
  const half = tiles.reduce((sum, count) => sum + count, 0) / 2;
  let seen = 0;
  return tiles.findIndex((count) => (seen += count) >= half);
}

function countClasses(classOf: Uint8Array, count: number): number {
  let last = -1;
  for (let i = 0; i < count; i += 1) if (classOf[i]! > last) last = classOf[i]!;
  return last + 1;
}
