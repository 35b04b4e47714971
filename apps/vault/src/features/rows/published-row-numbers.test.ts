import { expect, test } from '@jest/globals';
import { hasExpectedRows } from './published-row-numbers.ts';

const file = (counts: Record<string, number>) => ({
  layers: Object.entries(counts).map(([name, featureCount]) => ({
    name,
    featureCount,
    geometryType: 'Point',
    srid: null,
  })),
});
const expected = (counts: Record<string, number>) => ({
  numbers: null,
  counts: new Map(Object.entries(counts)),
});

test.each([
  ['as many rows', { a: 3, b: 1 }, { a: 3 }, true],
  ['fewer rows', { a: 2, b: 3 }, { a: 3 }, false],
  ['one layer under another name', { features: 3 }, { a: 3 }, true],
  ['other layers', { b: 3, c: 3 }, { a: 3 }, false],
  ['no layer that has rows', { b: 3, c: 3 }, { a: 0 }, true],
])(
  'row numbers of a new file with %s are kept only if positions determine them',
  (_, layers, counts, kept) => {
    expect(hasExpectedRows(file(layers), expected(counts))).toBe(kept);
  },
);
