import { expect, test } from '@jest/globals';
import { searchRows, searchTexts, sortRows, toCsv, type Column } from './columns.ts';

interface Row {
  name: string;
  size: number | null;
}
const columns: Column<Row>[] = [
  { key: 'name', header: 'Name', value: (row) => row.name },
  { key: 'size', header: 'Size', value: (row) => row.size },
];
const rows: Row[] = [
  { name: 'sheet 10', size: 5 },
  { name: 'Sheet 9', size: null },
  { name: 'map, "big"', size: 20 },
];
const namesBy = (key: string, descending: boolean) =>
  sortRows(rows, columns, { key, descending }).map((row) => row.name);

test('a search finds rows that contain every word in any column', () => {
  const texts = searchTexts(rows, columns);
  expect(searchRows(rows, texts, 'SHEET 5').map((row) => row.name)).toEqual(['sheet 10']);
  expect(searchRows(rows, texts, '  ')).toHaveLength(3);
});

test('numbers in names sort as numbers, and letters without regard to case', () => {
  expect(namesBy('name', false)).toEqual(['map, "big"', 'Sheet 9', 'sheet 10']);
});

test('empty values come last in both directions', () => {
  expect(namesBy('size', false)).toEqual(['sheet 10', 'map, "big"', 'Sheet 9']);
  expect(namesBy('size', true)).toEqual(['map, "big"', 'sheet 10', 'Sheet 9']);
});

test('dates sort by time', () => {
  const dates: Column<Date>[] = [{ key: 'at', header: 'At', value: (date) => date }];
  const at = [2, 10, 1].map((day) => new Date(2026, 10, day));
  expect(sortRows(at, dates, { key: 'at', descending: false }).map((date) => date.getDate())).toEqual([
    1, 2, 10,
  ]);
});

test('CSV quotes cells where necessary and escapes formulas', () => {
  const csv = toCsv([...rows.slice(2), { name: '=cmd()', size: -1 }], columns);
  expect(csv).toBe('Name,Size\r\n"map, ""big""",20\r\n\'=cmd(),-1\r\n');
});

test.each([
  ['x;=1+1', '"x;=1+1"'],
  ['\uff1d1+1', "'\uff1d1+1"],
  ['\uff0b1', "'\uff0b1"],
  ['\uff0d1', "'\uff0d1"],
  ['\uff20SUM(1)', "'\uff20SUM(1)"],
  ['\ufe661', "'\ufe661"],
  ['\n=1+1', '"\'\n=1+1"'],
  ['\r=1+1', '"\'\r=1+1"'],
  ['\t=1+1', "'\t=1+1"],
  ['plain', 'plain'],
])('CSV writes the cell %j as %j', (cell, written) => {
  const only: Column<Row>[] = [{ key: 'name', header: 'Name', value: (row) => row.name }];
  expect(toCsv([{ name: cell, size: 1 }], only)).toBe(`Name\r\n${written}\r\n`);
});

test('CSV escapes formulas in column names', () => {
  const named: Column<Row>[] = [{ key: 'name', header: '=cmd()', value: (row) => row.name }];
  expect(toCsv(rows.slice(0, 1), named)).toBe("'=cmd()\r\nsheet 10\r\n");
});
