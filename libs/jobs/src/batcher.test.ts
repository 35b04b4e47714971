import { expect, test } from '@jest/globals';
import { createBatcher } from './batcher.ts';

test('items that arrive during a call go into the next call', async () => {
  const batches: number[][] = [];
  const gate = Promise.withResolvers<void>();
  const double = createBatcher(async (items: number[]) => {
    batches.push(items);
    await gate.promise;
    return items.map((item) => item * 2);
  });
  const first = [double(1), double(2)];
  while (batches.length === 0) await new Promise(setImmediate);
  const second = [double(3), double(4), double(5)];
  gate.resolve();
  expect(await Promise.all([...first, ...second])).toEqual([2, 4, 6, 8, 10]);
  expect(batches).toEqual([
    [1, 2],
    [3, 4, 5],
  ]);
});

test('an item that fails its batch fails alone', async () => {
  const root = createBatcher(async (items: number[]) => {
    if (items.some((item) => item < 0)) throw new Error('negative');
    return items.map(Math.sqrt);
  });
  const results = await Promise.allSettled([root(4), root(-1), root(9)]);
  expect(
    results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.message)),
  ).toEqual([2, 'negative', 3]);
  expect(await root(16)).toBe(4);
});

test('no batch exceeds the limit', async () => {
  const sizes: number[] = [];
  const same = createBatcher(async (items: number[]) => {
    sizes.push(items.length);
    return items;
  }, 10);
  await Promise.all(Array.from({ length: 25 }, (_, n) => same(n)));
  expect(sizes).toEqual([10, 10, 5]);
});
