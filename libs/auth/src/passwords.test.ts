/** @own-process because it measures memory. */
import { expect, test } from '@jest/globals';
import { hashPassword, verifyPassword } from './passwords.ts';

test('a password is hashed with argon2id at 19 MiB, two passes, one lane, and a salt of its own', async () => {
  const [one, two] = await Promise.all([hashPassword('päss wörd'), hashPassword('päss wörd')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(two);
  expect(await verifyPassword(one, 'päss wörd')).toBe(true);
  expect(await verifyPassword(one, 'pass word')).toBe(false);
});

test('no password matches an unknown user or a damaged hash', async () => {
  expect(await verifyPassword(null, 'a password that nobody has')).toBe(false);
  expect(await verifyPassword('$argon2id$damaged', 'x')).toBe(false);
});

test('twenty concurrent hashes take the memory of four', async () => {
  await hashPassword('warm');
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 1);
  await Promise.all(Array.from({ length: 20 }, () => hashPassword('x')));
  clearInterval(watch);
  // Four take 76 MiB; twenty would take 380.
  expect((most - before) / 2 ** 20).toBeLessThan(150);
});
