import { expect, test } from '@jest/globals';
import { createTurns } from './turns.ts';

test('work runs a few pieces at a time, in the order in which it came', async () => {
  const inTurn = createTurns({ atOnce: 4, maxWaiting: 100 });
  let running = 0;
  let most = 0;
  const order: number[] = [];
  const work = (number: number) =>
    inTurn(async () => {
      order.push(number);
      most = Math.max(most, (running += 1));
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
    });
  await Promise.all(Array.from({ length: 50 }, (_each, number) => work(number)));
  expect(most).toBe(4);
  expect(order).toEqual([...order].sort((a, b) => a - b));
});

test('who would wait behind too many others is told to come again, and the line goes on', async () => {
  const inTurn = createTurns({ atOnce: 1, maxWaiting: 2 });
  const results = await Promise.allSettled(
    Array.from({ length: 5 }, () => inTurn(() => Promise.resolve('done'))),
  );
  expect(results.map((result) => result.status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
  ]);
  expect(results[4]).toMatchObject({ reason: { kind: 'too_many', retryAfter: 5 } });
  expect(await inTurn(() => Promise.resolve('again'))).toBe('again');
});

test('work that fails gives its turn back', async () => {
  const inTurn = createTurns({ atOnce: 1, maxWaiting: 2 });
  await expect(inTurn(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await inTurn(() => Promise.resolve('yes'))).toBe('yes');
});
