import { DatabaseSync } from 'node:sqlite';
import type { Density } from './density.ts';
import type { Placement } from '../../reader-protocol/tile-types.ts';

/**
 * A tile file is a SQLite database of ours: the shapes of one layer in blocks, in the order of `orderShapes`.
 *
 * `sections` holds the bytes of the blocks: number of the block × 16, plus 0 for the keys of its shapes (64-bit
 * integers), 1 for the shapes in full, 2 and more for the shapes as coarse as the zoom level COARSE_ZOOMS[n − 2] needs them,
 * where that is worth it. `head` says what all blocks hold, so that one look finds those that a tile needs.
 */
export const COARSE_ZOOMS = [15, 13, 11, 9, 7, 5, 3, 1];
export const SECTIONS = 16;

export interface TileFileInfo {
  shapes: number;
  /** Features that have no place on the map. */
  skipped: number;
  /** Features without a geometry. */
  empty: number;
  /** How many classes of shapes the tiles of each zoom level hold. */
  density: Density;
  /** Whether longitudes reach beyond 180 degrees. */
  overlaps: boolean;
  placement: Placement;
}

/** What is known of all blocks. */
export interface BlockIndex {
  /** The block with which each class begins. */
  classes: number[];
  /** Shapes in each block. */
  counts: Uint16Array;
  /** min x, min y, max x, max y of each block. */
  boxes: Int32Array;
  /** Bit n is set when the section n is there. */
  sections: Uint16Array;
}

export function createTileFile(path: string): DatabaseSync {
  const db = new DatabaseSync(path);
  db.exec(`PRAGMA page_size = 8192; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
    CREATE TABLE sections (id INTEGER PRIMARY KEY, body BLOB NOT NULL);
    CREATE TABLE head (info TEXT NOT NULL, classes TEXT NOT NULL, counts BLOB NOT NULL, boxes BLOB NOT NULL,
      sections BLOB NOT NULL)`);
  return db;
}

export function writeHead(db: DatabaseSync, info: TileFileInfo, index: BlockIndex): void {
  db.prepare('INSERT INTO head VALUES (?, ?, ?, ?, ?)').run(
    JSON.stringify(info),
    JSON.stringify(index.classes),
    bytesOf(index.counts),
    bytesOf(index.boxes),
    bytesOf(index.sections),
  );
}

export interface TileFile {
  info: TileFileInfo;
  index: BlockIndex;
  /** Bytes of a section in the index. */
  section(block: number, section: number): Uint8Array;
  close(): void;
}

export function openTileFile(path: string): TileFile {
  const db = new DatabaseSync(path, { readOnly: true });
  db.exec('PRAGMA mmap_size = 1073741824');
  const head = db.prepare('SELECT * FROM head').get() as {
    info: string;
    classes: string;
    counts: Uint8Array;
    boxes: Uint8Array;
    sections: Uint8Array;
  };
  const find = db.prepare('SELECT body FROM sections WHERE id = ?');
  return {
    info: JSON.parse(head.info) as TileFileInfo,
    index: {
      classes: JSON.parse(head.classes) as number[],
      counts: new Uint16Array(bufferOf(head.counts)),
      boxes: new Int32Array(bufferOf(head.boxes)),
      sections: new Uint16Array(bufferOf(head.sections)),
    },
    section: (block, section) => (find.get(block * SECTIONS + section) as { body: Uint8Array }).body,
    close: () => db.close(),
  };
}

function bytesOf(values: Uint16Array | Int32Array): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}

/** A copy of its own, since numbers have to begin at whole multiples of their size. */
function bufferOf(bytes: Uint8Array): ArrayBuffer {
  return bytes.slice().buffer as ArrayBuffer;
}
