import { DatabaseSync } from 'node:sqlite';
import { UNDEFINED_SRS } from './spatial-reference.ts';
import { createLayerTable, createStandardTables } from './standard-tables.ts';

/**
 * Shapes on their way to GDAL and back: a GeoPackage of our own with one table, `pieces`, whose geometries have no CRS.
 * `grp` is what belongs together, `key` the place within it.
 */
export interface Pieces {
  db: DatabaseSync;
  add(piece: { grp: number; key: number; geometry: Uint8Array }): void;
  close(): void;
}

/** A placeholder row: GDAL takes the type of a computed column from the first row, which must not be NULL. */
const FIRST = Uint8Array.from([0x47, 0x50, 0, 1, 255, 255, 255, 255, 1, 1, 0, 0, 0, ...Array(16).fill(0)]);

export function createPieces(file: string): Pieces {
  const db = new DatabaseSync(file);
  createStandardTables(db);
  db.exec('BEGIN');
  createLayerTable(db, 'pieces', {
    geometry: 'geom',
    srsId: UNDEFINED_SRS,
    columns: 'fid INTEGER PRIMARY KEY, grp INTEGER NOT NULL, key INTEGER NOT NULL, geom GEOMETRY',
  });
  const insert = db.prepare('INSERT INTO pieces (grp, key, geom) VALUES (?, ?, ?)');
  insert.run(-1, -1, FIRST);
  return {
    db,
    add: ({ grp, key, geometry }) => void insert.run(grp, key, geometry),
    close() {
      db.exec('COMMIT');
      db.close();
    },
  };
}

export interface Piece {
  grp: number;
  key: number;
  /** Null when GDAL returned no geometry. */
  geometry: Uint8Array | null;
  /** A number computed by the statement. */
  note: number | null;
}

/** Opens pieces, ours or those that came back from GDAL, in the order in which they were written. */
export function openPieces(file: string): { all(): Iterable<Piece>; close(): void } {
  const db = new DatabaseSync(file, { readOnly: true });
  const columns = db
    .prepare('PRAGMA table_info(pieces)')
    .all()
    .map(({ name }) => String(name));
  const has = (name: string) => (columns.includes(name) ? name : 'NULL');
  const statement = db.prepare(
    `SELECT grp, key, ${has('geom')}, ${has('note')} FROM pieces WHERE grp >= 0 ORDER BY fid`,
  );
  statement.setReturnArrays(true);
  return {
    *all() {
      for (const row of statement.iterate() as Iterable<unknown>) {
        const [grp, key, geometry, note] = row as [number, number, Uint8Array | null, number | null];
        yield { grp, key, geometry, note };
      }
    },
    close: () => db.close(),
  };
}

/** How many pieces GDAL repaired. */
export function countRepaired(file: string): number {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const row = db.prepare('SELECT count(*) AS count FROM pieces WHERE grp >= 0 AND note = 1').get();
    return (row as { count: number }).count;
  } finally {
    db.close();
  }
}
