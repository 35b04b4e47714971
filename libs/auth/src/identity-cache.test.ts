import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { ANONYMOUS } from '@cairn/service';
import type { Actor } from '@cairn/service';
import { createIdentityCache } from './identity-cache.ts';
import type { Identity } from './identity-store.ts';

const actor = (id: number): Actor => ({ ...ANONYMOUS, kind: 'user', id });
const identity = (id: number, millisecondsLeft = 1_000_000): Identity => ({
  actor: actor(id),
  hash: '0',
  millisecondsLeft,
  touchDue: false,
});

let trusted = true;
let lookups = 0;
let cache = createIdentityCache(() => trusted);

beforeEach(() => {
  jest.useFakeTimers();
  trusted = true;
  lookups = 0;
  cache = createIdentityCache(() => trusted);
});
afterEach(() => void jest.useRealTimers());

const get = (key: string, id = 1, millisecondsLeft?: number) =>
  cache.get(key, () => {
    lookups += 1;
    return Promise.resolve(identity(id, millisecondsLeft));
  });

describe('the cache of identities', () => {
  test('looks an identity up once in five seconds', async () => {
    await get('a');
    await get('a');
    expect(lookups).toBe(1);
    jest.advanceTimersByTime(5_001);
    await get('a');
    expect(lookups).toBe(2);
  });

  test('does not keep an identity longer when the clock of the machine steps back', async () => {
    await get('a');
    jest.advanceTimersByTime(5_001);
    jest.setSystemTime(Date.now() - 7_200_000);
    await get('a');
    expect(lookups).toBe(2);
  });

  test('shares one look-up between concurrent requests', async () => {
    await Promise.all([get('a'), get('a'), get('a')]);
    expect(lookups).toBe(1);
  });

  test('keeps nothing beyond the end of the credential', async () => {
    await get('a', 1, 1_000);
    jest.advanceTimersByTime(1_001);
    await get('a');
    expect(lookups).toBe(2);
  });

  test('keeps nothing while revocations do not arrive', async () => {
    trusted = false;
    await get('a');
    await get('a');
    expect(lookups).toBe(2);
    trusted = true;
    await get('a');
    trusted = false;
    await get('a');
    expect(lookups).toBe(4);
  });

  test('forgets one user and keeps the others', async () => {
    await get('a', 1);
    await get('b', 2);
    cache.forget(1);
    await get('a', 1);
    await get('b', 2);
    expect(lookups).toBe(3);
    cache.forget();
    await get('b', 2);
    expect(lookups).toBe(4);
  });

  test('does not cache a look-up that began before a revocation and ended after it', async () => {
    let answer: (identity: Identity) => void = () => undefined;
    const slow = cache.get('a', () => new Promise((resolve) => (answer = resolve)));
    cache.forget(1);
    const after = get('a');
    answer(identity(1));
    await Promise.all([slow, after]);
    expect(lookups).toBe(1);
    await get('a');
    expect(lookups).toBe(1);
  });

  test('caches neither missing identities nor failures', async () => {
    expect(await cache.get('a', () => Promise.resolve(null))).toBeNull();
    await expect(cache.get('a', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    await get('a');
    expect(lookups).toBe(1);
  });

  test('holds at most ten thousand identities and drops the oldest first', async () => {
    for (let index = 0; index < 10_001; index += 1) await get(`key-${index}`, index);
    lookups = 0;
    await get('key-10000');
    expect(lookups).toBe(0);
    await get('key-0');
    expect(lookups).toBe(1);
  });
});
