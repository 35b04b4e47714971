import { clipLine, clipRing } from '../../geometry/clip-path.ts';
import { areaOf } from './grid.ts';
import type { GridBox } from './grid.ts';
import type { Positions, Stretch } from '../../geometry/positions.ts';
import type { ReadRecord } from './record-reader.ts';

const MOVE = 1;
const DRAW = 2;
const CLOSE = 7;
/** Commands and parameters of one feature; about 200 kB. */
const MOST = 100_000;

/** Position of a tile on the world's grid, and its resolution. */
export interface TileGrid {
  x: number;
  y: number;
  /** Units of the world's grid in one of the tile. */
  unit: number;
  /** The tile and a margin around it, on the world's grid. */
  box: GridBox;
  /** Positions closer than this many units of the tile to the one before are left out. */
  near: number;
  /** Width of a pixel in units of the tile. */
  pixel: number;
}

/** Draws records as commands of vector tiles (MVT 2.1, clause 4.3), one after the other into the same memory. */
export class CommandWriter {
  commands = new Uint32Array(64 * 1024);
  length = 0;
  private x = 0;
  private y = 0;
  /** One in so many positions and pieces is drawn; above 1 for what would burst the tile alone. */
  private step = 1;
  /** Positions of the path that is being drawn, on the tile's grid. */
  private path = new Int32Array(4_096);

  /**
   * Adds a record, cut to the tile's box; false when nothing of it is left. What is smaller than a pixel becomes as large as
   * one: an area a square, a line a dash.
   */
  draw(record: ReadRecord, grid: TileGrid): boolean {
    const before = this.length;
    this.step = 1;
    this.drawAll(record, grid);
    if (this.length - before > MOST) {
      this.step = Math.ceil((this.length - before) / MOST);
      this.length = before;
      this.drawAll(record, grid);
    }
    return this.length > before;
  }

  private drawAll(record: ReadRecord, grid: TileGrid): void {
    this.x = 0;
    this.y = 0;
    if (record.isDot) this.dot(record, grid);
    else if (record.kind === 1) this.points(record, grid);
    else if (record.kind === 2) this.lines(record, grid);
    else this.areas(record, grid);
  }

  private dot({ kind, positions, paths }: ReadRecord, grid: TileGrid): void {
    const x = Math.round((positions.values[paths[0]!.from]! - grid.x) / grid.unit);
    const y = Math.round((positions.values[paths[0]!.from + 1]! - grid.y) / grid.unit);
    const half = grid.pixel / 2;
    if (kind === 3) {
      this.path.set([x - half, y - half, x + half, y - half, x + half, y + half, x - half, y + half]);
      this.follow(8);
      this.add(CLOSE + 8);
    } else {
      this.path.set([x - half, y, x + half, y]);
      this.follow(4);
    }
  }

  private points({ positions, paths }: ReadRecord, grid: TileGrid): void {
    const { box } = grid;
    const at = this.length;
    this.add(0);
    let count = 0;
    for (const { from, to, isInside } of paths)
      for (let i = from; i < to; i += 2) {
        const x = positions.values[i]!;
        const y = positions.values[i + 1]!;
        if (this.step > 1 && (i / 2) % this.step > 0) continue;
        if (!isInside && (x < box.minX || x > box.maxX || y < box.minY || y > box.maxY)) continue;
        this.go(Math.round((x - grid.x) / grid.unit), Math.round((y - grid.y) / grid.unit));
        count += 1;
      }
    if (count === 0) this.length = at;
    else this.commands[at] = MOVE + 8 * count;
  }

  private lines(record: ReadRecord, grid: TileGrid): void {
    let pieces = 0;
    for (const { from, to, isInside } of record.paths) {
      if (!isInside) {
        clipLine(record.positions, { from, to, box: grid.box }, (piece) => {
          pieces += 1;
          if (piece.length <= 8 && pieces % this.step > 0) return;
          const length = this.place(piece, { from: 0, to: piece.length }, grid);
          if (length >= 4) this.follow(length);
        });
        continue;
      }
      const length = this.place(record.positions, { from, to }, grid);
      if (length >= 4) this.follow(length);
      else if (record.paths.length === 1) this.dot(record, grid);
    }
  }

  private areas(record: ReadRecord, grid: TileGrid): void {
    const whole = 2 * areaOfBox(grid);
    let isGone = false;
    let start = { length: this.length, x: this.x, y: this.y };
    for (const path of record.paths) {
      if (path.isHole && isGone) continue;
      if (!path.isHole) start = { length: this.length, x: this.x, y: this.y };
      const ring = path.isInside ? record.positions : clipRing(record.positions, path, grid.box);
      const length = this.place(ring, path.isInside ? path : { from: 0, to: ring.length }, grid);
      const ends =
        length > 2 && this.path[0] === this.path[length - 2] && this.path[1] === this.path[length - 1];
      const open = ends ? length - 2 : length;
      const area = open < 6 ? 0 : areaOf(this.path, open);
      if (!path.isHole) isGone = area === 0;
      else if (Math.abs(area) === whole) {
        // The tile is in the hole.
        Object.assign(this, start);
        isGone = true;
        continue;
      }
      if (area !== 0) {
        // Rings turn the right way in the file, but rounding may turn the smallest over.
        if (area > 0 === path.isHole) this.reverse(open);
        this.follow(open);
        this.add(CLOSE + 8);
      } else if (!path.isHole && path.isInside) this.dot({ ...record, paths: [path] }, grid);
    }
  }

  /** Puts positions on the tile's grid, without those that are near the one before; the last always stays. */
  private place(
    { values }: Positions,
    { from, to }: Stretch,
    { x: left, y: top, unit, near }: TileGrid,
  ): number {
    if (this.path.length < to - from) this.path = new Int32Array((to - from) * 2);
    const { path } = this;
    const limit = near * near;
    let length = 0;
    let lastX = Infinity;
    let lastY = Infinity;
    for (let i = from; i < to; i += 2) {
      const x = Math.round((values[i]! - left) / unit);
      const y = Math.round((values[i + 1]! - top) / unit);
      const dx = x - lastX;
      const dy = y - lastY;
      if (this.step > 1 && ((i - from) / 2) % this.step > 0 && i < to - 2) continue;
      if (dx * dx + dy * dy < (i === to - 2 ? 1 : limit)) continue;
      path[length] = lastX = x;
      path[length + 1] = lastY = y;
      length += 2;
    }
    return length;
  }

  private follow(length: number): void {
    this.add(MOVE + 8);
    this.go(this.path[0]!, this.path[1]!);
    this.add(DRAW + 8 * (length / 2 - 1));
    for (let i = 2; i < length; i += 2) this.go(this.path[i]!, this.path[i + 1]!);
  }

  private reverse(length: number): void {
    const { path } = this;
    for (let a = 0, b = length - 2; a < b; a += 2, b -= 2) {
      [path[a], path[b]] = [path[b]!, path[a]!];
      [path[a + 1], path[b + 1]] = [path[b + 1]!, path[a + 1]!];
    }
  }

  private go(x: number, y: number): void {
    const dx = x - this.x;
    const dy = y - this.y;
    this.add(dx < 0 ? -2 * dx - 1 : 2 * dx);
    this.add(dy < 0 ? -2 * dy - 1 : 2 * dy);
    this.x = x;
    this.y = y;
  }

  private add(command: number): void {
    if (this.length === this.commands.length) {
      const grown = new Uint32Array(this.length * 2);
      grown.set(this.commands);
      this.commands = grown;
    }
    this.commands[this.length] = command;
    this.length += 1;
  }
}

/** In units of the tile. */
function areaOfBox({ box, unit }: TileGrid): number {
  return ((box.maxX - box.minX) / unit) * ((box.maxY - box.minY) / unit);
}
