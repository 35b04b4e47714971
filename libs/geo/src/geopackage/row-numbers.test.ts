import { expect, test } from '@jest/globals';
import { formatRemovedRows, numberRows, parseRemovedRows, removedAfter } from './row-numbers.ts';
import type { RemovedRows } from './row-numbers.ts';

const numbersOf = (removed: RemovedRows, count: number) =>
  Array.from({ length: count }, (_, i) => numberRows(removed).numberAt(i + 1));

test('a text of ranges is read and written alike', () => {
  expect(parseRemovedRows('1-3,7,9-10')).toEqual([
    { first: 1, last: 3 },
    { first: 7, last: 7 },
    { first: 9, last: 10 },
  ]);
  for (const text of ['', '4', '1-3,7,9-10']) expect(formatRemovedRows(parseRemovedRows(text))).toBe(text);
});

test('places become numbers without gaps in the places, and numbers places', () => {
  const removed = parseRemovedRows('1-3,7');
  expect(numbersOf(removed, 5)).toEqual([4, 5, 6, 8, 9]);
  expect([3, 4, 6, 7, 8, 100].map(numberRows(removed).placeOf)).toEqual([null, 1, 3, null, 4, 96]);
  expect(numbersOf([], 3)).toEqual([1, 2, 3]);
});

test.each([
  ['the first row', '', { rowCount: 3, deleted: [1], inserted: [] }, '1'],
  ['the last row', '', { rowCount: 3, deleted: [3], inserted: [] }, ''],
  ['rows beside earlier ones', '2-3', { rowCount: 5, deleted: [4, 1], inserted: [] }, '1-4'],
  ['all rows', '2', { rowCount: 2, deleted: [1, 3], inserted: [] }, ''],
  ['no row, and some are added', '2', { rowCount: 2, deleted: [], inserted: [4, 5] }, '2'],
  ['the last row, and one is added', '', { rowCount: 3, deleted: [3], inserted: [4] }, '3'],
  [
    'no row, and numbers between the added ones were not used',
    '',
    { rowCount: 2, deleted: [], inserted: [7, 5] },
    '3-4,6',
  ],
  ['no row of an empty layer', '', { rowCount: 0, deleted: [], inserted: [4] }, '1-3'],
])('after deleting %s from a layer without the numbers "%s"', (_, before, edits, after) => {
  expect(formatRemovedRows(removedAfter(parseRemovedRows(before), edits))).toBe(after);
});

test('any sequence of edits keeps the number of each row, and no number is given twice', () => {
  let seed = 42;
  const random = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) % below;
  let rows = Array.from({ length: 40 }, (_, i) => i + 1);
  let removed: RemovedRows = [];
  let next = 40;
  for (let round = 0; round < 200; round += 1) {
    const deleted = rows.filter(() => random(8) === 0);
    const inserted = Array.from({ length: random(7) }, () => (next += 1 + random(3)));
    removed = removedAfter(removed, { rowCount: rows.length, deleted, inserted });
    rows = [...rows.filter((row) => !deleted.includes(row)), ...inserted];
    expect(numbersOf(removed, rows.length)).toEqual(rows);
    expect(rows.map(numberRows(removed).placeOf)).toEqual(rows.map((_, i) => i + 1));
  }
});
