import { expect, test } from '@jest/globals';
import { notFound } from '@cairn/service';
import { readWithin } from './read-outside.ts';

const limit = { limitMs: 1, late: 'No answer.' };

test('readWithin returns a sentence when nothing comes in time, also from what does not look at its signal', async () => {
  expect(await readWithin(() => new Promise(() => undefined), limit)).toEqual({ problem: 'No answer.' });
});

test('readWithin returns the sentence of a refusal, and throws what is a fault', async () => {
  const patient = { ...limit, limitMs: 60_000 };
  expect(await readWithin(() => Promise.reject(notFound('x.y', 'Nothing there.')), patient)).toEqual({
    problem: 'Nothing there.',
  });
  await expect(readWithin(() => Promise.reject(new TypeError('fault')), patient)).rejects.toThrow('fault');
});
