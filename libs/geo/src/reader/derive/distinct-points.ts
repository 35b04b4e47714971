import type { DatabaseSync } from 'node:sqlite';
import type { Part } from '../../geometry/parts.ts';

/** Different points of each group, on the disk: united, they are one geometry with each of them once. */
export interface PointSets {
  /** Whether it was a point and is taken. */
  take(grp: number, part: Part): boolean;
}

const HEAD = 5;
const POSITION = 16;

export function createPointSets(db: DatabaseSync): PointSets {
  db.exec('CREATE TABLE main.points (grp INTEGER, xy BLOB, wkb BLOB, PRIMARY KEY (grp, xy)) WITHOUT ROWID');
  const insert = db.prepare('INSERT OR IGNORE INTO main.points VALUES (?, ?, ?)');
  return {
    take(grp, part) {
      if (part.dimension !== 0) return false;
      insert.run(grp, part.wkb.subarray(HEAD, HEAD + POSITION), part.wkb);
      return true;
    },
  };
}

/** The points of a group as parts. */
export function* pointsOf(db: DatabaseSync, schema: string): Generator<{ grp: number; part: Part }> {
  const statement = db.prepare(`SELECT grp, wkb FROM ${schema}.points ORDER BY grp`);
  statement.setReturnArrays(true);
  for (const row of statement.iterate() as Iterable<unknown>) {
    const [grp, wkb] = row as [number, Uint8Array];
    yield { grp, part: { dimension: 0, wkb, positions: 1 } };
  }
}
