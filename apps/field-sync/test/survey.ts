import { DatabaseSync } from 'node:sqlite';
import { insertRows, lineBlob, pointBlob, polygonBlob } from '@cairn/testing';
import type { TestTable } from '@cairn/testing';

const tree = (n: number) => ({
  fid: n,
  species: `species ${n % 7}`,
  height: n / 10,
  seen: `2026-03-${String((n % 28) + 1).padStart(2, '0')}T08:00:00Z`,
  geom: pointBlob([10 + n / 1000, 47 + n / 1000]),
});

/** The tables of a survey: points, lines, polygons and a table of attributes. */
export function surveyTables({ trees = 200 } = {}): TestTable[] {
  const numbers = Array.from({ length: trees }, (_each, index) => index + 1);
  return [
    {
      name: 'trees',
      columns: { species: 'TEXT', height: 'REAL', seen: 'DATETIME', geom: 'POINT' },
      geometry: { type: 'POINT' },
      rows: numbers.map(tree),
      spatialIndex: true,
    },
    {
      name: 'paths',
      columns: { name: 'TEXT', geom: 'LINESTRING' },
      geometry: { type: 'LINESTRING' },
      rows: [1, 2, 3].map((n) => ({
        fid: n,
        name: `path ${n}`,
        geom: lineBlob([
          [n, n],
          [n + 1, n],
        ]),
      })),
    },
    {
      name: 'plots',
      columns: { area: 'REAL', geom: 'POLYGON' },
      geometry: { type: 'POLYGON' },
      rows: [1, 2].map((n) => ({
        ...{ fid: n, area: n },
        geom: polygonBlob([
          [
            [n, n],
            [n + 1, n],
            [n + 1, n + 1],
            [n, n],
          ],
        ]),
      })),
    },
    {
      name: 'inspections',
      columns: { tree: 'INTEGER', note: 'TEXT' },
      rows: [1, 2, 3, 4].map((n) => ({ fid: n, tree: n, note: `note ${n}` })),
    },
  ];
}

/** Those of them in which a day of work changes rows. Runs start a process for each table, so tests with many runs take these alone. */
export function workedTables(size: { trees?: number } = {}): TestTable[] {
  return surveyTables(size).filter(({ name }) => name === 'trees' || name === 'inspections');
}

export const SURVEY = ['trees', 'paths', 'plots', 'inspections'];

/** A day of a crew: some trees are higher, one is gone, two are new, and an inspection is written. */
export function dayOfWork(db: DatabaseSync, day: number): void {
  db.prepare('UPDATE trees SET height = height + 1 WHERE fid % 50 = ?').run(day % 50);
  db.prepare('DELETE FROM trees WHERE fid = ?').run(day);
  insertRows(db, 'trees', [
    { ...tree(100_000 + 2 * day), height: day },
    { ...tree(100_001 + 2 * day), height: day },
  ]);
  insertRows(db, 'inspections', [{ tree: day, note: `day ${day}` }]);
}

/** Rows of two packages that only one of them has. */
export function countRowDifferences(one: string, other: string): number {
  const db = new DatabaseSync(one, { readOnly: true });
  db.prepare('ATTACH ? AS other').run(other);
  const counts = SURVEY.map((table) => {
    const [ours, theirs] = ['main', 'other'].map((schema) => `SELECT * FROM ${schema}.${table}`);
    const sql = `SELECT count(*) AS n FROM (SELECT * FROM (${ours} EXCEPT ${theirs}) UNION ALL SELECT * FROM (${theirs} EXCEPT ${ours}))`;
    return Number(db.prepare(sql).get()!.n);
  });
  db.close();
  return counts.reduce((sum, count) => sum + count, 0);
}
