import { DatabaseSync } from 'node:sqlite';
import { expect, test } from '@jest/globals';
import { fillRtree } from './packed-rtree.ts';
import type { Boxes } from './packed-rtree.ts';

/** Boxes of batches that follow one another, with ids that rise. */
function randomBatches(sizes: number[]): Boxes[] {
  let id = -3n;
  return sizes.map((size) => {
    const bounds = new Float64Array(size * 4);
    for (let i = 0; i < size * 4; i += 2) {
      bounds[i] = Math.random() * 1e6 - 5e5;
      bounds[i + 1] = (bounds[i] as number) + Math.random() * 100;
    }
    const ids = BigInt64Array.from({ length: size }, () => (id += 2n));
    return { ids, bounds };
  });
}

test.each([
  [[0]],
  [[1]],
  [[51]],
  [[52]],
  [[51, 1]],
  [[2_601]],
  [[2_602]],
  [[3_000, 1, 5_000]],
  [[40_000, 40_000]],
])(
  'an index packed from batches of %j boxes is sound and finds what an index filled row by row finds',
  (sizes) => {
    const db = new DatabaseSync(':memory:', { defensive: false });
    const batches = randomBatches(sizes);
    for (const name of ['packed', 'plain'])
      db.exec(`CREATE VIRTUAL TABLE ${name} USING rtree(id, minx, maxx, miny, maxy)`);
    fillRtree(db, 'packed', batches);
    const insert = db.prepare('INSERT INTO plain VALUES (?, ?, ?, ?, ?)');
    db.exec('BEGIN');
    for (const { ids, bounds } of batches)
      for (const [i, id] of ids.entries()) insert.run(id, ...bounds.subarray(i * 4, i * 4 + 4));
    db.exec('COMMIT');
    expect(db.prepare(`SELECT rtreecheck('packed') AS found`).get()).toEqual({ found: 'ok' });
    for (const [x, y, side] of [
      [0, 0, 1e6],
      [1_000, -2_000, 5_000],
      [-4e5, 3e5, 1e5],
    ] as const) {
      const inside = (name: string) => {
        const rows = db
          .prepare(
            `SELECT id FROM ${name} WHERE maxx >= ? AND minx <= ? AND maxy >= ? AND miny <= ? ORDER BY id`,
          )
          .all(x - side, x + side, y - side, y + side);
        return JSON.stringify(rows);
      };
      expect(inside('packed') === inside('plain')).toBe(true);
    }
    // An index that other programs go on filling.
    db.exec('INSERT INTO packed VALUES (9999999, 1, 2, 3, 4); DELETE FROM packed WHERE id < 100');
    expect(db.prepare(`SELECT rtreecheck('packed') AS found`).get()).toEqual({ found: 'ok' });
    db.close();
  },
);
