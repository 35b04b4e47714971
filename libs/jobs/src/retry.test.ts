import { expect, test } from '@jest/globals';
import { backoff } from './retry.ts';

test('the backoff doubles with each attempt, and its upper half is random', () => {
  expect([1, 2, 3].map((attempt) => backoff(attempt, 1_000, () => 0))).toEqual([500, 1_000, 2_000]);
  expect([1, 2, 3].map((attempt) => backoff(attempt, 1_000, () => 1))).toEqual([1_000, 2_000, 4_000]);
});

test('no backoff exceeds five minutes', () => {
  expect(backoff(500, 2_000, () => 1)).toBe(300_000);
});
