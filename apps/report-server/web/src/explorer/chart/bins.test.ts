import { expect, test } from '@jest/globals';
import { binIndex, binStart, chooseBins } from './bins.ts';

test('bins have round edges and cover the range with its ends', () => {
  expect(chooseBins(0, 1000, false)).toEqual({ from: 0, width: 50, count: 21 });
  expect(chooseBins(-5, 37_000_000, true)).toEqual({ from: -2_000_000, width: 2_000_000, count: 20 });
  expect(chooseBins(0.1, 0.35, false)).toEqual({ from: 0.1, width: 0.02, count: 13 });
});

test('whole numbers have bins of at least one', () => {
  expect(chooseBins(1, 5, true)).toEqual({ from: 1, width: 1, count: 5 });
});

test('one value is one bin', () => {
  expect(chooseBins(7, 7, true)).toEqual({ from: 7, width: 1, count: 1 });
  expect(chooseBins(0, 0, false).count).toBe(1);
});

test('a bin is found by where it begins', () => {
  const bins = chooseBins(0.1, 0.35, false);
  expect([0, 1, 12].map((index) => binIndex(bins, binStart(bins, index)))).toEqual([0, 1, 12]);
  expect(binStart(bins, 2)).toBe(0.14);
});
