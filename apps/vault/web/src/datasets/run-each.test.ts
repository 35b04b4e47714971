import { expect, test } from '@jest/globals';
import { runEach } from './run-each.ts';

test('each item is changed once, a few at a time, and a failure does not stop the others', async () => {
  let running = 0;
  let most = 0;
  const settled: number[] = [];
  const outcome = await runEach({
    items: Array.from({ length: 20 }, (_, index) => index),
    change: async (item) => {
      most = Math.max(most, ++running);
      await new Promise(setImmediate);
      running -= 1;
      if (item === 7) throw new Error('seven');
    },
    onProgress: (count) => settled.push(count),
  });
  expect(outcome.done).toHaveLength(19);
  expect(outcome.failed.map(({ item }) => item)).toEqual([7]);
  expect(settled).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  expect(most).toBeLessThanOrEqual(4);
});

test('an empty list finishes immediately', async () => {
  expect(await runEach({ items: [], change: () => Promise.reject(new Error()) })).toEqual({
    done: [],
    failed: [],
  });
});
