import { expect, test } from '@jest/globals';
import { legendNumber } from './legend-number.ts';

test('numbers of a legend stay short from the tiny to the huge', () => {
  expect([0, 0.00000021, 0.0123456, 12345.6, 27_090_000_000].map(legendNumber)).toEqual([
    ...['0', '2.1E-7', '0.01235', '12,350', '27.09B'],
  ]);
});
