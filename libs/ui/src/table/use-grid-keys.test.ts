import { expect, test } from '@jest/globals';
import { nextCell } from './use-grid-keys.ts';

const size = { rows: 20, columns: 5 };
const from = { row: 3, column: 2 };
const press = (key: string, ctrlKey = false, cell = from) =>
  nextCell({ key, ctrlKey, metaKey: false }, cell, size);

test('arrow keys move one cell, with Ctrl to the edge', () => {
  expect(press('ArrowDown')).toEqual({ row: 4, column: 2 });
  expect(press('ArrowLeft')).toEqual({ row: 3, column: 1 });
  expect(press('ArrowDown', true)).toEqual({ row: 19, column: 2 });
  expect(press('End', true)).toEqual({ row: 19, column: 4 });
  expect(press('Home')).toEqual({ row: 3, column: 0 });
  expect(press('PageDown', false, { row: 15, column: 1 })).toEqual({ row: 19, column: 1 });
});

test('at the edge the cell stays, and other keys are ignored', () => {
  expect(press('ArrowUp', false, { row: 0, column: 0 })).toEqual({ row: 0, column: 0 });
  expect(press('Enter')).toBeNull();
  expect(press('a')).toBeNull();
});
