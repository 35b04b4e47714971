import { expect, test } from '@jest/globals';
import { createAnswerCache } from './cache.ts';

/** Work that ends on demand. */
function startable() {
  const { promise, resolve } = Promise.withResolvers<string>();
  const signals: AbortSignal[] = [];
  const work = (signal: AbortSignal) => {
    signals.push(signal);
    return promise;
  };
  return { work, finish: resolve, signals };
}

test('work runs once for all who ask for the same, and its answer is kept', async () => {
  const cache = createAnswerCache();
  const { work, finish, signals } = startable();
  const both = Promise.all([cache.get('a', work), cache.get('a', work)]);
  finish('answer');
  expect(await both).toEqual(['answer', 'answer']);
  expect(await cache.get('a', work)).toBe('answer');
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
});

test('work goes on while somebody waits, and is aborted when the last one leaves', async () => {
  const cache = createAnswerCache();
  const { work, signals } = startable();
  const [first, second] = [new AbortController(), new AbortController()];
  const waits = [first, second].map(({ signal }) =>
    cache.get('a', work, signal).catch((error: Error) => error.name),
  );
  first.abort();
  expect(await waits[0]).toBe('AbortError');
  expect(signals[0]!.aborted).toBe(false);
  second.abort();
  await waits[1];
  expect(signals[0]!.aborted).toBe(true);
  // The next caller does not get work that was aborted.
  const again = startable();
  const asked = cache.get('a', again.work);
  again.finish('fresh');
  expect(await asked).toBe('fresh');
});

test('no work starts for a client who has left already', async () => {
  const cache = createAnswerCache();
  const { work, signals } = startable();
  await expect(cache.get('a', work, AbortSignal.abort())).rejects.toThrow('aborted');
  expect(signals).toHaveLength(0);
});

test('an answer above 1 MiB and a failure are not kept', async () => {
  const cache = createAnswerCache();
  let runs = 0;
  const large = async () => {
    runs += 1;
    return 'x'.repeat(1024 * 1024 + 1);
  };
  await cache.get('large', large);
  await cache.get('large', large);
  expect(runs).toBe(2);
  await expect(cache.get('b', () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
  expect(await cache.get('b', () => Promise.resolve('back'))).toBe('back');
});
