import { expect, test } from '@jest/globals';
import { datasetName, nameFromFile } from './dataset-name.ts';

test.each([
  ['roads', 'roads'],
  ['  Straßen 2026 ', 'Straßen 2026'],
  ['wells (Copy)', 'wells (Copy)'],
  ['wells (Copy) (Copy)', 'wells (Copy) (Copy)'],
  ['a(b)c', 'a(b)c'],
  ['v1.2-final_x', 'v1.2-final_x'],
  ['Cafe\u0301', 'Café'],
  ['x'.repeat(200), 'x'.repeat(200)],
])('datasetName accepts %j', (name, normalized) => {
  expect(datasetName(name)).toBe(normalized);
});

test.each([
  '',
  '   ',
  '..',
  'a..b',
  '../x',
  'a/b',
  'a\\b',
  '(draft)',
  'draft (',
  'a.',
  '-sql',
  '.hidden',
  'a\nb',
  'a\u0000b',
  'a\u202eb',
  'x'.repeat(201),
])('datasetName rejects %j', (chosen) => {
  expect(() => datasetName(chosen)).toThrow(expect.objectContaining({ kind: 'bad_request' }));
});

test.each([
  ['roads (1).gpkg', 'roads (1)'],
  ['(draft) roads.gpkg', 'draft) roads'],
  ['roads (.gpkg', 'roads'],
  ['a..b%c.tif', 'a.b_c'],
])('nameFromFile turns %s into %s', (file, name) => {
  expect(nameFromFile(file)).toBe(name);
});
