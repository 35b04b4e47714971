import { expect, test } from '@jest/globals';
import { createKeptLists } from './kept-lists.ts';

const list = (bytes: number) => [Buffer.alloc(bytes - 1), Buffer.alloc(1)];

test('a list is had again under its state, the same bytes', () => {
  const kept = createKeptLists(10_000);
  const first = list(4_000);
  kept.keep('a', first);
  expect(kept.get('a')).toBe(first);
  expect(kept.get('b')).toBeUndefined();
});

test('beyond the limit the list that nobody asked for the longest goes', () => {
  const kept = createKeptLists(10_000);
  for (const state of ['a', 'b']) kept.keep(state, list(4_000));
  kept.get('a');
  kept.keep('c', list(4_000));
  expect(['a', 'b', 'c'].filter((state) => kept.get(state))).toEqual(['a', 'c']);
});

test('a list beyond the limit is not kept, and keeping one again counts it once', () => {
  const kept = createKeptLists(10_000);
  kept.keep('huge', list(20_000));
  expect(kept.get('huge')).toBeUndefined();
  for (let i = 0; i < 5; i += 1) kept.keep('a', list(4_000));
  kept.keep('b', list(4_000));
  expect(kept.get('a')).toBeDefined();
});
